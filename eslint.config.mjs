import { defineConfig } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';

/**
 * The modules of lib/ from the lowest to the highest, with their folders in the same order; '.' are the files of the module itself. A file
 * imports from its own folder and from what comes before it here. `without` names earlier modules that a module does without.
 * See docs/ARCHITECTURE.md.
 */
const MODULES = [
  { name: 'json' },
  { name: 'semver' },
  { name: 'yaml' },
  { name: 'crd' },
  { name: 'schema', folders: ['model', 'formats', 'structure', 'metadata', 'rules', '.'] },
  { name: 'bundle', folders: ['model', 'files', 'oci', 'registry-v1', 'package-manifests', 'read', 'plain', 'registry', '.'] },
  {
    name: 'catalog',
    folders: ['declcfg', 'read', 'validate', 'migrate', 'render', 'filter', 'stream', 'merge', 'template', 'community', 'compare', 'graph', '.'],
  },
  { name: 'report' },
  { name: 'olm', folders: ['model', 'generated', 'crds', 'settings', 'objects', 'release', 'upgrade', 'recognition', 'custom-release', '.'] },
  { name: 'validation', folders: ['model', 'formats', 'output', 'kubernetes', 'views', 'csv', 'suites/olm-constructs', 'suites', '.'] },
  { name: 'resolve', folders: ['model', 'entries', 'constraints', 'solver', 'problem', 'lock', 'drift', 'plan', 'gates', '.'] },
  { name: 'render', folders: ['model', 'decode', 'validate', 'objects', '.'] },
  { name: 'olm-v1', folders: ['model', 'crds', 'migration', '.'] },
  { name: 'rukpak', folders: ['model', 'crds', '.'] },
  { name: 'kubernetes', without: ['bundle', 'catalog', 'report', 'olm', 'validation', 'resolve', 'render', 'olm-v1', 'rukpak'] },
  {
    name: 'waiting',
    folders: ['cluster', 'causes', 'explain', 'machine', 'rules', 'catalog', 'olm', 'operator', 'removal', 'olm-v1', 'plain', 'rukpak', 'run', '.'],
    without: ['bundle', 'catalog', 'report', 'validation'],
  },
  { name: 'inspection', folders: ['source', 'judgement', 'chain', 'explain', 'status', 'installed', 'metrics', 'packages', '.'], without: ['bundle', 'report', 'validation'] },
  { name: 'operations', folders: ['manifests', 'targets', 'audit', 'run', '.'], without: ['bundle', 'catalog', 'report', 'validation'] },
  { name: 'cluster', without: ['bundle', 'report', 'validation'] },
  { name: 'constructs', folders: ['model', 'rights', 'olm-v1', 'rukpak', '.'], without: ['kubernetes', 'waiting', 'inspection', 'operations', 'cluster'] },
  {
    name: 'gitops',
    folders: ['model', 'health', 'argocd', 'flux', 'findings', 'checks', 'policy', 'tree', 'jobs', '.'],
    without: ['kubernetes', 'waiting', 'inspection', 'operations', 'cluster'],
  },
  {
    name: 'pulumi',
    folders: [
      'provider', 'waiter-resource', 'catalog-ready', 'cluster-catalog-ready', 'olm-detection', 'olm-ready', 'operator-adoption', 'operator-namespace',
      'operator-ready', 'cluster-extension-ready', 'plain-ready', 'rukpak-ready', 'waiters', 'program', 'components', '.',
    ],
  },
  { name: 'cli', folders: ['frame', 'imports', 'offline', 'inspect', 'act', '.'] },
];

/** Packages that only one module and those above it may import. */
const MODULE_OF_PACKAGE = { 'cdk8s': 'constructs', 'cdk8s-plus-[0-9]+': 'constructs', 'constructs': 'constructs', '@pulumi/.*': 'pulumi', 'commander': 'cli' };

const position = (name) => MODULES.findIndex((module) => module.name === name);
const escaped = (names) => names.map((name) => name.replaceAll('.', '\\.')).join('|');

/** What no file of lib/ may import. */
const NEVER = [
  {
    regex: '^\\.{1,2}(/\\.\\.)*(/lib)?(/index)?/?$|^olm-constructs$',
    message: 'lib/index.ts is the public API; inside lib, import the file that defines what you need.',
  },
  { regex: '^(\\.\\./)+(test|e2e|examples|scripts|bench)(/|$)', message: 'the library does not import its tests, examples or scripts.' },
  // The patterns below know only the shortest path to a file.
  { regex: '^\\./\\.|/\\./|[^./]/\\.\\.(/|$)|^(\\.\\./)+lib/(?!index/?$)', message: 'write the shortest relative path.' },
];

