/* `npm` of a reader in the tests: installs packages other than files from the checkout's node_modules, because tests have no network. */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const { NPM_OF_TESTS: npm, MODULES_OF_TESTS: modules } = process.env;
const [command, ...words] = process.argv.slice(2);
const isName = (word) => !word.startsWith('-') && !/^[./]|\.tgz$/.test(word);
const args = command === 'install' ? words.map((word) => (isName(word) ? join(modules, word.replace(/(?<=.)@.*$/, '')) : word)) : words;
const { status } = spawnSync(npm, [command, ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
