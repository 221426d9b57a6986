import path from 'node:path';
import readline from 'node:readline';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/**
 * Lints what it is sent, a line of JSON `{ file, source }` each, and answers with a line of JSON: what is refused,
 * as `rule: message`. The file need not exist, so rules that ask for types are left out.
 *
 * A process of its own because ESLint imports its configuration as an ES module, which jest's sandbox cannot.
 */
const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root, ignore: false, overrideConfig: tseslint.configs.disableTypeChecked });

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { file, source } = JSON.parse(line);
  const results = await eslint.lintText(source, { filePath: path.join(root, file) });
  const refused = results.flatMap(result => result.messages.map(({ ruleId, message }) => `${ruleId ?? 'lint'}: ${message}`));
  process.stdout.write(`${JSON.stringify(refused)}\n`);
}
