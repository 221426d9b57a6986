import path from 'node:path';
import readline from 'node:readline';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { FOLDERS, VALUE_RULES, WITHOUT } from '../../eslint.config.mjs';

/**
 * Lints source code: reads requests as lines of JSON, `{ file, source, types }`, and writes the findings of each as a line of JSON, as
 * `rule: message`. The file does not have to exist, so rules that need types are disabled, except with `types`: the source then is linted in the
 * place of an existing file. The first line is the import order, `{ folders, without }`.
 *
 * It is a separate process because ESLint imports its configuration as an ES module, which jest's sandbox does not support.
 */
const root = path.resolve(import.meta.dirname, '../..');
const typed = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [{
    files: ['**/*.ts'],
    plugins: { values: { rules: VALUE_RULES } },
    languageOptions: { parser: tseslint.parser, parserOptions: {
      // With the variable CI, the parser would read the file instead of the source.
      project: './tsconfig.json', tsconfigRootDir: path.join(import.meta.dirname, 'typed'), disallowAutomaticSingleRunInference: true,
    } },
    rules: Object.fromEntries(Object.keys(VALUE_RULES).map((name) => [`values/${name}`, 'error'])),
  }],
});
const eslint = new ESLint({
  cwd: root,
  ignore: false,
  // The cycle check reads all transitive imports. It is tested on separate files.
  overrideConfig: [tseslint.configs.disableTypeChecked, { files: ['**/*.ts'], ignores: ['test/lint/cycle/**'], rules: { 'import-x/no-cycle': 'off' } }],
});

const { rules } = await eslint.calculateConfigForFile(path.join(root, 'lib/cli/offline/any.ts'));
const applied = Object.entries(rules).filter(([name, [severity]]) => name.startsWith('values/') && severity === 2).map(([name]) => name);
process.stdout.write(`${JSON.stringify({ folders: FOLDERS, without: WITHOUT, typed: applied })}\n`);

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { file, source, types } = JSON.parse(line);
  const results = await (types ? typed : eslint).lintText(source, { filePath: path.join(root, file) });
  const findings = results.flatMap(result => result.messages.map(({ ruleId, message }) => `${ruleId ?? 'lint'}: ${message}`));
  process.stdout.write(`${JSON.stringify(findings)}\n`);
}
