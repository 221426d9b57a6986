import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import { Bundle } from 'olm-constructs/bundle';
import { InClusterProgram } from 'olm-constructs/gitops';
import { buildSingleFile } from '../scripts/package/single-file';
import { describeWith, itWith } from '../test/needed';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { SLOW_MILLISECONDS, SLOWED } from './acceptance/real-upgrades';
import { Synthesizer } from './acceptance/synthesize';
import { clusterContent } from './command-line/cluster-content';
import { TerminalSession } from './command-line/terminal-session';
import { bootstrap } from './flux/bootstrap';
import { commit } from './flux/commit';
import { FluxCluster } from './flux/flux-cluster';
import { FLUX_NAMESPACE, FLUX_PROGRAMS } from './flux/flux-controllers';
import { becomeReady, becomesUnready, findKustomization, isReady, readyOf } from './flux/stage-states';
import { writtenBy } from './flux/written-by';
import { olmPrograms } from './olm/olm-programs';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';
import { programsOnRequest } from './programs/programs-on-request';

/** The example on Flux' own controllers, from a git repository; on OLM's own controllers where they are present, otherwise simulated. */

jest.setTimeout(10 * 60_000);

const STAGES = ['platform-olm', 'platform-catalogs', 'platform-operators', 'platform-operands'];
const QUIET_MILLISECONDS = 60_000;
const WITHIN_MILLISECONDS = 5 * 60_000;
const API = 'operators.coreos.com/v1alpha1';

/** The CRD of the operator, its API, and the roles that OLM makes for it. */
const OF_KEPT_CRD = [
  'APIService v1alpha1.hello.example.com',
  ...['admin', 'crdview', 'edit', 'view'].map(role => `ClusterRole greetings.hello.example.com-v1alpha1-${role}`),
  'CustomResourceDefinition greetings.hello.example.com',
];

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const olm = olmPrograms();
const programs = onlyInFullRun(programsOnRequest(FLUX_PROGRAMS, {}));

