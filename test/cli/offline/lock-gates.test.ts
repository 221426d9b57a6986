import { writeFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';

/** Responds like an OperatorLock: with what was requested, or with what gates refuse. */
const app = (answer: string): string => `const { mkdirSync, writeFileSync, readFileSync } = require('node:fs');
const request = JSON.parse(process.env.OLM_CONSTRUCTS_LOCK);
mkdirSync(request.folder, { recursive: true });
writeFileSync(request.folder + '/lock.json', JSON.stringify({ path: 'olm.lock.yaml', construct: 'lock', problems: [], content: readFileSync('olm.lock.yaml', 'utf8'), ${answer} }));
`;

const PLANNED = `plan: [{
  namespace: 'hello', packageName: 'hello-operator', kind: 'changed', before: 'hello-operator.v0.1.0', after: 'hello-operator.v0.2.0', approvals: ['hello-operator.v0.2.0'], problems: [],
  crdChanges: [], objectsAffected: [], staleWaivers: [], rightsGained: [], imagesGained: [], deprecations: [], down: [], unchecked: ['hello-operator.v0.2.0'],
  findings: [{ rule: 'type', field: 'a/v1/spec', before: 'hello-operator.v0.1.0', after: 'hello-operator.v0.2.0', message: 'changes' REASON }],
}]`;

describe('the gates of commands', () => {
  let leave: () => void;
  beforeAll(() => {
    leave = enterCommandFolder();
  });
  afterAll(() => leave());

  const run = (answer: string, ...args: string[]): Promise<CommandLineResult> => {
    writeFileSync('app.cjs', app(answer));
    return runCommandLine(args, { env: { PATH: process.env['PATH'] } });
  };

  it('lock fails with the refusal, and changes nothing', async () => {
    expect(await run("problems: ['the upgrade is refused:\\n  - type a']", 'lock', '--update', 'hello-operator')).toEqual({
      exitCode: 1, stdout: '', stderr: 'error: the upgrade is refused:\n  - type a\n',
    });
  });

  it('lock warns of what it removes and cannot check', async () => {
    expect(await run("notes: ['the waiver matches nothing; it is removed']", 'lock')).toEqual({
      exitCode: 0, stdout: 'olm.lock.yaml is up to date\n', stderr: 'warning: the waiver matches nothing; it is removed\n',
    });
  });

  it.each(['lock', 'plan'])('%s requests manifests from the app', async (command) => {
    const files = command === 'plan' ? ['old.lock.yaml', 'olm.lock.yaml'] : [];
    const answer = "plan: [], problems: request.requireManifests === true ? ['asked'] : []";
    const asked = await run(`${answer}, ...(request.requireManifests && request.plan ? { plan: undefined } : {})`, command, ...files, '--require-manifests');

    expect(asked.exitCode).not.toBe(0);
    expect(await run(answer, command, ...files)).toMatchObject({ exitCode: 0 });
  });

  it('lock requests from the app that downgrades are allowed', async () => {
    const answer = "problems: request.allowDowngrade === true ? [] : ['refused; run `olm-constructs lock --allow-downgrade`']";
    expect(await run(answer, 'lock')).toMatchObject({ exitCode: 1, stderr: 'error: refused; run `olm-constructs lock --allow-downgrade`\n' });
    expect(await run(answer, 'lock', '--allow-downgrade')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(answer, 'lock', '--allow-downgrade', '--against-cluster')).toMatchObject({ exitCode: 2 });
  });

  it('plan fails for a finding without a waiver', async () => {
    const refused = await run(PLANNED.replace('REASON', ''), 'plan', 'old.lock.yaml', 'olm.lock.yaml');
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain('  REFUSED\n    type a/v1/spec (hello-operator.v0.1.0 -> hello-operator.v0.2.0): changes\n');

    const accepted = await run(PLANNED.replace('REASON', ", reason: 'fine'"), 'plan', 'old.lock.yaml', 'olm.lock.yaml');
    expect(accepted.exitCode).toBe(0);
    expect(accepted.stdout.replace(/\s+/g, ' ')).toContain('changes (fine)');
    expect(accepted.stdout).toContain('  NOT CHECKED\n');
  });
});
