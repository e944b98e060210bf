import { useEffect, useRef, useState } from 'react';
import type { SurveyScenario } from '#world';
import { save } from '../../api/http.ts';
import { go } from '../../shell/router.ts';
import { useText } from '../../shell/settings.ts';
import { Button, IconButton } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { refreshOwn } from '../state/catalogue.ts';
import {
  adoptDocument,
  deleteDocument,
  redo,
  restoreOriginal,
  undo,
  useDocument,
} from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { newTexts } from './new-texts.ts';
import { copyOf, isFault, readScenarioFile, scenarioFile } from './scenario-file.ts';
import { ScenarioList } from './scenario-list.tsx';
import { useForm } from './use-form.ts';

/** Name of the open scenario, the list to choose from, undo and redo, files. */
export function ScenarioHeader(): React.JSX.Element {
  const { t, language } = useForm();
  const { t: n } = useText(newTexts);
  const { key, own, scenario, past, future, kept_in } = useDocument();
  const [list, setList] = useState(false);
  const [importing, setImporting] = useState(false);
  const [making, setMaking] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const adopt = (next: NonNullable<typeof scenario>): void => {
    const id = adoptDocument(next);
    refreshOwn();
    go({ mode: 'survey', id, part: null });
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = await readScenarioFile(file);
    if (isFault(read)) {
      const reason = read.type === 'json' ? t('file_json') : t('file_old', { version: read.version });
      return toast('bad', t('file_bad', { reason }));
    }
    adopt(read);
    toast('good', t('opened', { title: read.title[language] }));
  };
  const items: MenuItem[] = [
    { id: 'new', icon: 'plus', text: n('menu'), act: () => setMaking(true) },
    {
      id: 'copy',
      icon: 'copy',
      text: t('copy'),
      disabled: scenario === null,
      act: () => scenario !== null && adopt(copyOf(scenario, (title) => t('copy_of', { title }))),
    },
    { id: 'open', icon: 'upload', text: t('open_file'), act: () => picker.current?.click() },
    {
      id: 'save',
      icon: 'download',
      text: t('save_file'),
      disabled: scenario === null,
      act: () => scenario !== null && save(scenarioFile(scenario)),
    },
    {
      id: 'import',
      icon: 'area',
      text: t('import_areas'),
      disabled: scenario === null,
      act: () => setImporting(true),
    },
    own
      ? {
          id: 'delete',
          icon: 'trash',
          text: t('remove_scenario'),
          act: () => {
            if (key === null) return;
            void deleteDocument(key).then(() => {
              refreshOwn();
              go({ mode: 'survey', id: 's01', part: null });
            });
          },
        }
      : {
          id: 'restore',
          icon: 'history',
          text: t('restore'),
          disabled: past.length === 0,
          act: () => {
            restoreOriginal(EDIT.restore).then(
              () => toast('plain', t('restored')),
              (e: unknown) => toast('bad', String(e)),
            );
          },
        },
  ];
  const last = past.at(-1);
  const next = future[0];
  return (
    <div className="scenario-header">
      <button
        type="button"
        className="scenario-name"
        aria-haspopup="dialog"
        data-testid="scenario-name"
        onClick={() => setList(true)}
      >
        <span className="object-text">
          <small>
            {t('scenario')}
            {own || past.length === 0 ? '' : ` · ${t('edited')}`}
          </small>
          <strong>{scenario?.title[language] ?? '…'}</strong>
        </span>
        <Icon name="down" size={14} />
      </button>
      <IconButton
        icon="undo"
        label={last === undefined ? t('nothing_to_undo') : t('undo', { label: last.label[language] })}
        disabled={last === undefined}
        testId="undo"
        onClick={undo}
      />
      <IconButton
        icon="redo"
        label={next === undefined ? t('nothing_to_redo') : t('redo', { label: next.label[language] })}
        disabled={next === undefined}
        testId="redo"
        onClick={redo}
      />
      <Menu label={t('scenario')} icon="menu" compact items={items} testId="scenario-menu" />
      {kept_in === 'browser' ? null : <KeptElsewhere kept_in={kept_in} scenario={scenario} />}
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        className="sr"
        tabIndex={-1}
        aria-label={t('open_file')}
        data-testid="scenario-file"
        onChange={(e) => {
          void open(e.target.files?.[0]);
          e.target.value = '';
        }}
      />
      {list ? (
        <ScenarioList
          onClose={() => setList(false)}
          onNew={() => {
            setList(false);
            setMaking(true);
          }}
        />
      ) : null}
      {making ? <NewDialog onClose={() => setMaking(false)} /> : null}
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </div>
  );
}

/** Says that the small storage did not take the scenario. Where nothing did, a file is offered and leaving is asked about. */
function KeptElsewhere({
  kept_in,
  scenario,
}: {
  readonly kept_in: 'database' | 'nowhere';
  readonly scenario: SurveyScenario | null;
}): React.JSX.Element {
  const { t } = useForm();
  const lost = kept_in === 'nowhere';
  useEffect(() => {
    if (!lost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [lost]);
  return (
    <div className={`kept ${kept_in}`} role={lost ? 'alert' : 'status'} data-testid="kept">
      <span>{t(lost ? 'kept_nowhere' : 'kept_database')}</span>
      {lost && scenario !== null ? (
        <Button icon="download" testId="kept-save" onClick={() => save(scenarioFile(scenario))}>
          {t('save_file')}
        </Button>
      ) : null}
    </div>
  );
}
