import { useState } from 'react';
import { usePins } from '../../assistant/policy.ts';
import { Button } from '../../ui/buttons.tsx';
import { takeTool, useTool } from '../map/tools.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ringsOf, without } from '../state/objects.ts';
import { choose, type Selection } from '../state/view.ts';
import { useForm } from './use-form.ts';
import { VerticesDialog } from './vertices-dialog.tsx';

/** What can be done with the chosen object: outline, corners, pin, removal. */
export function ObjectActions({ selection }: { readonly selection: Selection }): React.JSX.Element {
  const { t } = useForm();
  const scenario = useDocument((s) => s.scenario);
  const editing = useTool((s) => s.tool === 'edit');
  const [vertices, setVertices] = useState(false);
  const { kind, id } = selection;
  const pinned = usePins((s) => s.isPinned(kind, id));
  if (scenario === null) return <></>;
  const outline = ringsOf(scenario, selection) !== null;
  const left = kind === 'boundary' ? null : without(scenario, selection);
  return (
    <div className="row actions">
      {kind === 'unit' ? null : (
        <Button icon="edit" onClick={() => takeTool(editing ? 'select' : 'edit')}>
          {t(outline ? 'shape' : 'show')}
        </Button>
      )}
      {outline ? (
        <Button icon="file" onClick={() => setVertices(true)}>
          {t('vertices')}
        </Button>
      ) : null}
      {kind === 'task' || kind === 'site' || kind === 'unit' ? (
        <Button
          icon="pin"
          onClick={() => usePins.getState().toggle(kind, id)}
          title={t(pinned ? 'unpin' : 'pin')}
          testId={`pin-${id}`}
        >
          {t(pinned ? 'unpin' : 'pin').split(':')[0]}
        </Button>
      ) : null}
      {kind === 'boundary' ? null : (
        <Button
          icon="trash"
          kind="danger"
          disabled={left === null}
          title={left === null ? t('cannot_remove') : t('remove')}
          onClick={() => {
            if (left === null) return;
            edit(EDIT.remove, () => left);
            choose(null);
          }}
        >
          {t('remove')}
        </Button>
      )}
      {vertices ? <VerticesDialog selection={selection} onClose={() => setVertices(false)} /> : null}
    </div>
  );
}
