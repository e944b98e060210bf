import { z } from 'zod';
import { editTool } from './guard/edit.ts';
import { given, number } from './guard/args.ts';
import { UNIT, outOfRange } from './guard/ranges.ts';
import { surveyError } from './session/text.ts';

/** Sets the wind, the gusts and the temperature. */
export const setWeatherTool = editTool(
  {
    name: 'set_weather',
    summary:
      'Sets the weather. Null leaves a value unchanged. Only on the operator’s direct request. The wind direction is where the wind blows FROM (a west wind is 270). Gusts must not be weaker than the wind: if the wind rises above the gusts, ask for the gusts or state them.',
    args: z.strictObject({
      wind_mps: number('wind speed, m/s, 0 to 60').nullable(),
      wind_from_deg: number('direction the wind blows from, degrees from true north, 0 to 360').nullable(),
      gust_mps: number('strongest gust, m/s, 0 to 90, at least the wind').nullable(),
      temperature_c: number('air temperature, °C, -60 to 60').nullable(),
    }),
  },
  {
    touches: () => [],
    ranges: (args, { weather }) => {
      const bad = outOfRange([
        { value: args.wind_mps, en: 'wind_mps', ru: 'скорость ветра', min: 0, max: 60, unit: UNIT.mps },
        {
          value: args.wind_from_deg,
          en: 'wind_from_deg',
          ru: 'направление ветра (откуда дует)',
          min: 0,
          max: 360,
          unit: UNIT.deg,
        },
        { value: args.gust_mps, en: 'gust_mps', ru: 'порывы', min: 0, max: 90, unit: UNIT.mps },
        {
          value: args.temperature_c,
          en: 'temperature_c',
          ru: 'температура',
          min: -60,
          max: 60,
          unit: UNIT.c,
        },
      ]);
      if (bad !== null) return bad;
      const wind = args.wind_mps ?? weather.wind_mps;
      const gust = args.gust_mps ?? weather.gust_mps;
      if (gust >= wind || (args.wind_mps === null && args.gust_mps === null)) return null;
      return surveyError(
        'out_of_range',
        `gusts of ${gust} m/s are weaker than the wind of ${wind} m/s: state gust_mps of at least ${wind}`,
        `порывы ${gust} м/с слабее ветра ${wind} м/с: укажите порывы не меньше ${wind} м/с`,
      );
    },
    apply: (args, scenario) => ({ ...scenario, weather: { ...scenario.weather, ...given(args) } }),
  },
);
