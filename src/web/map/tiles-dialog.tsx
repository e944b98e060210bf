import { useState } from 'react';
import { useSettings, useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldFrame } from '../ui/fields.tsx';
import { mapTexts } from './texts.ts';

/** Whether a text is a pattern of tile addresses. */
export function isTilesPattern(url: string): boolean {
  return /^https?:\/\/\S+$/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
}

/** Where the operator gives tiles of their own. */
export function TilesDialog({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const { t } = useText(mapTexts);
  const kept = useSettings((s) => s.tiles_url);
  const [url, setUrl] = useState(kept);
  const [wrong, setWrong] = useState(false);
  const apply = (): void => {
    const clean = url.trim();
    if (clean !== '' && !isTilesPattern(clean)) return setWrong(true);
    useSettings.getState().setTiles(clean);
    onClose();
  };
  return (
    <Dialog
      title={t('tiles')}
      close_label={t('close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <FieldFrame
        id="tiles-url"
        label={t('tiles_label')}
        error={wrong ? t('tiles_wrong') : null}
        hint={t('tiles_hint')}
        wide
      >
        <input
          id="tiles-url"
          type="url"
          value={url}
          onChange={(e) => {
            setUrl(e.target.value);
            setWrong(false);
          }}
          onKeyDown={(e) => e.key === 'Enter' && apply()}
        />
      </FieldFrame>
    </Dialog>
  );
}
