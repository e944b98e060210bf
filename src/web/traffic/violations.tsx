import type { Counterexample } from '#ir';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { messages } from './messages.ts';
import { stress } from './state.ts';

/** Counterexamples with their moments; a press shows their zones and places on the map. */
export function Violations({ list }: { readonly list: readonly Counterexample[] }): React.JSX.Element | null {
  const { t } = useText(messages);
  if (list.length === 0) return null;
  return (
    <>
      <p className="quiet">{t('violations')}</p>
      <ul className="plain-list">
        {list.map((v, i) => (
          <li key={i} className="violation">
            <span>
              <code>{v.rule}</code> {v.violated_constraint}
              {v.counterexample_time_sec === null
                ? null
                : ` · ${t('at_time', { t: v.counterexample_time_sec.toFixed(0) })}`}
            </span>
            {v.suggested_repair === '' ? null : (
              <small>{t('repair_hint', { text: v.suggested_repair })}</small>
            )}
            {v.entities.length === 0 && v.counterexample_time_sec === null ? null : (
              <Button
                icon="target"
                testId="counterexample"
                onClick={() => stress(v.entities, v.counterexample_time_sec)}
              >
                {t('show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
