import { useEffect, useId, useState } from 'react';
import { readNumber, type NumberRule, type NumberWords } from './number-rule.ts';

type Frame = {
  readonly id: string;
  readonly label: string;
  readonly error: string | null;
  readonly hint?: string | undefined;
  readonly children: React.ReactNode;
  readonly wide?: boolean | undefined;
};

/** Label above, error or hint below. */
export function FieldFrame({ id, label, error, hint, children, wide }: Frame): React.JSX.Element {
  return (
    <div className={`field${wide === true ? ' wide' : ''}${error === null ? '' : ' wrong'}`}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error !== null ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : hint === undefined ? null : (
        <p className="field-hint">{hint}</p>
      )}
    </div>
  );
}

type NumberProps = {
  readonly label: string;
  readonly value: number | null;
  readonly unit?: string;
  readonly rule: NumberRule;
  readonly words: NumberWords;
  /** Shown in an empty field; its presence says that empty is allowed and means null. */
  readonly empty?: string;
  readonly decimals?: number;
  readonly error?: string | null;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (value: number | null) => void;
  readonly testId?: string;
};

/** A number with its unit. It is taken on Enter or when the field is left; a wrong one stays in the field and is not taken. */
export function NumberField(p: NumberProps): React.JSX.Element {
  const id = useId();
  const shown = p.value === null ? '' : String(Number(p.value.toFixed(p.decimals ?? 6)));
  const [text, setText] = useState(shown);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    setText(shown);
    setWrong(null);
  }, [shown]);
  const take = (): void => {
    if (text === shown) return setWrong(null);
    if (text.trim() === '' && p.empty !== undefined) {
      setWrong(null);
      return p.onChange(null);
    }
    const read = readNumber(text, p.rule, p.words);
    if ('error' in read) return setWrong(read.error);
    setWrong(null);
    if (read.value === p.value) setText(shown);
    else p.onChange(read.value);
  };
  const error = wrong ?? p.error ?? null;
  return (
    <FieldFrame id={id} label={p.label} error={error} hint={p.hint}>
      <span className="with-unit">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={p.empty}
          disabled={p.disabled ?? false}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          data-testid={p.testId}
          onChange={(e) => setText(e.target.value)}
          onBlur={take}
          onKeyDown={(e) => {
            // With Ctrl the page computes; it takes the field first by leaving it.
            if (e.key === 'Enter' && !e.ctrlKey && !e.metaKey) take();
            else if (e.key === 'Escape') {
              setText(shown);
              setWrong(null);
            } else return;
            e.stopPropagation();
          }}
        />
        {p.unit === undefined || p.unit === '' ? null : <span className="unit">{p.unit}</span>}
      </span>
    </FieldFrame>
  );
}

type TextProps = {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly pattern?: RegExp;
  readonly wrong?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  readonly onChange: (value: string) => void;
};

/** One line of text, taken on Enter or when the field is left. */
export function TextField(p: TextProps): React.JSX.Element {
  const id = useId();
  const [text, setText] = useState(p.value);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    setText(p.value);
    setWrong(null);
  }, [p.value]);
  const take = (): void => {
    const clean = text.trim();
    if (clean === p.value) return setWrong(null);
    if (clean === '' || (p.pattern !== undefined && !p.pattern.test(clean))) return setWrong(p.wrong ?? '');
    setWrong(null);
    p.onChange(clean);
  };
  const error = wrong ?? p.error ?? null;
  return (
    <FieldFrame id={id} label={p.label} error={error} wide={p.wide}>
      <input
        id={id}
        value={text}
        maxLength={p.max}
        autoComplete="off"
        disabled={p.disabled ?? false}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(e) => setText(e.target.value)}
        onBlur={take}
        onKeyDown={(e) => e.key === 'Enter' && take()}
      />
    </FieldFrame>
  );
}

type SelectProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly text: string; readonly disabled?: boolean }[];
  readonly error?: string | null;
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  readonly onChange: (value: T) => void;
  readonly testId?: string;
};

/** One of several; a value outside the list is shown as it is. */
export function SelectField<T extends string>(p: SelectProps<T>): React.JSX.Element {
  const id = useId();
  const known = p.options.some((o) => o.id === p.value);
  return (
    <FieldFrame id={id} label={p.label} error={p.error ?? null} hint={p.hint} wide={p.wide}>
      <select
        id={id}
        value={p.value}
        disabled={p.disabled ?? false}
        aria-invalid={(p.error ?? null) !== null}
        data-testid={p.testId}
        onChange={(e) => p.onChange(e.target.value as T)}
      >
        {known ? null : <option value={p.value}>{p.value}</option>}
        {p.options.map((o) => (
          <option key={o.id} value={o.id} disabled={o.disabled ?? false}>
            {o.text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A yes or no with its text beside it. */
export function CheckField({
  label,
  value,
  onChange,
  disabled,
  hint,
  testId,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly testId?: string;
}): React.JSX.Element {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value}
        disabled={disabled ?? false}
        data-testid={testId}
        onChange={(e) => onChange(e.target.checked)}
      />
      <span>
        {label}
        {hint === undefined ? null : <small>{hint}</small>}
      </span>
    </label>
  );
}

/** A file of the operator's, picked by a button in the page's language. */
export function FileField(p: {
  readonly label: string;
  readonly pick: string;
  readonly file: File | null;
  readonly accept?: string;
  readonly onChange: (file: File | null) => void;
  readonly testId: string;
}): React.JSX.Element {
  const id = useId();
  return (
    <FieldFrame id={id} label={p.label} error={null} wide>
      <span className="file-pick">
        <input
          id={id}
          type="file"
          className="sr"
          accept={p.accept}
          data-testid={p.testId}
          onChange={(e) => p.onChange(e.target.files?.[0] ?? null)}
        />
        <label htmlFor={id} className="button plain">
          {p.pick}
        </label>
        <span>{p.file?.name ?? ''}</span>
      </span>
    </FieldFrame>
  );
}
