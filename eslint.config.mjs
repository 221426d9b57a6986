import { defineConfig } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';

/**
 * The rooms of lib/ from the lowest to the highest: a room imports from itself and from those before it.
 * See docs/ARCHITECTURE.md.
 */
const ROOMS = ['bundle', 'olm', 'constructs', 'gitops', 'pulumi'];

/** The one file of lib/olm that lib/bundle may import: the schema of the ClusterServiceVersion. */
const CSV_SCHEMA = 'olm/crds/cluster-service-version';

/** Packages that only a room and those above it may know. */
const ROOM_OF_PACKAGE = { 'cdk8s': 'constructs', 'cdk8s-plus-[0-9]+': 'constructs', 'constructs': 'constructs', '@pulumi/.*': 'pulumi' };

const above = room => ROOMS.slice(ROOMS.indexOf(room) + 1);
const isBelow = (room, other) => ROOMS.indexOf(room) < ROOMS.indexOf(other);

const INDEX = {
  regex: '^\\.{1,2}(/\\.\\.)*(/lib)?(/index)?/?$|^olm-constructs$',
  message: 'lib/index.ts is the public door; inside lib import the file that holds what you need.',
};

/** What files of a room must not import, as patterns of `no-restricted-imports`. */
function restrictedImports(room) {
  const exception = room === 'bundle' ? `(?!${CSV_SCHEMA}$)` : '';
  const rooms = above(room).map(other => ({
    regex: `^(\\.\\./)+(lib/)?${exception}${other}(/|$)`,
    message: `lib/${room} lies below lib/${other}: imports go ${ROOMS.join(' <- ')} only.`,
  }));
  const packages = Object.entries(ROOM_OF_PACKAGE)
    .filter(([, home]) => isBelow(room, home))
    .map(([name, home]) => ({ regex: `^${name}(/|$)`, message: `only lib/${home} and the rooms above it know this package.` }));
  const generated = isBelow(room, 'constructs')
    ? [{ regex: '^(\\.\\./)+imports(/|$)', message: 'imports/ is made from lib/olm; only lib/constructs and the rooms above it use it.' }]
    : [];
  const outside = [{ regex: '^(\\.\\./)+(test|e2e|examples|scripts|bench)(/|$)', message: 'the library imports nothing of its tests, examples and scripts.' }];
  return [INDEX, ...rooms, ...packages, ...generated, ...outside];
}

/** Rules of form: one look for every file. */
const form = {
  'comma-dangle': ['error', { arrays: 'always-multiline', objects: 'always-multiline', imports: 'always-multiline', exports: 'always-multiline', functions: 'only-multiline' }],
  'eol-last': 'error',
  'max-len': ['error', { code: 150, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
  'no-tabs': 'error',
  'no-trailing-spaces': 'error',
  'object-curly-spacing': ['error', 'always'],
  'quotes': ['error', 'single', { avoidEscape: true }],
  'semi': 'error',
};

/** Rules of meaning that hold for every TypeScript file. */
const meaning = {
  'curly': 'error',
  'eqeqeq': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'import-x/no-default-export': 'error',
  'import-x/no-duplicates': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  // A name with an underscore is there to be left out: of a parameter list, or of a copy of an object.
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/** Rules that keep the output of the library the same on every machine. */
const deterministic = {
  'no-console': 'error',
  'no-restricted-properties': ['error',
    { property: 'localeCompare', message: 'compare by code units: the locale of the machine must not change the output.' },
    { property: 'toLocaleLowerCase', message: 'the locale of the machine must not change the output.' },
    { property: 'toLocaleUpperCase', message: 'the locale of the machine must not change the output.' },
    { property: 'toLocaleString', message: 'the locale of the machine must not change the output.' },
    { object: 'Math', property: 'random', message: 'the same input gives the same output.' },
    { object: 'Date', property: 'now', message: 'the same input gives the same output.' },
    { object: 'process', property: 'env', message: 'no environment variable changes the output.' },
  ],
  'no-restricted-globals': ['error', { name: 'Intl', message: 'the locale of the machine must not change the output.' }],
  'no-restricted-syntax': ['error',
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'the same input gives the same output.' },
    { selector: 'ImportExpression', message: 'import at the top of the file, where the import rule sees it.' },
  ],
};

export default defineConfig(
  { ignores: ['build/**', 'dist/**', 'out/**', 'coverage/**', 'imports/**', 'lib/olm/generated/**', 'test/lint/cycle/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname } },
    settings: { ...importX.flatConfigs.typescript.settings, 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.dev.json' })] },
    rules: { ...form, ...meaning, 'import-x/no-cycle': 'error' },
  },
  {
    files: ['**/*.mjs'],
    rules: form,
  },
  {
    files: ['lib/**/*.ts'],
    rules: deterministic,
  },
  {
    // What is loaded at the first use stands in files of this name; they may only load files of the library.
    files: ['lib/**/on-demand.ts'],
    rules: { '@typescript-eslint/no-require-imports': ['error', { allow: ['^\\.{1,2}/'] }] },
  },
  {
    // What speaks with a cluster needs the time, chance and the environment. Nothing that it learns gets into a manifest.
    files: ['lib/pulumi/wait/client/**/*.ts', 'lib/pulumi/waiters/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // jest calls the default export of what it is told to run before and after all suites.
    files: ['e2e/package/*run-folder.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  ...ROOMS.map(room => ({
    files: [`lib/${room}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: restrictedImports(room) }] },
  })),
);
