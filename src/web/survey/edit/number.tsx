import { NumberField } from '../../ui/fields.tsx';
import { useFault } from '../state/compute.ts';
import { RULES, scaled, type RuleName } from './rules.ts';
import { useForm } from './use-form.ts';

type Props = {
  readonly label: string;
  readonly value: number | null;
  readonly rule: RuleName;
  /** Place in the document, members joined by dots: the server's faults are shown at it. */
  readonly path: string;
  readonly unit?: string;
  /** How often the shown unit goes into the document's: 100 shows a ratio as percent. */
  readonly factor?: number;
  /** Says that empty means null, and what null means. */
  readonly empty?: string;
  readonly hint?: string | undefined;
  readonly onChange: (value: number | null) => void;
  readonly testId?: string;
};

/** A number of the scenario, held to its rule. */
export function ScenarioNumber(p: Props): React.JSX.Element {
  const { words, language } = useForm();
  const factor = p.factor ?? 1;
  const fault = useFault(p.path, language);
  return (
    <NumberField
      label={p.label}
      value={p.value === null ? null : p.value * factor}
      rule={scaled(RULES[p.rule], factor)}
      words={words}
      error={fault}
      hint={p.hint}
      {...(p.unit === undefined ? {} : { unit: p.unit })}
      {...(p.empty === undefined ? {} : { empty: p.empty })}
      {...(p.testId === undefined ? {} : { testId: p.testId })}
      onChange={(v) => p.onChange(v === null ? null : Number((v / factor).toPrecision(12)))}
    />
  );
}
