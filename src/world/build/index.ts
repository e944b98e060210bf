/** Building cities: the generated demo city and stand-ins. Everything here is pure. */
export * from './aircraft-models.ts';
export * from './demo-city.ts';
export * from './standin-ceilings.ts';
export * from './extract.ts';
export * from './build-city.ts';
export * from './derived-zones.ts';
export { slugOf } from './names.ts';
export * from './synthetic-fleet.ts';
export { CITY_TYPES, type CityType } from './city-kinds.ts';
export * from './generate-city.ts';
