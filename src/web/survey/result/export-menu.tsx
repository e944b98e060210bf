import { asApiError, save } from '../../api/http.ts';
import { EXPORT_FORMATS, exportPlan, reportPage, type ExportFormat } from '../../api/survey.ts';
import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { Outcome } from '../state/compute.ts';
import { resultTexts } from './texts.ts';

/** Files of the plan, and the report. */
export function ExportMenu({
  outcome,
  stale,
}: {
  readonly outcome: Outcome;
  readonly stale: boolean;
}): React.JSX.Element {
  const { t, language } = useText(resultTexts);
  const { scenario, reply } = outcome;
  const { plan, verdict } = reply;
  if (plan === null) return <></>;
  const say = (e: unknown): void => toast('bad', errorText(asApiError(e), language));
  const give = async (format: ExportFormat): Promise<void> => {
    try {
      const file = await exportPlan(scenario, plan, format);
      save(file);
      toast('good', t('exported', { name: file.name }));
    } catch (e) {
      say(e);
    }
  };
  const report = async (): Promise<void> => {
    try {
      const file = await reportPage(scenario, plan, language);
      const url = URL.createObjectURL(file.blob);
      const opened = window.open(url, '_blank');
      if (opened === null) {
        save(file);
        toast('plain', t('report_blocked'));
      } else opened.addEventListener('load', () => opened.print());
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (e) {
      say(e);
    }
  };
  const items: MenuItem[] = [
    ...EXPORT_FORMATS.map((format) => ({
      id: format,
      text: t(`format_${format}`),
      act: () => void give(format),
    })),
    {
      id: 'plan',
      text: t('format_plan'),
      act: () => {
        const text = `${JSON.stringify({ scenario, plan, verdict }, null, 1)}\n`;
        save({ name: `${scenario.id}-plan.json`, blob: new Blob([text], { type: 'application/json' }) });
      },
    },
  ];
  return (
    <>
      <div className="row">
        <Menu label={t('export')} icon="download" items={items} testId="export" />
        <Button icon="print" onClick={() => void report()} testId="report">
          {t('report')}
        </Button>
      </div>
      {verdict?.admitted === true ? null : <p className="warn-line">{t('export_rejected')}</p>}
      {stale ? <p className="warn-line">{t('export_stale')}</p> : null}
    </>
  );
}
