/** What the input checks say in Russian where the English text comes from elsewhere: the catalogue's lint and the schemas. */
import { type z } from 'zod';
import { type EquipmentError } from './equipment.ts';
import { type CatalogueSuspicion } from './lint-catalogue.ts';

const LINT: Readonly<Record<CatalogueSuspicion['rule'], string>> = {
  not_positive: 'величина должна быть больше нуля',
  pixels_not_square: 'размеры матрицы и число пикселей не подходят друг к другу',
  sensor_size_absurd: 'неправдоподобный размер матрицы',
  pixel_pitch_absurd: 'неправдоподобный размер пикселя',
  view_too_wide: 'слишком широкий угол зрения: фокусное расстояние условное',
  focal_looks_like_equivalent: 'фокусное расстояние похоже на эквивалентное для плёнки 35 мм',
  family_sensor_differs: 'ширина матрицы не такая, как в других строках той же камеры',
  sources_conflict: 'источники расходятся в размерах матрицы или объектива',
  speeds_out_of_order: 'крейсерская скорость не лежит между наименьшей и наибольшей',
  turns_on_the_spot: 'крыло не может развернуться на месте',
  cannot_hover: 'вертикальный взлёт требует мощности на висение',
  power_per_mass_absurd: 'неправдоподобная мощность на килограмм',
  endurance_contradicts_power: 'ёмкость и мощность не дают указанной продолжительности',
  out_of_range: 'величина вне допустимых пределов',
};

/** One sentence in Russian about an equipment error; names of models, payloads and figures stay as they are. */
export function equipmentErrorTextRu(e: EquipmentError): string {
  switch (e.type) {
    case 'unknown_equipment':
      return `${e.id} нет в каталоге${e.near.length > 0 ? `; похожие: ${e.near.join(', ')}` : ''}`;
    case 'equipment_refused':
      return `${e.id} отклонён каталогом: ${e.rule === null ? 'строка помечена негодной' : LINT[e.rule]}`;
    case 'figures_missing':
      return `для ${e.id} в каталоге нет чисел: ${e.figures.join(', ')}`;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'число',
  int: 'целое число',
  string: 'строка',
  boolean: 'да или нет',
  array: 'список',
  object: 'объект',
  null: 'пустое значение',
  tuple: 'список заданной длины',
};

/** A schema's issue in Russian; names of fields and allowed values stay as they are. */
export function schemaIssueRu(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `ожидается ${KINDS[issue.expected] ?? 'значение другого вида'}`;
    case 'too_small':
      return `${measure(issue.origin)} ${issue.inclusive === false ? 'больше' : 'не меньше'} ${issue.minimum}`;
    case 'too_big':
      return `${measure(issue.origin)} ${issue.inclusive === false ? 'меньше' : 'не больше'} ${issue.maximum}`;
    case 'unrecognized_keys':
      return `лишние поля: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `допустимо: ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'не подходит ни к одному из допустимых видов';
    case 'invalid_format':
      return 'недопустимая запись';
    default:
      return 'недопустимое значение';
  }
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'допустима длина' : 'допустимо значение';
}
