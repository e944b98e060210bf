import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../api/http.ts';
import { number } from '../../i18n/format.ts';
import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { readFileTexts } from './read-file-texts.ts';

/** A file that the operator has picked and the server reads: what came of it, or why it could not be read. */
export type FileReading<R> = {
  readonly file: File | null;
  readonly reply: R | null;
  readonly error: string | null;
  readonly busy: boolean;
  /** Takes another file; what was read of the last one is forgotten. */
  readonly pick: (file: File | null) => void;
  /** Forgets what was read: it no longer answers what is asked. */
  readonly forget: () => void;
  readonly start: (read: (file: File, signal: AbortSignal) => Promise<R>) => Promise<void>;
  readonly stop: () => void;
};

/** Reads one file at a time; leaving the dialog stops the reading. */
export function useFileReading<R>(): FileReading<R> {
  const { language } = useText(readFileTexts);
  const [file, setFile] = useState<File | null>(null);
  const [reply, setReply] = useState<R | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    ...{ file, reply, error, busy },
    pick: (next) => {
      setFile(next);
      setReply(null);
      setError(null);
    },
    forget: () => setReply(null),
    start: async (read) => {
      if (file === null) return;
      const own = new AbortController();
      controller.current = own;
      setBusy(true);
      setError(null);
      setReply(null);
      try {
        setReply(await read(file, own.signal));
      } catch (e) {
        setError(errorText(asApiError(e), language));
      } finally {
        setBusy(false);
      }
    },
    stop: () => controller.current?.abort(),
  };
}

type Props = {
  readonly reading: Pick<FileReading<unknown>, 'file' | 'busy' | 'error' | 'stop'>;
  readonly ready: boolean;
  readonly testId: string;
  readonly onRead: () => void;
};

/** The button that reads a picked file, how that goes, and why it failed. */
export function ReadFile({ reading, ready, testId, onRead }: Props): React.JSX.Element {
  const { t, language } = useText(readFileTexts);
  const { file, busy, error, stop } = reading;
  return (
    <>
      <div className="row">
        <Button kind="primary" disabled={!ready || busy} testId={`${testId}-read`} onClick={onRead}>
          {t('read')}
        </Button>
        {busy && file !== null ? (
          <>
            <span className="spinner" />
            <span role="status">
              {t('reading', { name: file.name, size: number(file.size / 1e6, 1, language) })}
            </span>
            <Button testId={`${testId}-stop`} onClick={stop}>
              {t('stop')}
            </Button>
          </>
        ) : null}
      </div>
      {error === null ? null : (
        <p className="problem" role="alert" data-testid={`${testId}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
