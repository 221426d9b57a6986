import { defineConfig } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';
import { inexactJson } from './scripts/lint/inexact-json.mjs';
import { uncheckedText } from './scripts/lint/unchecked-text.mjs';

/**
 * The folders of lib/ in import order: a file imports from its own folder, and from the folders before it. See docs/ARCHITECTURE.md.
 */
export const FOLDERS = [
  'text',
  'formats/json', 'formats/output', 'formats/archive', 'formats/options/generated', 'formats/options', 'formats/semver', 'formats/yaml', 'formats/cel',
  'formats/manifests',
  'formats/schema', 'formats/schema/changes', 'formats/schema/checks',
  'net',
  ...within('bundle', ['model', 'files', 'oci', 'read', 'registry', 'generate']),
  ...within('catalog', ['declcfg', 'read', 'validate', 'render', 'filter', 'stream', 'template', 'compare', 'graph']),
  ...within('report', ['needs', 'rights/generated', 'rights']),
  'olm', ...within('olm/v0', ['model', 'generated', 'crds', 'settings', 'objects', 'release', 'upgrade']),
  ...within('validation', ['model', 'output', 'kubernetes', 'views', 'suites/olm-constructs', 'suites/olm-v0', 'suites']),
  ...within('resolve', ['model', 'entries', 'solver', 'problem', 'lock', 'drift', 'plan', 'gates']),
  ...within('render', ['model', 'objects']),
  'olm/v1', 'olm/v1/crds', 'olm/rukpak', 'olm/rukpak/crds',
  'cluster/client',
  ...under('cluster/waiting', ['view', 'explain', 'machine', 'rules', 'olm', 'operator', 'removal', 'olm-v1', 'plain', 'rukpak', 'run']),
  ...within('cluster/inspection', ['source', 'judgement', 'explain']),
  'cluster/operations',
  'cluster',
  ...within('constructs', ['model', 'rights', 'installation', 'olm-v1', 'rukpak', 'catalogs', 'subscription', 'lock', 'engines']),
  ...under('gitops', ['health', 'jobs', 'argocd', 'flux', 'checks', 'policy', 'tree']),
  ...within('pulumi', ['provider', 'resources', 'waiters', 'program', 'components', 'plugin']),
  ...within('cli', ['frame', 'imports', 'projects/generated', 'projects', 'offline', 'inspect', 'act']),
];

/** Earlier folders that a part of lib/ does without. */
export const WITHOUT = [
  { part: 'cluster/client', folders: ['bundle', 'catalog', 'report', 'olm', 'validation', 'resolve', 'render'] },
  { part: 'cluster/waiting', folders: ['bundle', 'catalog', 'report', 'validation'] },
  { part: 'cluster/inspection', folders: ['bundle', 'report', 'validation'] },
  { part: 'cluster/operations', folders: ['bundle', 'catalog', 'report', 'validation'] },
  { part: 'constructs', folders: ['cluster'] },
  { part: 'gitops', folders: ['cluster'] },
];

/** Rules for values of strangers, which stay the same or are refused. */
export const VALUE_RULES = { 'inexact-json': inexactJson, 'unchecked-text': uncheckedText };

/** Packages that only a part of lib/ and the folders after it may import. */
const PACKAGES = { 'cdk8s': 'constructs', 'cdk8s-plus-[0-9]+': 'constructs', 'constructs': 'constructs', '@pulumi/.*': 'pulumi', 'commander': 'cli' };

/** Types of cdk8s that other parts take, and the first part of lib/ that imports them: a bundle is made of a chart, and a duration has one form. */
const TYPES = { Chart: 'bundle', Duration: 'olm' };

/** Folders of a part of lib/. */
function under(part, folders) {
  return folders.map((folder) => `${part}/${folder}`);
}

/** Folders of a part of lib/, and last the part itself: the files that are beside its folders. */
function within(part, folders) {
  return [...under(part, folders), part];
}

const isIn = (part) => (folder) => folder === part || folder.startsWith(`${part}/`);
const startOf = (part) => FOLDERS.findIndex(isIn(part));
const files = (folder) => `./lib/${folder}/*.ts`;

/** What the files of each folder must not import, as zones of `import-x/no-restricted-paths`. */
const ZONES = [
  ...FOLDERS.flatMap((folder, index) => (index === FOLDERS.length - 1 ? [] : [{
    target: files(folder), from: FOLDERS.slice(index + 1).map(files), message: `It comes after lib/${folder}: see FOLDERS in eslint.config.mjs.`,
  }])),
  ...WITHOUT.map(({ part, folders }) => ({
    target: FOLDERS.filter(isIn(part)).map(files), from: folders.flatMap((folder) => FOLDERS.filter(isIn(folder)).map(files)),
    message: `lib/${part} does without it: see WITHOUT in eslint.config.mjs.`,
  })),
  {
    target: './lib/*/**/*.ts', from: ['./lib/{,*/,constructs/rukpak/}index.ts'],
    message: 'The entries are the public API; inside lib, import the file that defines what you need.',
  },
  {
    target: FOLDERS.slice(0, startOf('constructs')).map(files), from: './imports/**/*',
    message: 'imports/ is generated from lib/olm; only lib/constructs and the folders after it import it.',
  },
  {
    target: './lib/**/*', from: ['test', 'e2e', 'examples', 'scripts', 'bench', 'site'].map((folder) => `./${folder}/**/*`),
    message: 'The library does not import its tests, examples or scripts.',
  },
];

