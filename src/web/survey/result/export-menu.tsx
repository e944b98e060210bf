import { useEffect, useState } from 'react';
import { asApiError, save } from '../../api/http.ts';
import { EXPORT_FORMATS, exportPlan, reportPage, type ExportFormat } from '../../api/survey.ts';
import { errorText } from '../../shell/error-text.ts';
import { useText } from '../../shell/settings.ts';
import { Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { Outcome } from '../state/compute.ts';
import { FileCheckView, type Saved } from './file-check.tsx';
import { openReport } from './open-report.ts';
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
  const [saved, setSaved] = useState<Saved | null>(null);
  const [asked, setAsked] = useState<ExportFormat | null>(null);
  // What was said of a file belongs to the plan that it was written from.
  useEffect(() => setSaved(null), [plan]);
  if (plan === null) return <></>;
  const say = (e: unknown): void => toast('bad', errorText(asApiError(e), language));
  const give = async (format: ExportFormat, accepted: boolean): Promise<void> => {
    setAsked(null);
    setSaved(null);
    try {
      const file = await exportPlan(scenario, plan, format, accepted);
      save(file);
      if (file.check !== null) setSaved({ name: file.name, check: file.check });
      toast(file.check?.admitted === false ? 'plain' : 'good', t('exported', { name: file.name }));
    } catch (e) {
      const error = asApiError(e);
      if (error.code === 'NOT_ADMITTED') setAsked(format);
      else say(error);
    }
  };
  const report = async (): Promise<void> => {
    try {
      const file = await reportPage(scenario, plan, language);
      if (openReport(file.blob)) return;
      save(file);
      toast('plain', t('report_blocked'));
    } catch (e) {
      say(e);
    }
  };
  const items: MenuItem[] = [
    ...EXPORT_FORMATS.map((format) => ({
      id: format,
      text: t(`format_${format}`),
      act: () => void give(format, false),
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
      {saved === null ? null : <FileCheckView saved={saved} />}
      {asked === null ? null : (
        <Dialog
          title={t('export_ask_title')}
          close_label={t('close')}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t('cancel')}</Button>
              <Button kind="danger" testId="export-anyway" onClick={() => void give(asked, true)}>
                {t('export_anyway')}
              </Button>
            </>
          }
        >
          <p>{t('export_ask_text')}</p>
        </Dialog>
      )}
    </>
  );
}
