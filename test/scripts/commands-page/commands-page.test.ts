import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as library from '../../../lib';
import { COMMANDS } from '../../../lib/cli/commands';
import * as cluster from '../../../lib/cluster';
import { commandsPage } from '../../../scripts/commands-page/commands-page';
import { IN_PROGRAMS, kindsByCommand } from '../../../scripts/commands-page/in-programs';

const ROOT = resolve(__dirname, '../../..');
const VISIBLE = COMMANDS.filter(({ hidden }) => hidden !== true);

describe('the page of the commands', () => {
  const page = commandsPage(ROOT);

  it.each(VISIBLE.map(({ name }) => name))('has a row and a section for %s', (name) => {
    expect(page).toContain(`\n| [\`${name}\`](#${name.replace(' ', '-')}) |`);
    expect(page).toContain(`\n### ${name}\n\n\`olm-constructs ${name} `);
  });

  it('has each option of each command, in its section or among those that are shared', () => {
    const missing = VISIBLE.flatMap(({ name, load }) => {
      const section = page.split(`\n### ${name}\n`)[1]!.split('\n### ')[0]!.split('\n## ')[0]!;
      const flags = Object.entries(load().options).filter(([, { hidden }]) => hidden !== true).map(([key]) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
      return flags.filter((flag) => !new RegExp(`\`(?:-., )?${flag}[ \`]`).test(section)).map((flag) => `${name} ${flag}`);
    });
    expect(missing).toEqual([]);
  });

  it('breaks the command lines of its examples', () => {
    const lines = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.split('\n'));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => line.length > 84)).toEqual([]);
  });

  it('shows an option of many commands once', () => {
    expect(page.match(/^\| `--kubeconfig <FILE>` \|/gm)).toHaveLength(1);
  });
});

describe('what does the same in a program', () => {
  it('is known for each command', () => {
    expect(Object.keys(IN_PROGRAMS).sort()).toEqual(VISIBLE.map(({ name }) => name).sort());
  });

  it('exists', () => {
    const exported = [library, cluster, ...Object.values(library).filter((value) => typeof value === 'object')].flatMap((module) => Object.keys(module));
    expect(Object.values(IN_PROGRAMS).flat().filter((name) => !exported.includes(name.split('.')[0]!))).toEqual([]);
  });
});

test('a kind of JSON belongs to the commands in its description', () => {
  const kinds = kindsByCommand('  /** Changes: `lock`. */\n  readonly LockReport: X;\n\n  /** Drift: `lock --against-cluster` and `plan --from`. */\n  readonly Drift: Y;\n');
  expect([...kinds]).toEqual([['lock', ['LockReport', 'Drift']], ['plan', ['Drift']]]);
  const declared = readFileSync(join(ROOT, 'lib/cli/frame/results.ts'), 'utf8');
  expect([...kindsByCommand(declared).keys()].filter((name) => !VISIBLE.some((command) => command.name === name))).toEqual([]);
});
