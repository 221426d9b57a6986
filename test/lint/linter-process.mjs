import path from 'node:path';
import readline from 'node:readline';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { FOLDERS, WITHOUT } from '../../eslint.config.mjs';

/**
 * Lints source code: reads requests as lines of JSON, `{ file, source }`, and writes the findings of each as a line of JSON, as
 * `rule: message`. The file does not have to exist, so rules that need types are disabled. The first line is the import order,
 * `{ folders, without }`.
 *
 * It is a separate process because ESLint imports its configuration as an ES module, which jest's sandbox does not support.
 */
const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({
  cwd: root,
  ignore: false,
  // The cycle check reads all transitive imports. It is tested on separate files.
  overrideConfig: [tseslint.configs.disableTypeChecked, { files: ['**/*.ts'], ignores: ['test/lint/cycle/**'], rules: { 'import-x/no-cycle': 'off' } }],
});

process.stdout.write(`${JSON.stringify({ folders: FOLDERS, without: WITHOUT })}\n`);

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { file, source } = JSON.parse(line);
  const results = await eslint.lintText(source, { filePath: path.join(root, file) });
  const findings = results.flatMap(result => result.messages.map(({ ruleId, message }) => `${ruleId ?? 'lint'}: ${message}`));
  process.stdout.write(`${JSON.stringify(findings)}\n`);
}