/** What the files of one folder of a module must not import, as patterns of `no-restricted-imports`. */
function restrictedImports({ name, folders = ['.'], without = [] }, folder) {
  const depth = folder === '.' ? 1 : folder.split('/').length + 1;
  const up = (count) => (count === 0 ? '^\\./' : `^(\\.\\./){${count}}`);
  const patterns = [...NEVER];
  if (name !== 'pulumi' || folder !== '.') {
    patterns.push({ regex: '^(\\.\\./)+data$', message: 'lib/data.ts is for the public entries; import the file that defines what you need.' });
  }
  const modules = [...MODULES.slice(position(name) + 1).map((module) => module.name), ...without];
  if (modules.length > 0) {
    patterns.push({ regex: `${up(depth)}(${escaped(modules)})(/|$)`, message: `lib/${name} does not import this module: see MODULES in eslint.config.mjs.` });
  }
  patterns.push({ regex: `${up(depth)}${name}(/|$)`, message: 'write the shortest relative path.' });
  const later = folders.slice(folders.indexOf(folder) + 1).filter((other) => other !== '.');
  if (later.length > 0) {
    patterns.push({ regex: `${up(depth - 1)}(${escaped(later)})/`, message: `lib/${name}/${folder} comes before this folder: see MODULES in eslint.config.mjs.` });
  }
  if (folder !== '.') {
    patterns.push({
      regex: `${up(depth - 1)}(?!load$)[^/]+$`,
      message: `folders of lib/${name} do not import the files of the module itself, but for its loader.`,
    });
  }
  for (const [packageName, home] of Object.entries(MODULE_OF_PACKAGE)) {
    if (position(name) < position(home)) {
      patterns.push({ regex: `^${packageName}(/|$)`, message: `only lib/${home} and the modules above it import this package.` });
    }
  }
  if (position(name) < position('constructs')) {
    patterns.push({ regex: '^(\\.\\./)+imports(/|$)', message: 'imports/ is generated from lib/olm; only lib/constructs and the modules above it import it.' });
  }
  return patterns;
}

const importOrder = MODULES.flatMap((module) => (module.folders ?? ['.']).map((folder) => ({
  files: [folder === '.' ? `lib/${module.name}/*.ts` : `lib/${module.name}/${folder}/*.ts`],
  rules: { 'no-restricted-imports': ['error', { patterns: restrictedImports(module, folder) }] },
})));

/** Pulumi's process for dynamic resources runs these files; it need not have the SDK, nor cdk8s. */
const PROVIDER_FILES = ['lib/pulumi/provider/**/*.ts', 'lib/pulumi/*-{ready,adoption,detection,namespace}/*-provider.ts', 'lib/pulumi/waiters/**/*.ts'];

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

const IMPORT_ABOVE = 'import at the top of the file, where the import rule sees it.';

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
    { selector: 'ImportExpression', message: IMPORT_ABOVE },
    // A package that is loaded at its first use has its type from `typeof import`; the packages of one module, and files, have their import rules.
    { selector: `TSImportType[source.value=/^(\\.|(${Object.keys(MODULE_OF_PACKAGE).join('|').replaceAll('/', '\\u002F')})(\\u002F|$))/]`, message: IMPORT_ABOVE },
  ],
};

export default defineConfig(
  { ignores: ['build/**', 'dist/**', 'out/**', 'coverage/**', 'site/out/**', 'imports/**', 'examples/operands/imports/**', 'lib/olm/generated/**', 'test/lint/cycle/**'] },
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
    files: ['**/*.{cjs,mjs}'],
    rules: form,
  },
  {
    files: ['lib/**/*.ts'],
    rules: deterministic,
  },
  {
    // The loader of a module: what is loaded at the first use. It may only load files of the library.
    files: ['lib/*/load.ts'],
    rules: { '@typescript-eslint/no-require-imports': ['error', { allow: ['^\\.{1,2}/'] }] },
  },
  {
    // What speaks with a cluster or a terminal, or answers the command line, needs the time, chance and the environment. Nothing that it learns gets
    // into a manifest.
    files: ['lib/kubernetes/**/*.ts', 'lib/cluster/*.ts', 'lib/cli/**/*.ts', 'lib/constructs/lock-command.ts', ...PROVIDER_FILES],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // jest calls the default export of what it is told to run before and after all suites.
    files: ['e2e/package/*run-folder.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    // Pulumi sets the outputs of a resource before the fields of its class are initialized; `declare` makes no field.
    files: ['lib/pulumi/**/*.ts'],
    rules: {
      'no-restricted-syntax': [...deterministic['no-restricted-syntax'],
        { selector: 'PropertyDefinition[definite=true]', message: 'this field hides the output that Pulumi sets: use `declare`.' },
      ],
    },
  },
  ...importOrder,
  {
    files: PROVIDER_FILES,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {
        patterns: [{ regex: '^(@pulumi/.*|cdk8s|constructs)(/|$)|/(constructs|imports|waiter-resource|program|components)/', message: 'providers run without the SDK of Pulumi, and without cdk8s.' }],
      }],
    },
  },
);
