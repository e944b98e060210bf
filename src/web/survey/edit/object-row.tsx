import { IconButton } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePins } from '../../assistant/policy.ts';
import { boxOf, widen } from '../../map/earth.ts';
import { useDocument } from '../state/document.ts';
import { choose, focusOn, useView, type Selection } from '../state/view.ts';
import { placeOf, ringsOf } from '../state/objects.ts';
import { useForm } from './use-form.ts';

type Props = {
  readonly selection: Selection;
  readonly name: string;
  readonly detail: string;
  readonly colour?: string;
  readonly off?: boolean;
  /** The form; shown while the object is chosen. */
  readonly children: React.ReactNode;
};

/** Shows an object on the map. */
export function showObject(selection: Selection): void {
  const { scenario } = useDocument.getState();
  if (scenario === null) return;
  const rings = ringsOf(scenario, selection);
  const place = placeOf(scenario, selection);
  const box = boxOf(rings === null ? (place === null ? [] : [place]) : rings[0]!);
  if (box !== null) focusOn({ box: widen(box, place === null ? 60 : 400), mark: null });
}

/** A line of a list; chosen, it opens its form. */
export function ObjectRow(p: Props): React.JSX.Element {
  const { t } = useForm();
  const { kind, id } = p.selection;
  const open = useView((s) => s.selection?.kind === kind && s.selection.id === id);
  const pinned = usePins((s) => s.isPinned(kind, id));
  return (
    <li className={`object${open ? ' open' : ''}${p.off === true ? ' off' : ''}`}>
      <div className="object-head">
        <button
          type="button"
          className="object-name"
          aria-expanded={open}
          data-testid={`object-${id}`}
          onClick={() => choose(p.selection)}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
          {p.colour === undefined ? null : <span className="dot" style={{ background: p.colour }} />}
          <span className="object-text">
            <strong>{p.name}</strong>
            <small>{p.detail}</small>
          </span>
          {pinned ? (
            <span className="pinned" title={t('pinned')}>
              <Icon name="pin" size={13} />
            </span>
          ) : null}
        </button>
        {kind === 'unit' ? null : (
          <IconButton
            icon="target"
            label={`${t('show')}: ${p.name}`}
            onClick={() => showObject(p.selection)}
          />
        )}
      </div>
      {open ? <div className="object-form">{p.children}</div> : null}
    </li>
  );
}