describeWith(programs)(`the example flux on Flux' own controllers, with ${olm.missing === undefined ? "OLM's own controllers" : 'a simulation of OLM'}`, () => {
  const released = Bundle.fromDirectory(QUICKSTART_BUNDLE);
  const next = Bundle.fromDirectory(NEXT_BUNDLE);
  const namespace = released.packageName;
  const options = { interval: Duration.seconds(15), stages: { timeout: Duration.minutes(2) } };
  let flux: FluxCluster;
  let session: TerminalSession;
  let program: InClusterProgram;

  beforeAll(async () => {
    const file = path.join(synthesizer.folder(), 'olm-constructs.js');
    await buildSingleFile(file);
    program = InClusterProgram.fromFile(file);
    flux = await FluxCluster.start(await programs.value(), olm.valueOr(undefined), [QUICKSTART_BUNDLE, NEXT_BUNDLE]);
    await bootstrap(flux);
    session = new TerminalSession(flux.cluster.kubectl, flux.kubeconfig);
  }, 30 * 60_000);
  afterAll(() => flux.close());

  const report = (title: string, seconds: ReadonlyMap<string, number>): void => {
    process.stderr.write(`${title}: ${[...seconds].map(([name, after]) => `${name} after ${String(after)} s`).join(', ')}\n`);
  };
  const phaseOf = async (name: string): Promise<string | undefined> => (
    (await flux.cluster.client.find({ apiVersion: API, kind: 'ClusterServiceVersion', metadata: { name, namespace } }))?.['status'] as { phase?: string } | undefined
  )?.phase;

  it('becomes ready from an empty cluster: OLM, an operator and its custom resource in one commit', async () => {
    const revision = await commit(flux, 'Install the platform', { ...options, bundles: [released], program });
    report('from an empty cluster', await becomeReady(flux, STAGES, revision));
    const greeting = { apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'greeting', namespace } };
    expect(await flux.cluster.client.find(greeting)).toMatchObject({ spec: { whom: 'world' } });
  });

  it('stays ready for a minute, in which Flux reconciles it without a change', async () => {
    const before = await writtenBy(flux, STAGES);
    const ended = Date.now() + QUIET_MILLISECONDS;
    const failures = new Set<string>();
    while (Date.now() < ended) {
      for (const name of STAGES) {
        const { status, reason, message = '' } = readyOf(await findKustomization(flux, name)) ?? {};
        // Flux reports this while it reconciles the previous stage.
        if (status === 'False' && reason !== 'DependencyNotReady') {
          failures.add(`${name}: ${message}`);
        }
      }
      await sleep(1000);
    }
    expect(before.size).toBeGreaterThan(40);
    expect(await writtenBy(flux, STAGES)).toEqual(before);
    expect([...failures]).toEqual([]);
  });

  it('waits for the version of the next commit, which its Job approves, and sees no failure although OLM is slow', async () => {
    await flux.slow(SLOWED, SLOW_MILLISECONDS);
    const slowUntil = Date.now() + QUIET_MILLISECONDS;
    const revision = await commit(flux, 'Upgrade the operator', { ...options, bundles: [released, next], program });
    const early = new Set<string>();
    let isDone = false;
    const ready = becomeReady(flux, STAGES, revision).finally(() => isDone = true);
    while (!isDone) {
      const isEarly = await isReady(flux, 'platform-operators', revision) && await phaseOf(next.name) !== 'Succeeded';
      if (isEarly) {
        early.add(`platform-operators is ready while ${next.name} is ${await phaseOf(next.name) ?? 'missing'}`);
      }
      if (Date.now() > slowUntil) {
        await flux.slow(SLOWED, 0);
      }
      await sleep(200);
    }
    // A failed health check ends it with an error.
    report('an upgrade', await ready);
    await flux.slow(SLOWED, 0);
    expect([...early]).toEqual([]);
    const jobs = await flux.cluster.client.list('batch/v1', 'Job', namespace) as unknown as { metadata: { name: string }; status?: { succeeded?: number } }[];
    // The Job of the previous version is no longer in the source.
    expect(jobs.map(({ metadata: { name }, status }) => [name.replace(/[0-9a-f]{10}$/, '…'), status?.succeeded])).toEqual([['hello-operator-wait-…', 1]]);
  });

  it('is not ready with a custom resource that its CRD rejects, and names the field', async () => {
    // The checks of the app would refuse it earlier.
    const refused = { ...options, bundles: [released, next], program, greeting: { whom: '' } };
    await expect(commit(flux, 'Break the custom resource', refused)).rejects.toThrow(/spec\.whom: must not be empty/);
    const file = (folder: string): string => path.join(folder, 'stages', 'operands', 'greetings.yaml');
    const revision = await commit(flux, 'Break the custom resource by hand', { ...options, bundles: [released, next], program }, folder => (
      writeFileSync(file(folder), readFileSync(file(folder), 'utf8').replace('whom: world', "whom: ''"))));
    const message = await becomesUnready(flux, 'platform-operands', revision, /Greeting/);
    process.stderr.write(`a broken custom resource: ${message}\n`);
    expect(message).toMatch(/Greeting\/hello-operator\/greeting .*spec\.whom/);
    flux.repository.commit('Drop the change by hand', folder => rmSync(file(folder)));
    report('the fix', await becomeReady(flux, STAGES, await commit(flux, 'Fix it', { ...options, bundles: [released, next], program })));
  });

  itWith(olm)('is not ready with a version that does not start, and the command line explains why', async () => {
    const broken = renamedBundle('hello', synthesizer.folder(), {
      source: NEXT_BUNDLE, replacements: { '0.2.0': '0.3.0', '0.1.0': '0.2.0', 'docker.io/library/node:22.20.0-alpine3.22': 'registry.invalid/missing:v1' },
    });
    const revision = await commit(flux, 'Upgrade to a version without an image', { ...options, bundles: [released, next, broken], program });
    const message = await becomesUnready(flux, 'platform-operators', revision, /health check failed/);
    process.stderr.write(`a broken operator: ${message}\n`);
    expect(message).toMatch(/(Job|ClusterServiceVersion)\/hello-operator\/hello-operator/);
    const explained = await session.ended('explain', `subscription/${namespace}`, '-n', namespace);
    process.stderr.write(`${explained.stdout}\n`);
    expect(explained.stdout.replace(/\s+/g, ' ')).toContain('cannot pull image registry.invalid/missing:v1 (ImagePullBackOff)');
  });

  itWith(olm)('leaves OLM running and nothing stuck when all Kustomizations are deleted together', async () => {
    const began = Date.now();
    await deleteKustomizations(STAGES);
    await waitUntil('the end of the Kustomizations', WITHIN_MILLISECONDS, async () => {
      const left = await flux.cluster.client.list('kustomize.toolkit.fluxcd.io/v1', 'Kustomization');
      const names = left.map(({ metadata: { name } }) => name).filter(name => STAGES.includes(name));
      return names.length === 0 || (flux.failure ?? new Error(names.join(', ')));
    });
    process.stderr.write(`all Kustomizations are gone after ${String(Math.round((Date.now() - began) / 1000))} s\n`);
    expect(await hanging()).toEqual([]);
    const content = await clusterContent(flux.cluster.kubectl);
    expect(content.filter(object => / hello-operator(\/|$)/.test(object))).toEqual([]);
    expect(content).toEqual(expect.arrayContaining([
      'CustomResourceDefinition greetings.hello.example.com', 'Deployment olm/olm-operator', 'ClusterServiceVersion olm/packageserver',
    ]));
    expect((await session.run('status', '-A')).split('\n')[0]).toMatch(/^OLM 0\.46\.0 in namespace olm.*: ready$/);
  });

  itWith(olm)('is gone except for its CRD after `olm-constructs uninstall`', async () => {
    const began = Date.now();
    await session.run('uninstall');
    process.stderr.write(`OLM is gone after ${String(Math.round((Date.now() - began) / 1000))} s\n`);
    expect(await hanging()).toEqual([]);
    expect(await ofPlatform()).toEqual(OF_KEPT_CRD);
  });

  itWith(olm)('is deleted by Flux alone, stage by stage, if it may prune OLM', async () => {
    const prunable = { ...options, bundles: [released], program, stages: { ...options.stages, pruneOlm: true } };
    report('a second installation', await becomeReady(flux, STAGES, await commit(flux, 'Install the platform again', prunable)));
    const began = Date.now();
    for (const stage of [...STAGES].reverse()) {
      await deleteKustomizations([stage]);
      await waitUntil(`the end of ${stage}`, WITHIN_MILLISECONDS, async () => (
        await findKustomization(flux, stage) === undefined || (flux.failure ?? new Error(JSON.stringify(await findKustomization(flux, stage))))
      ));
      process.stderr.write(`${stage} is gone after ${String(Math.round((Date.now() - began) / 1000))} s\n`);
    }
    expect(await hanging()).toEqual([]);
    const left = await ofPlatform();
    process.stderr.write(`left: ${left.join(', ')}\n`);
    // Objects that OLM itself creates outside of its namespaces, and does not delete.
    const ofOlm = ['Operator hello-operator.hello-operator', 'RoleBinding kube-system/packageserver-service-auth-reader'];
    // It deletes the ClusterRoles of its OperatorGroups unless it ends first.
    const mayStay = /^(CustomResourceDefinition|APIService) .*\.operators\.coreos\.com$|^ClusterRole olm\.og\.(?:global|olm)-operators\./;
    expect(left.filter(object => !mayStay.test(object))).toEqual([...OF_KEPT_CRD, ...ofOlm].sort());
  });

  async function deleteKustomizations(names: readonly string[]): Promise<void> {
    await session.kubectl(`delete kustomizations.kustomize.toolkit.fluxcd.io ${names.join(' ')} -n ${FLUX_NAMESPACE} --wait=false`);
  }

  /** Namespaces that are being deleted, and APIServices that do not respond. */
  async function hanging(): Promise<string[]> {
    const namespaces = await flux.cluster.client.list('v1', 'Namespace') as unknown as { metadata: { name: string }; status: { phase: string } }[];
    const services = await flux.cluster.client.list('apiregistration.k8s.io/v1', 'APIService') as unknown as {
      metadata: { name: string }; status: { conditions: { type: string; status: string }[] };
    }[];
    return [
      ...namespaces.filter(({ status }) => status.phase === 'Terminating'),
      ...services.filter(({ status }) => status.conditions.some(({ type, status: value }) => type === 'Available' && value !== 'True')),
    ].map(({ metadata: { name } }) => name);
  }

  /** Returns what is left of OLM and of the operator. */
  async function ofPlatform(): Promise<string[]> {
    return (await clusterContent(flux.cluster.kubectl)).filter(object => /olm|operators\.coreos|hello|packageserver|operator-lifecycle/.test(object));
  }
});