/** The folder whose functions write files. */
const WRITERS = 'formats/output';

/** What other folders import of the file system: what reads. */
const READING = ['closeSync', 'constants', 'Dirent', 'existsSync', 'fstatSync', 'lstatSync', 'opendirSync', 'openSync', 'readdirSync', 'readFileSync', 'readSync', 'realpathSync', 'Stats', 'statSync'];

/** The types of cdk8s that the files of a folder may import. */
function typesOf(folder) {
  const allowed = Object.keys(TYPES).filter((type) => FOLDERS.indexOf(folder) >= startOf(TYPES[type]));
  return allowed.length === 0 ? {} : { allowImportNames: allowed };
}

/** The packages that the files of a folder must not import, the name of this package, and what writes files. */
const importedPackages = FOLDERS.map((folder) => ({
  files: [`lib/${folder}/*.ts`],
  rules: {
    'no-restricted-imports': ['error', {
      ...(folder === WRITERS ? {} : {
        paths: [{ name: 'node:fs', allowImportNames: READING, message: `files are written by lib/${WRITERS} only, so that no name leads out of a folder.` }],
      }),
      patterns: [
        { regex: '^(fs|(node:)?fs/promises)$', message: `import node:fs to read; files are written by lib/${WRITERS} only.` },
        { regex: '^olm-constructs(/|$)', message: 'inside lib, import the file that defines what you need.' },
        ...Object.entries(PACKAGES).filter(([, part]) => FOLDERS.indexOf(folder) < startOf(part)).map(([name, part]) => ({
          regex: `^${name}(/|$)`, message: `only lib/${part} and the folders after it import this package.`,
          ...(name === 'cdk8s' ? typesOf(folder) : {}),
        })),
      ],
    }],
  },
}));

/** Pulumi's process for dynamic resources runs these files; it need not have the SDK, nor cdk8s. */
const PROVIDER_FILES = ['lib/pulumi/{provider,waiters}/**/*.ts'];

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
  'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
  '@typescript-eslint/no-explicit-any': 'error',
  // A name with an underscore is there to be left out: of a parameter list, or of a copy of an object.
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const IMPORT_ABOVE = 'import at the top of the file, where the import rule sees it.';

/** What writes to the output of the process. Everything else prints through it. */
const PRINTERS = ['lib/text/print-warning.ts', 'lib/cli/frame/context.ts', 'lib/cli/{program,kubectl-complete-olm}.ts', 'lib/pulumi/provider/pulumi-output.ts', 'lib/pulumi/plugin/plugin-output.ts'];

const PLAIN_ERROR = 'the message of an error contains what others wrote: pass printableMessage(message), so that none of its lines is one of others.';

/** Rules that let nothing that others wrote reach an output unchanged: lib/text has a function for each form of output. */
const printing = [
  {
    selector: 'ClassDeclaration[superClass.name="Error"] CallExpression[callee.type="Super"][arguments.0.type!="Literal"]:not([arguments.0.callee.name=/^printable(Line|Lines|Message)?$/])',
    message: PLAIN_ERROR,
  },
  {
    selector: 'NewExpression[callee.name=/^(Range|Syntax|Type)?Error$/][arguments.0.type!="Literal"]'
      + ':not([arguments.0.callee.name=/^printable(Line|Lines|Message)?$/], [arguments.0.quasis.length=1])',
    message: PLAIN_ERROR,
  },
  {
    selector: 'CallExpression[callee.property.name="addValidation"]:not([arguments.0.callee.name="printableValidation"])',
    message: 'cdk8s prints the problems of a validation as they are: pass printableValidation(problems).',
  },
  {
    selector: ':not(TaggedTemplateExpression) > TemplateLiteral > TemplateElement[tail=false]'
      + '[value.raw=/\\b(kubectl|olm-constructs|crane) (annotate|apis|apply|delete|explain|get|install|label|lock|patch|plan|push|remove|upgrade|wait)\\b[^`;:]*$/]',
    message: 'a user pastes this command into a shell: tag it with shell of lib/text/shell.ts.',
  },
  {
    selector: 'CallExpression[callee.object.name="JSON"][callee.property.name="stringify"][arguments.2.value=2]',
    message: 'indented JSON is printed: use printableJson.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^replace(All)?$/] > Literal[regex.pattern=/^\\[[^\\]]*(`|<[^\\]]*")/]',
    message: 'lib/text has the one function that escapes strings for each form of output.',
  },
];
/** Rules that let no input overflow the stack, or listen to a signal that does not know it. */
const bounded = [
  {
    selector: 'CallExpression[callee.property.name=/^(push|unshift|splice|concat|max|min|of|fromCharCode|fromCodePoint)$/] > SpreadElement[argument.type!="ArrayExpression"]',
    message: 'more than about a hundred thousand arguments overflow the stack: use append, largest or smallest of lib/text/lists.ts.',
  },
  {
    selector: 'MemberExpression[object.name="AbortSignal"][property.name="any"]',
    message: 'Node.js 20 may garbage-collect it too early, and the signals do not know that something listens: use LinkedAbort of lib/net/linked-abort.ts.',
  },
];
const OUTPUT = { selector: 'MemberExpression[object.name="process"][property.name=/^std(out|err)$/]', message: 'print through lib/text/print-warning.ts or the Terminal of the command.' };

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
    { selector: 'TSImportType', message: IMPORT_ABOVE },
    ...bounded, ...printing, OUTPUT,
  ],
};

