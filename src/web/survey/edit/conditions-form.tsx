import { useState } from 'react';
import type { SurveyScenario } from '#world';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { edit, useDocument } from '../state/document.ts';
import { EDIT } from '../state/labels.ts';
import { ScenarioNumber } from './number.tsx';
import { TerrainForm } from './terrain-form.tsx';
import { useForm } from './use-form.ts';

/** Weather, objective, solver, window, separation. */
export function ConditionsForm(): React.JSX.Element {
  const scenario = useDocument((s) => s.scenario);
  if (scenario === null) return <></>;
  return (
    <>
      <Title title={scenario.title} />
      <Weather weather={scenario.weather} />
      <Objective objective={scenario.objective} />
      <Solver solver={scenario.solver} />
      <Window window={scenario.work_window} />
      <Separation scenario={scenario} />
      <TerrainForm scenario={scenario} />
    </>
  );
}

function Title({ title }: { readonly title: SurveyScenario['title'] }): React.JSX.Element {
  const { t, language } = useForm();
  return (
    <TextField
      label={t('rename')}
      value={title[language]}
      max={200}
      wide
      onChange={(text) => edit(EDIT.title, (s) => ({ ...s, title: { ...s.title, [language]: text } }))}
    />
  );
}

function Weather({ weather }: { readonly weather: SurveyScenario['weather'] }): React.JSX.Element {
  const { t, unit } = useForm();
  const change = (part: Partial<SurveyScenario['weather']>): void => {
    // Gusts below the wind contradict the document; the wind is what the operator has just said.
    const next = { ...weather, ...part };
    const raised = part.wind_mps !== undefined && next.gust_mps < next.wind_mps;
    edit(EDIT.weather, (s) => ({
      ...s,
      weather: { ...s.weather, ...part, ...(raised ? { gust_mps: next.wind_mps } : {}) },
    }));
    if (raised) toast('plain', t('gust_raised'));
  };
  return (
    <section>
      <h3>{t('weather')}</h3>
      <div className="grid2">
        <ScenarioNumber
          label={t('wind')}
          value={weather.wind_mps}
          rule="weather.wind_mps"
          path="weather.wind_mps"
          unit={unit('m/s')}
          testId="wind"
          onChange={(v) => change({ wind_mps: v! })}
        />
        <ScenarioNumber
          label={t('wind_from')}
          value={weather.wind_from_deg}
          rule="weather.wind_from_deg"
          path="weather.wind_from_deg"
          unit="°"
          testId="wind-from"
          onChange={(v) => change({ wind_from_deg: v! })}
        />
        <ScenarioNumber
          label={t('gust')}
          value={weather.gust_mps}
          rule="weather.gust_mps"
          path="weather.gust_mps"
          unit={unit('m/s')}
          onChange={(v) => change({ gust_mps: v! })}
        />
        <ScenarioNumber
          label={t('ground_wind')}
          value={weather.ground_wind_mps}
          rule="weather.ground_wind_mps"
          path="weather.ground_wind_mps"
          unit={unit('m/s')}
          empty={t('as_aloft')}
          onChange={(v) => change({ ground_wind_mps: v })}
        />
        <ScenarioNumber
          label={t('temperature')}
          value={weather.temperature_c}
          rule="weather.temperature_c"
          path="weather.temperature_c"
          unit="°C"
          onChange={(v) => change({ temperature_c: v! })}
        />
      </div>
    </section>
  );
}

function Objective({ objective }: { readonly objective: SurveyScenario['objective'] }): React.JSX.Element {
  const { t } = useForm();
  const change = (part: Partial<SurveyScenario['objective']>): void => {
    edit(EDIT.objective, (s) => ({ ...s, objective: { ...s.objective, ...part } }));
  };
  return (
    <section>
      <h3>{t('objective')}</h3>
      <SelectField
        label={t('kind')}
        value={objective.kind}
        wide
        options={(['work_time', 'flight_time', 'pareto'] as const).map((id) => ({ id, text: t(id) }))}
        onChange={(kind) => change({ kind })}
      />
      <SelectField
        label={t('turn_mode')}
        value={objective.turn_mode}
        wide
        options={(['track_line', 'fly_by'] as const).map((id) => ({ id, text: t(id) }))}
        onChange={(turn_mode) => change({ turn_mode })}
      />
      <div className="grid2">
        <ScenarioNumber
          label={t('reserve')}
          value={objective.energy_reserve}
          rule="objective.energy_reserve"
          path="objective.energy_reserve"
          factor={100}
          unit="%"
          onChange={(v) => change({ energy_reserve: v! })}
        />
        {objective.kind !== 'pareto' ? null : (
          <ScenarioNumber
            label={t('lambda')}
            value={objective.lambda}
            rule="objective.lambda"
            path="objective.lambda"
            onChange={(v) => change({ lambda: v! })}
          />
        )}
      </div>
    </section>
  );
}

