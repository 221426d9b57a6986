import { ExitCode } from '../../../lib/cli/frame/cli-error';
import type { ObjectExplanation } from '../../../lib/cluster';
import { SUBJECT_KINDS } from '../../../lib/cluster/inspection/judgement/subject-kind';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { OBSERVED_CASES } from '../../cluster/waiting/observed-cases';
import { event, object, readyNamespace } from '../../cluster/waiting/objects';
import type { ClusterEvent } from '../../cluster/waiting/simulated-cluster';
import { dumpFile } from './dump-file';

function explain(objects: readonly ClusterEvent[], ...args: string[]): Promise<CommandLineResult> {
  return runCommandLine(['explain', ...args, '--from', dumpFile(objects)], { columns: 200, env: { NO_COLOR: '1' } });
}

/** After the grace periods, and before any timeout. */
const LATER = event(3 * 60_000, 'events', object('later', { type: 'Normal' }));

const CODES: { readonly [verdict: string]: ExitCode } = { healthy: ExitCode.SUCCESS, progressing: ExitCode.PROGRESSING, failed: ExitCode.FINDINGS };

describe('olm-constructs explain', () => {
  it.each(OBSERVED_CASES.map((found) => [found.title, found] as const))('explains %s', async (_, found) => {
    const { reference, events, verdict, state, cause, message, note } = found;
    const { stdout, exitCode } = await explain([...events, LATER], reference, '-o', 'json');
    const { items: [explained] } = JSON.parse(stdout) as { readonly items: readonly [ObjectExplanation] };
    expect({ verdict: explained.verdict, state: explained.chain.state, cause: explained.causes[0]?.cause, message: explained.causes[0]?.message })
      .toEqual({ verdict, state, cause, message });
    expect(explained.notes).toEqual(expect.arrayContaining(note === undefined ? [] : [note]));
    expect(exitCode).toBe(CODES[verdict]);
  });

  it('does not call an OperatorCondition failed that blocks upgrades, however long', async () => {
    const { events } = OBSERVED_CASES.find(({ title }) => title.endsWith('that blocks upgrades'))!;
    const { stdout } = await explain([...events, event(9_000 * 60_000, 'events', object('later', { type: 'Normal' }))], 'condition/plain.v0.2.0');
    expect(stdout).toContain('progressing');
  });

  it.each(SUBJECT_KINDS.filter(({ resource: { plural } }) => plural !== 'namespaces').map(({ names, resource }) => [names[0]!, resource.kind]))('says that there is no %s', async (name, kind) => {
    const { stderr, exitCode } = await explain([...readyNamespace(), LATER], `${name}/missing`);
    expect(stderr).toContain(`${kind} missing is not in the dump`);
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('names every kind of OLM in the error about an unknown kind', async () => {
    const { stderr, exitCode } = await explain([LATER], 'zzzzzzzzzzzz/a');
    expect(exitCode).toBe(ExitCode.USAGE);
    expect(SUBJECT_KINDS.map(({ names }) => names[0]!).filter((name) => !stderr.includes(name))).toEqual([]);
  });
});