export default defineConfig(
  { ignores: ['build/**', 'dist/**', 'out/**', 'coverage/**', 'site/out/**', 'imports/**', 'examples/operands/imports/**', 'lib/olm/v0/generated/**', 'lib/formats/options/generated/**', 'test/lint/cycle/**'] },
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
    plugins: { values: { rules: VALUE_RULES } },
    rules: {
      ...deterministic,
      ...Object.fromEntries(Object.keys(VALUE_RULES).map((name) => [`values/${name}`, 'error'])),
      'import-x/no-restricted-paths': ['error', { zones: ZONES }],
      'import-x/no-useless-path-segments': 'error',
      // What others wrote can be an object that JavaScript makes no string of, such as { "toString": 1 } in JSON.
      '@typescript-eslint/no-base-to-string': ['error', { checkUnknown: true }],
    },
  },
  {
    // The writer of JSON that keeps the digits of a bigint.
    files: ['lib/formats/json/exact-json.ts'],
    rules: { 'values/inexact-json': 'off' },
  },
  {
    // The functions that decode; what decodes the parts of a stream, in which a character may be cut off; and what decides between text and bytes.
    files: ['lib/formats/json/utf8-text.ts', 'lib/cluster/client/watch.ts', 'lib/constructs/rukpak/file-config-maps.ts'],
    rules: { 'values/unchecked-text': 'off' },
  },
  {
    // What speaks with a cluster or a terminal, or answers the command line, needs the time, chance and the environment. Nothing that it learns gets
    // into a manifest.
    files: [
      'lib/cluster/client/**/*.ts', 'lib/cluster/*.ts', 'lib/cli/**/*.ts', 'lib/net/proxy-variables.ts', 'lib/constructs/model/{app,images}-command.ts', ...PROVIDER_FILES,
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: PRINTERS,
    rules: { 'no-restricted-syntax': deterministic['no-restricted-syntax'].filter((rule) => rule !== OUTPUT) },
  },
  {
    files: ['lib/text/*.ts'],
    rules: { 'no-restricted-syntax': deterministic['no-restricted-syntax'].filter((rule) => !printing.includes(rule) && rule !== OUTPUT) },
  },
  {
    // A skipped test states why, in one form, which `.ci/run` prints.
    files: ['test/**/*.ts', 'e2e/**/*.ts', 'languages/**/*.ts'],
    ignores: ['test/needed.ts'],
    rules: {
      'no-restricted-properties': ['error', ...['describe', 'it', 'test'].flatMap((object) => ['skip', 'todo'].map((property) => (
        { object, property, message: 'use describeWith or itWith of test/needed.ts, which state what is missing.' }
      )))],
    },
  },
  {
    // jest calls the default export of what it is told to run before and after all suites.
    files: ['e2e/package/*run-folder.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    // Pulumi sets the outputs of a resource before the fields of its class are initialized; `declare` makes no field.
    files: ['lib/pulumi/**/*.ts'],
    ignores: PRINTERS,
    rules: {
      'no-restricted-syntax': [...deterministic['no-restricted-syntax'],
        { selector: 'PropertyDefinition[definite=true]', message: 'this field hides the output that Pulumi sets: use `declare`.' },
      ],
    },
  },
  ...importedPackages,
  {
    files: PROVIDER_FILES,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {
        patterns: [{ regex: '^(@pulumi/.*|cdk8s|constructs)(/|$)|/(constructs|imports|resources|program|components)/', message: 'providers run without the SDK of Pulumi, and without cdk8s.' }],
      }],
    },
  },
);
