import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chart, Testing } from 'cdk8s';
import { OperatorLockFile } from 'olm-constructs/resolve';
import { platform } from '../../examples/lock/app';
import { catalogWith } from '../../examples/lock/catalog';
import { OPERATORS } from '../../examples/lock/operators';
import { type CommandLineResult, runCommandLine } from '../builders/command-line';
import { compileProgram } from '../builders/compiled-program';
import type { Manifest } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'examples', 'lock');
const file = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const [OLD, NEW] = ['old.lock.yaml', 'olm.lock.yaml'].map(name => OperatorLockFile.fromString(file(name), name)) as [OperatorLockFile, OperatorLockFile];

describe('the example lock', () => {
  let before: string;
  let folder: string;
  let app: string;
  beforeAll(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'lock-example-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    app = `"${process.execPath}" "${compileProgram('examples/lock/main.ts', folder)}"`;
    process.chdir(FOLDER);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const run = (...args: string[]): Promise<CommandLineResult> => runCommandLine([...args, '--app', app], { env: { PATH: process.env['PATH'] } });

  test('has a lock for the versions of the old catalog', () => {
    const { lock } = platform({ catalog: catalogWith(1), path: join(folder, 'none.lock.yaml') });
    expect(lock.resolve().toYaml()).toBe(file('old.lock.yaml'));
  });

  test('upgrades each operator to the version that replaces it', () => {
    const versionsOf = ({ operators }: OperatorLockFile): { [name: string]: string } => (
      Object.fromEntries(operators.map(({ packageName, version }) => [packageName, version]))
    );
    expect(versionsOf(OLD)).toEqual(Object.fromEntries(OPERATORS.map(({ name, versions }) => [name, versions[0].version])));
    expect(versionsOf(NEW)).toEqual(Object.fromEntries(OPERATORS.map(({ name, versions }) => [name, versions[1].version])));
    expect(NEW.operators.filter(({ subscription }) => subscription !== undefined)).toHaveLength(10);
  });

  test('is refused without the waivers, as its README shows', () => {
    const refused = /```text\n([^`]*)\n```/.exec(file('README.md'))![1]!;
    expect(() => platform({ path: 'old.lock.yaml' }).lock.resolve({ updateAll: true }))
      .toThrow(new Error(`[platform/lock] ${refused.replaceAll('in olm.lock.yaml,', 'in old.lock.yaml,')}`));
  });

  test('has the lock that the command writes with the waivers', () => {
    const waived = join(folder, 'waived.lock.yaml');
    writeFileSync(waived, withWaivers());
    expect(platform({ path: waived }).lock.resolve({ updateAll: true }).toYaml()).toBe(file('olm.lock.yaml'));
  });

  test('has a lock that is up to date', async () => {
    expect(await run('lock', '--check')).toEqual({ exitCode: 0, stdout: 'olm.lock.yaml is up to date\n', stderr: '' });
  });

  test('has the text of its pull request', async () => {
    expect(await run('plan', 'old.lock.yaml', 'olm.lock.yaml', '-o', 'markdown')).toEqual({ exitCode: 0, stdout: file('pull-request.md'), stderr: '' });
  });

  test('states in that text what its README promises', () => {
    const text = file('pull-request.md');
    for (const title of ['ACCEPTED', 'RIGHTS GAINED', 'CRDS', 'OBJECTS OF THE APP AFFECTED', 'IMAGES ADDED', 'NOT CHECKED', 'DEPRECATED', 'DOWN FOR A MOMENT']) {
      expect(text).toContain(`**${title}**`);
    }
    expect(text).not.toContain('**REFUSED**');
    OPERATORS.forEach(({ name }) => expect(file('README.md')).toContain(`\`${name}\``));
  });

  test('pins a Subscription for each operator, and for the one that is required', () => {
    const objects = Testing.synth(platform().app.node.findChild('platform') as Chart) as Manifest[];
    const pins = objects.filter(({ kind }) => kind === 'Subscription').map(({ spec }) => spec as { name: string; startingCSV: string; installPlanApproval: string });

    expect(pins.every(({ installPlanApproval }) => installPlanApproval === 'Manual')).toBe(true);
    expect(new Set(pins.map(({ startingCSV }) => startingCSV))).toEqual(new Set(NEW.operators.map(({ csv }) => csv)));
  });
});

/** The old lock with the waivers of the new one, each of which names the version that it is for. */
function withWaivers(): string {
  return NEW.operators.reduce((text, { subscription, version, waivers }) => waivers.length === 0 ? text : text.replace(
    `    subscription: ${subscription}\n`,
    found => `${found}    waivers: ${JSON.stringify(waivers.map(waiver => ({ ...waiver, version })))}\n`,
  ), file('old.lock.yaml'));
}
