import tseslint from 'typescript-eslint';

/** Bans that keep the core deterministic: chance, time and locale are arguments. */
const determinism = [
  { object: 'Math', property: 'random', message: 'Take an Rng (#base).' },
  { object: 'Date', property: 'now', message: 'Take a Clock (#base).' },
  { object: 'performance', property: 'now', message: 'Take a Clock (#base).' },
];
const determinismSyntax = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take a Clock (#base).' },
  {
    selector: "CallExpression[callee.property.name='localeCompare']",
    message: 'Compare code units: order must not depend on a locale.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^toLocale/]',
    message: 'Output must not depend on a locale.',
  },
  { selector: "MemberExpression[object.name='Intl']", message: 'Output must not depend on a locale.' },
];
const core = [
  'base',
  'geo',
  'logic',
  'search',
  'world',
  'ir',
  'language',
  'engines',
  'operations',
  'tools',
  'agent',
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'out/**', 'test-artifacts/**', '**/*.cjs'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        { selector: 'function', format: ['camelCase', 'PascalCase'], filter: { regex: '_', match: false } },
      ],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      complexity: ['error', 20],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: core.map((room) => `src/${room}/**/*.ts`),
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': ['error', ...determinism],
      'no-restricted-syntax': ['error', ...determinismSyntax],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench-perf/**/*.ts', 'scripts/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', 600],
      'no-console': 'off',
      complexity: 'off',
    },
  },
  { files: ['src/web/**'], rules: { 'max-lines-per-function': ['error', 140] } },
);
