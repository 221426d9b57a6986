import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bundle, InClusterProgram } from 'olm-constructs';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { FluxCluster } from './flux/flux-cluster';
import { FLUX_PROGRAMS } from './flux/flux-controllers';
import { commitPlatform } from './flux/flux-platform';
import { becomeReady, becomesUnready, findKustomization, isReady, readyOf } from './flux/stage-states';
import { writtenBy } from './flux/written-by';
import { foundOlmPrograms } from './olm/olm-programs';
import { programsOnRequest } from './programs/programs-on-request';
import { buildSingleFile } from '../scripts/package/single-file';

/** The stages of an app on Flux' own controllers, from a git repository; OLM's own controllers where they are present, otherwise simulated. */

jest.setTimeout(10 * 60_000);

const STAGES = ['platform-olm', 'platform-catalogs', 'platform-operators', 'platform-operands'];
const QUIET_MILLISECONDS = 60_000;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const olm = foundOlmPrograms();

describe(`the stages of an app on Flux' own controllers, with ${olm === undefined ? 'a simulation of OLM' : "OLM's own controllers"}`, () => {
  const programs = programsOnRequest(FLUX_PROGRAMS, {});
  if (programs === undefined) {
    return;
  }
  const released = Bundle.fromDirectory(QUICKSTART_BUNDLE);
  const next = Bundle.fromDirectory(NEXT_BUNDLE);
  let flux: FluxCluster;
  let program: InClusterProgram;

  beforeAll(async () => {
    const file = path.join(synthesizer.folder(), 'olm-constructs.js');
    await buildSingleFile(file);
    program = InClusterProgram.fromFile(file);
    flux = await FluxCluster.start(await programs(), olm, [QUICKSTART_BUNDLE, NEXT_BUNDLE]);
  }, 30 * 60_000);
  afterAll(() => flux.close());

  const report = (title: string, seconds: ReadonlyMap<string, number>): void => {
    process.stderr.write(`${title}: ${[...seconds].map(([name, after]) => `${name} after ${String(after)} s`).join(', ')}\n`);
  };

  it('become ready from an empty cluster, OLM, an operator and its custom resource in one commit', async () => {
    const commit = await commitPlatform(flux, 'Install the platform', { bundles: [released], program, operand: { whom: 'world' } });
    report('from an empty cluster', await becomeReady(flux, STAGES, commit));
    const greeting = { apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: released.package } };
    expect(await flux.cluster.client.find(greeting)).toMatchObject({ spec: { whom: 'world' } });
  });

  it('stay so for a minute, in which Flux reconciles them without a change', async () => {
    const before = await writtenBy(flux, STAGES);
    const ended = Date.now() + QUIET_MILLISECONDS;
    const unready: string[] = [];
    while (Date.now() < ended) {
      for (const name of STAGES) {
        const { status, message = '' } = readyOf(await findKustomization(flux, name)) ?? {};
        if (status !== 'True') {
          unready.push(`${name}: ${message}`);
        }
      }
      await sleep(1000);
    }
    expect(before.size).toBeGreaterThan(40);
    expect(await writtenBy(flux, STAGES)).toEqual(before);
    // While Flux reconciles, it says that it does.
    expect(unready.filter(message => !message.includes('Reconciliation in progress') && !message.includes('Running health checks'))).toEqual([]);
  });

  it('wait for the version of the next commit, which its Job approves', async () => {
    const commit = await commitPlatform(flux, 'Upgrade the operator', { bundles: [released, next], program, operand: { whom: 'world' } });
    const csv = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: next.name, namespace: next.package } };
    const early: string[] = [];
    const ready = becomeReady(flux, STAGES, commit);
    let isDone = false;
    void ready.catch(() => undefined).then(() => isDone = true);
    while (!isDone) {
      if (await isReady(flux, 'platform-operators', commit)) {
        const found = await flux.cluster.client.find(csv) as { status?: { phase?: string } } | undefined;
        if (found?.status?.phase !== 'Succeeded') {
          early.push(`platform-operators is ready while ${next.name} is ${found?.status?.phase ?? 'missing'}`);
        }
      }
      await sleep(200);
    }
    report('an upgrade', await ready);
    expect(early).toEqual([]);
    const jobs = await flux.cluster.client.list('batch/v1', 'Job', next.package) as { metadata: { name: string }; status?: { succeeded?: number } }[];
    // The Job of the version before is no longer in the source.
    expect(jobs.map(({ metadata: { name }, status }) => [name.replace(/[0-9a-f]{10}$/, '…'), status?.succeeded])).toEqual([['hello-operator-wait-…', 1]]);
  });

  it('are not ready with an operand that its CRD rejects, and name the field', async () => {
    const commit = await commitPlatform(flux, 'Break the custom resource', { bundles: [released, next], program, operand: { whom: 7 } });
    const message = await becomesUnready(flux, 'platform-operands', commit, /Greeting/);
    expect(message).toMatch(/Greeting\/hello-operator\/first .*spec\.whom/);
  });
});
