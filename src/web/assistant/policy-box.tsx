import { useText } from '../shell/settings.ts';
import { useDocument } from '../survey/state/document.ts';
import { IconButton } from '../ui/buttons.tsx';
import { CheckField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { usePins, usePolicy } from './policy.ts';
import { assistantTexts } from './texts.ts';

const SWITCHES = ['propose_new_sites', 'rebase_units', 'change_fleet'] as const;

/** The three switches and the pins: what the system may change. */
export function PolicyBox(): React.JSX.Element {
  const { t } = useText(assistantTexts);
  const policy = usePolicy();
  const all = usePins((s) => s.pins);
  const scenario = useDocument((s) => s.scenario);
  const pins = all.filter((p) => p.scenario_id === scenario?.id);
  const nameOf = (id: string): string =>
    [...(scenario?.tasks ?? []), ...(scenario?.sites ?? []), ...(scenario?.units ?? [])].find(
      (x) => x.id === id,
    )?.name ?? id;
  const on = SWITCHES.filter((s) => policy[s]).length;
  return (
    <details className="policy">
      <summary>
        <Icon name="pin" size={14} />
        <strong>{t('allowed')}</strong>
        <small>{t('allowed_short', { on, pins: pins.length })}</small>
      </summary>
      <div className="policy-body">
        {SWITCHES.map((name) => (
          <CheckField
            key={name}
            label={t(name)}
            hint={t(`${name}_hint`)}
            value={policy[name]}
            testId={`policy-${name}`}
            onChange={(value) => policy.turn(name, value)}
          />
        ))}
        <p className="quiet">{t(pins.length === 0 ? 'no_pins' : 'pins')}</p>
        <ul className="pin-list">
          {pins.map((p) => (
            <li key={`${p.kind} ${p.id}`}>
              <span>
                {t(p.kind)} «{nameOf(p.id)}»
              </span>
              <IconButton
                icon="close"
                label={t('unpin', { name: nameOf(p.id) })}
                onClick={() => usePins.getState().toggle(p.kind, p.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
