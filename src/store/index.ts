/** store: files, bundled data and databases. */
export * from './store-error.ts';
export * from './read-file.ts';
export * from './load-city.ts';
export * from './state-text.ts';
export * from './node-clock.ts';
export * from './import/index.ts';
export * from './bundled/survey.ts';
export * from './bundled/survey-names.ts';
export * from './operations/index.ts';
