import type { Verdict } from '#ir';
import { measure } from '../i18n/format.ts';
import { useText } from '../shell/settings.ts';
import { messages } from './messages.ts';
import { Rule } from './violations.tsx';

/** Measures at or above this say that nothing was near: no zone, no traffic, no corridor. */
const NOTHING_NEAR = 9e5;

/** Every specification with its outcome; the bar shows robustness relative to the largest of the same unit. */
export function VerdictTable({ verdict }: { readonly verdict: Verdict }): React.JSX.Element {
  const { t, language } = useText(messages);
  const largest = new Map<string, number>();
  for (const s of verdict.specs)
    largest.set(s.unit, Math.max(largest.get(s.unit) ?? 0, Math.abs(s.robustness ?? 0)));
  return (
    <section aria-labelledby="verdict-title">
      <h2 id="verdict-title">{t('verdict')}</h2>
      <table className="verdict">
        <thead>
          <tr>
            <th scope="col">{t('rule')}</th>
            <th scope="col" colSpan={2}>
              {t('robustness')}
            </th>
          </tr>
        </thead>
        <tbody>
          {verdict.specs.map((s, i) => {
            const share = Math.min(1, Math.abs(s.robustness ?? 0) / (largest.get(s.unit) || 1));
            const state = s.satisfied === null ? 'unknown' : s.satisfied ? 'holds' : 'violated';
            return (
              <tr key={`${s.rule}-${i}`} className={state} title={s.note}>
                <th scope="row">
                  <strong>
                    <Rule rule={s.rule} />
                  </strong>{' '}
                  <code>{s.spec}</code>
                </th>
                <td className="bar">
                  <span style={{ width: `${s.robustness === null ? 0 : Math.max(4, share * 100)}%` }} />
                </td>
                <td className="number">
                  {s.robustness === null
                    ? t('unknown')
                    : s.robustness >= NOTHING_NEAR
                      ? t('nothing_near')
                      : measure(s.robustness, s.unit === 'count' ? 'none' : s.unit, language)}
                  <br />
                  <small>{t(state)}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
