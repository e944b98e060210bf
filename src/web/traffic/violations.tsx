import type { Counterexample } from '#ir';
import { measure } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { Button } from '../ui/buttons.tsx';
import { Coded } from './coded.tsx';
import { messages } from './messages.ts';
import { fieldWord, listed } from './names.ts';
import { stress } from './state.ts';

/** Counterexamples with their moments; a press shows their zones and places on the map. */
export function Violations({ list }: { readonly list: readonly Counterexample[] }): React.JSX.Element | null {
  const { t, language } = useText(messages);
  if (list.length === 0) return null;
  return (
    <>
      <p className="quiet">{t('violations')}</p>
      <ul className="plain-list">
        {list.map((v, i) => (
          <li key={i} className="violation">
            <span>
              <Rule rule={v.rule} /> <Constraint text={v.violated_constraint} />
              {v.counterexample_time_sec === null
                ? null
                : ` · ${t('at_time', { time: measure(Math.round(v.counterexample_time_sec), 's', language) })}`}
            </span>
            {v.suggested_repair === '' ? null : (
              <small>
                <Coded text={t('repair_hint', { text: v.suggested_repair })} />
              </small>
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

/** A rule by its number, or by its name where it has none. */
export function Rule({ rule }: { readonly rule: string }): React.JSX.Element {
  const { language } = useText(messages);
  const name =
    listed('rule', rule, language) ?? listed('stage', rule, language) ?? listed('tool', rule, language);
  return name === null ? <code>{rule}</code> : <>{name}</>;
}

/** What is violated: a field by its name, with its path; a specification as it is written. */
function Constraint({ text }: { readonly text: string }): React.JSX.Element {
  const { language } = useText(messages);
  const name = /^[\w.]+$/.test(text) ? fieldWord(text, language) : null;
  return (
    <>
      {name} <code>{text}</code>
    </>
  );
}
