import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { takeTool } from '../map/tools.ts';
import { useCatalogue } from '../state/catalogue.ts';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { PARTS, missingParts, type Part } from '../state/new-scenario.ts';
import { unitLike } from '../state/objects.ts';
import { select, useView } from '../state/view.ts';
import { PART_TEXT, newTexts } from './new-texts.ts';
import { useForm } from './use-form.ts';

/** Adds an aircraft and opens its form; false where there is no catalogue or no site yet. */
export function addUnit(name: string): boolean {
  const { scenario } = useDocument.getState();
  const { catalogue } = useCatalogue.getState();
  if (scenario === null || catalogue === null || scenario.sites.length === 0) return false;
  const unit = unitLike(scenario, catalogue, name);
  edit(EDIT.add_unit, (s) => ({ ...s, units: [...s.units, unit] }));
  select({ kind: 'unit', id: unit.id });
  return true;
}

/** What a scenario begun from nothing still lacks, each with the button that makes it. */
export function StillToDo(): React.JSX.Element | null {
  const { t } = useText(newTexts);
  const { t: e } = useForm();
  const scenario = useDocument((s) => s.scenario);
  const catalogue = useCatalogue((s) => s.catalogue);
  const missing = missingParts(scenario);
  if (scenario === null || missing.length === 0) return null;
  const act: Readonly<Record<Part, () => void>> = {
    tasks: () => takeTool('task'),
    sites: () => takeTool('site'),
    units: () => addUnit(e('unit_name', { n: 1 })),
  };
  const no_site = scenario.sites.length === 0;
  return (
    <section className="still-to-do" data-testid="still-to-do">
      <h3>{t('steps')}</h3>
      <p className="quiet">{t('steps_text')}</p>
      <ol>
        {PARTS.map((part) => {
          const open = missing.includes(part);
          const waits = part === 'units' && no_site;
          return (
            <li key={part} className={open ? '' : 'done'}>
              <Icon name={open ? 'right' : 'check'} size={13} />
              {open ? (
                <Button
                  testId={`todo-${part}`}
                  disabled={part === 'units' && (no_site || catalogue === null)}
                  onClick={() => {
                    useView.setState({ section: part === 'units' ? 'fleet' : part });
                    act[part]();
                  }}
                >
                  {t(PART_TEXT[part])}
                </Button>
              ) : (
                <span>{t(PART_TEXT[part])}</span>
              )}
              {open && waits ? <small>{t('after_site')}</small> : null}
            </li>
          );
        })}
      </ol>
      <p className="quiet">{t('check')}</p>
    </section>
  );
}
