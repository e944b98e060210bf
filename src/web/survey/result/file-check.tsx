import type { FileCheck } from '../../api/survey.ts';
import { useText } from '../../shell/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { resultTexts, type ResultKey } from './texts.ts';

/** A file that was saved, with what the judge says of it. */
export type Saved = { readonly name: string; readonly check: FileCheck };

const GROUPS = ['G0', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8'] as const;

/** Codes by their group, in the registry's order; groups without any are left out. */
export function byGroup(
  codes: readonly string[],
): { readonly group: (typeof GROUPS)[number]; readonly codes: readonly string[] }[] {
  return GROUPS.map((group) => ({
    group,
    codes: codes.filter((c) => c.startsWith(`${group}-`)).sort(),
  })).filter((g) => g.codes.length > 0);
}

/** What the judge says of the saved file: whether it still is the plan, and what it cannot carry. */
export function FileCheckView({ saved }: { readonly saved: Saved }): React.JSX.Element {
  const { t } = useText(resultTexts);
  const { admitted, same, findings, not_carried } = saved.check;
  const good = admitted && same;
  const title: ResultKey = good ? 'file_good' : admitted ? 'file_differs' : 'file_bad';
  return (
    <div
      className={`file-check ${good ? 'good' : 'bad'}`}
      role={good ? 'status' : 'alert'}
      data-testid="file-check"
      data-admitted={admitted}
    >
      <p>
        <Icon name={good ? 'check' : 'warning'} size={14} /> <strong>{saved.name}</strong>: {t(title)}
        {findings.length === 0 ? null : ` ${findings.join(', ')}.`}
      </p>
      {not_carried.length === 0 ? null : (
        <details>
          <summary>{t('not_carried', { n: not_carried.length })}</summary>
          <p className="quiet">{t('not_carried_hint')}</p>
          <ul className="plain-list">
            {byGroup(not_carried).map(({ group, codes }) => (
              <li key={group}>
                {t(group)} <small>{codes.join(', ')}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