function Solver({ solver }: { readonly solver: SurveyScenario['solver'] }): React.JSX.Element {
  const { t, unit } = useForm();
  const change = (part: Partial<SurveyScenario['solver']>): void => {
    edit(EDIT.solver, (s) => ({ ...s, solver: { ...s.solver, ...part } }));
  };
  return (
    <section>
      <h3>{t('solver')}</h3>
      <div className="grid2">
        <ScenarioNumber
          label={t('time_limit')}
          value={solver.time_limit_s}
          rule="solver.time_limit_s"
          path="solver.time_limit_s"
          unit={unit('s')}
          testId="time-limit"
          onChange={(v) => change({ time_limit_s: v! })}
        />
        <ScenarioNumber
          label={t('seed')}
          value={solver.seed}
          rule="solver.seed"
          path="solver.seed"
          onChange={(v) => change({ seed: v! })}
        />
        <ScenarioNumber
          label={t('iterations')}
          value={solver.iteration_budget}
          rule="solver.iteration_budget"
          path="solver.iteration_budget"
          testId="iterations"
          empty={t('own_number')}
          onChange={(v) => change({ iteration_budget: v })}
        />
      </div>
    </section>
  );
}

function Window({ window }: { readonly window: SurveyScenario['work_window'] }): React.JSX.Element {
  const { t, language } = useForm();
  const [wrong, setWrong] = useState<string | null>(null);
  const change = (part: Partial<SurveyScenario['work_window']>): void => {
    edit(EDIT.solver, (s) => ({ ...s, work_window: { ...s.work_window, ...part } }));
  };
  const start = (text: string): void => {
    const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?Z?$/.exec(text.trim());
    const iso = found === null ? '' : `${found[1]}T${found[2]}:${found[3] ?? '00'}Z`;
    if (Number.isNaN(Date.parse(iso))) return setWrong(t('start_wrong'));
    setWrong(null);
    change({ start_utc: iso });
  };
  return (
    <section>
      <h3>{t('window')}</h3>
      <div className="grid2">
        <TextField
          label={t('start')}
          value={window.start_utc.replace('T', ' ').replace(/:00Z$|Z$/, '')}
          max={25}
          error={wrong}
          onChange={start}
        />
        <ScenarioNumber
          label={t('duration')}
          value={window.duration_s}
          rule="work_window.duration_s"
          path="work_window.duration_s"
          factor={1 / 60}
          unit={language === 'ru' ? 'мин' : 'min'}
          empty={t('not_limited')}
          onChange={(v) => change({ duration_s: v })}
        />
      </div>
    </section>
  );
}

function Separation({ scenario }: { readonly scenario: SurveyScenario }): React.JSX.Element {
  const { t, unit } = useForm();
  const { separation, links } = scenario;
  const change = (part: Partial<SurveyScenario['separation']>): void => {
    edit(EDIT.airspace, (s) => ({ ...s, separation: { ...s.separation, ...part } }));
  };
  const link = (part: Partial<SurveyScenario['links']>): void => {
    edit(EDIT.airspace, (s) => ({ ...s, links: { ...s.links, ...part } }));
  };
  return (
    <section>
      <h3>{t('separation')}</h3>
      <div className="grid2">
        <ScenarioNumber
          label={t('horizontal')}
          value={separation.horizontal_m}
          rule="separation.horizontal_m"
          path="separation.horizontal_m"
          unit={unit('m')}
          onChange={(v) => change({ horizontal_m: v! })}
        />
        <ScenarioNumber
          label={t('vertical')}
          value={separation.vertical_m}
          rule="separation.vertical_m"
          path="separation.vertical_m"
          unit={unit('m')}
          onChange={(v) => change({ vertical_m: v! })}
        />
        <ScenarioNumber
          label={t('launch_spacing')}
          value={separation.launch_spacing_s}
          rule="separation.launch_spacing_s"
          path="separation.launch_spacing_s"
          unit={unit('s')}
          onChange={(v) => change({ launch_spacing_s: v! })}
        />
        <ScenarioNumber
          label={t('sight')}
          value={links.line_of_sight_m}
          rule="links.line_of_sight_m"
          path="links.line_of_sight_m"
          unit={unit('m')}
          empty={t('not_limited')}
          onChange={(v) => link({ line_of_sight_m: v })}
        />
        <ScenarioNumber
          label={t('radio')}
          value={links.radio_range_m}
          rule="links.radio_range_m"
          path="links.radio_range_m"
          unit={unit('m')}
          empty={t('not_limited')}
          onChange={(v) => link({ radio_range_m: v })}
        />
      </div>
    </section>
  );
}
