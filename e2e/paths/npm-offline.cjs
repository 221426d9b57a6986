/*
 * `npm` of a reader in the tests. It installs packages other than files from the node_modules of the checkout, because tests have no network. It
 * repeats an installation in a folder of the same name by hard links to the files of the first one, because unpacking takes ten seconds.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const { NPM_OF_TESTS: npm, MODULES_OF_TESTS: modules, INSTALLED_OF_TESTS: installed } = process.env;
const [command, ...words] = process.argv.slice(2);
const isName = (word) => !word.startsWith('-') && !/^[./]|\.tgz$/.test(word);

/** Files that an installation changes, beside node_modules. */
const FILES = ['package.json', 'package-lock.json'];

function run(args) {
  return spawnSync(npm, [command, ...args], { stdio: 'inherit' }).status ?? 1;
}

function link(from, to) {
  return spawnSync('cp', ['-al', from, to], { stdio: 'inherit' }).status ?? 1;
}

function install() {
  const before = existsSync('node_modules') ? readdirSync('node_modules').join() : '';
  const key = createHash('sha256').update([basename(process.cwd()), before, readFileSync('package.json', 'utf8'), ...words].join('\n')).digest('hex');
  const kept = join(installed, key);
  if (existsSync(join(kept, 'done'))) {
    spawnSync('rm', ['-rf', 'node_modules']);
    FILES.forEach((file) => cpSync(join(kept, file), file));
    return link(join(kept, 'node_modules'), 'node_modules');
  }
  const status = run(words.map((word) => (isName(word) ? join(modules, word.replace(/(?<=.)@.*$/, '')) : word)));
  if (status === 0) {
    mkdirSync(kept, { recursive: true });
    FILES.forEach((file) => cpSync(file, join(kept, file)));
    link('node_modules', join(kept, 'node_modules'));
    mkdirSync(join(kept, 'done'));
  }
  return status;
}

process.exitCode = command === 'install' ? install() : run(words);
