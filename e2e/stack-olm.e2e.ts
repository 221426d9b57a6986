import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { NEXT_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { KubernetesObject } from './cluster/kubernetes-object';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { findCsv, waitingInstallPlan, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import type { Outcome, PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { StandIn } from './engine/stand-in';
import { nameOf } from './engine/urn';
import { FULL_RUN } from './programs/full-run';
import { describeWith, itWith } from '../test/needed';

/**
 * The upgrade example, and another stack beside it, on OLM's own controllers: from an empty cluster to an empty cluster. The programs use the
 * published package, which needs a build: run by the engine's stand-in, and by the real Pulumi if it is found.
 */

jest.setTimeout(20 * 60_000);

const EXAMPLE = { project: 'pulumi-upgrade', stack: 'dev' };
const SECOND = { project: 'second', stack: 'dev' };
const THIRD = { project: 'third', stack: 'dev' };
/** Folder that keeps the printed output, if set. */
const KEPT_IN = process.env['PULUMI_OLM_OUTPUTS'];

const OLM_API = 'operators.coreos.com/v1alpha1';
const HELLO = 'hello-operator';
const GREETING = { apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: HELLO } };

const programs = olmPrograms();

/** Defines a test that is left to full runs. Those after it pass with and without it. */
const inFullRun = itWith(FULL_RUN);

describeEngines("a stack on OLM's own controllers, run by %s,", (engine) => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let project: InstalledProject;
  let example: PulumiStack;
  let second: PulumiStack;
  let third: PulumiStack;
  let bundles: Readonly<Record<'first' | 'next' | 'picky', string>>;

  beforeAll(async () => {
    project = await InstalledProject.create(path.resolve(__dirname, '../examples'));
    [SECOND, THIRD].forEach(identity => cpSync(path.resolve(__dirname, 'engine/olm-program'), folderOf(identity), { recursive: true }));
    // The tests' own TypeScript also compiles the programs for the real Pulumi.
    for (const { project: name } of [EXAMPLE, SECOND, THIRD]) {
      writeFileSync(path.join(folderOf({ project: name }), 'Pulumi.yaml'), `name: ${name}\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.ts\n`);
    }
    bundles = waveBundles();
    olm = await OlmCluster.start(programs.value);
    kubelets = new Kubelets(olm, programs.value);
    const stack = (identity: typeof EXAMPLE): PulumiStack => {
      const options = { ...identity, folder: folderOf(identity), kubeconfig: olm.kubeconfig, installed: true };
      return stackOf(engine, options);
    };
    [example, second, third] = [stack(EXAMPLE), stack(SECOND), stack(THIRD)];
  }, 20 * 60_000);

  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
    await example.close();
    await second.close();
    await third.close();
    project.remove();
  });

  const folderOf = (identity: { readonly project: string }): string => path.join(project.folder, identity.project);

  /** Three bundles of another operator, in two channels; the pods of the last one require a node that does not exist. */
  function waveBundles(): typeof bundles {
    const channels = { 'channels.v1: candidate-v0': 'channels.v1: candidate-v0,stable-v0' };
    const third = { 'v0.2.0': 'v0.3.0', 'version: 0.2.0': 'version: 0.3.0', 'replaces: wave-operator.v0.1.0': 'replaces: wave-operator.v0.2.0' };
    const picky = { 'serviceAccountName: wave-operator\n                securityContext': 'serviceAccountName: wave-operator\n'
      + '                nodeSelector: { example.com/disk: fast }\n                securityContext' };
    const folder = (name: string): string => path.join(project.folder, `wave-${name}`);
    renamedBundle('wave', folder('first'), { replacements: channels });
    renamedBundle('wave', folder('next'), { source: NEXT_BUNDLE, replacements: channels });
    renamedBundle('wave', folder('picky'), { source: NEXT_BUNDLE, replacements: { ...channels, ...third, ...picky } });
    return { first: folder('first'), next: folder('next'), picky: folder('picky') };
  }

  const exampleAt = (version: string, config: Readonly<Record<string, string>> = {}): PulumiProgram =>
    ({ ...EXAMPLE, folder: folderOf(EXAMPLE), config: { version, ...config } });
  const secondWith = (served: readonly string[], config: Readonly<Record<string, string>>): PulumiProgram =>
    ({ ...SECOND, folder: folderOf(SECOND), config: { bundles: served.join(','), ...config } });

  /** Folders of an operator, and of one that it requires. */
  function needyBundles(): string[] {
    const folders = ['plain', 'needy'].map(name => path.join(project.folder, name));
    const crds = '  customresourcedefinitions:\n';
    const requiring = { [crds]: `${crds}    required: [{ name: greetings.plain.example.com, version: v1alpha1, kind: Greeting }]\n` };
    renamedBundle('plain', folders[0]!);
    renamedBundle('needy', folders[1]!, { replacements: requiring });
    return folders;
  }

  /** Returns the outcome of an operation that must succeed. */
  async function done(title: string, operation: Promise<Outcome>): Promise<Outcome> {
    const outcome = kept(title, await operation);
    expect({ output: outcome.succeeded ? '' : outcome.output, problem: outcome.succeeded ? undefined : kubelets.problem }).toEqual({ output: '', problem: undefined });
    return outcome;
  }

  /** Returns the output of an operation that must fail. */
  async function refused(title: string, operation: Promise<Outcome>): Promise<string> {
    const outcome = kept(title, await operation);
    expect(outcome.succeeded).toBe(false);
    return outcome.output;
  }

  /** Outputs of a waiter in the state. */
  async function outputsOf(stack: PulumiStack, name: string): Promise<unknown> {
    const resources = await stack.resources() as unknown as { urn: string; outputs: object }[];
    return resources.find(({ urn }) => nameOf(urn) === name)?.outputs;
  }

  async function csvs(namespace: string): Promise<string[]> {
    return (await olm.cluster.client.list(OLM_API, 'ClusterServiceVersion', namespace)).map(({ metadata }) => metadata.name).sort();
  }

  function setTargets(...targetNamespaces: readonly string[]): Promise<unknown> {
    return olm.cluster.kubectl.shell(`kubectl patch operatorgroup ${HELLO} -n ${HELLO} --type merge -p '${JSON.stringify({ spec: { targetNamespaces } })}'`);
  }

  describe('with an operator pinned to a version', () => {
    it('comes up once OLM, the catalog and the operator run, and approves only its own InstallPlan', async () => {
      const { output } = await done('up', example.up(exampleAt('0.1.0')));
      expect(linesWith(output, 'approves')).toEqual([expect.stringMatching(/approves InstallPlan hello-operator\/install-\w+, which installs hello-operator\.v0\.1\.0$/)]);
      expect(linesWith(output, ': ready after ').map(line => line.replace(/:.*/, ''))).toEqual([
        'OLM', 'catalog olm/hello-operator-catalog', 'operator hello-operator/hello-operator',
      ]);
      expect((await waitingInstallPlan(olm, HELLO)).spec.clusterServiceVersionNames).toEqual(['hello-operator.v0.2.0']);
    });

    it('finds packageserver installed and its API responding', async () => {
      expect((await findCsv(olm, 'olm', 'packageserver'))?.status?.phase).toBe('Succeeded');
      const service = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.packages.operators.coreos.com' } };
      expect(await olm.cluster.client.read(service)).toMatchObject({ status: { conditions: [{ type: 'Available', status: 'True' }] } });
      await waitUntil('the packages', WITHIN_MILLISECONDS, async () => {
        const packages = await olm.cluster.client.list('packages.operators.coreos.com/v1', 'PackageManifest', HELLO);
        return packages.some(({ metadata }) => metadata.name === HELLO) || new Error(`there are ${packages.length}`);
      });
    });

    it('outputs what was installed', async () => {
      expect(await outputsOf(example, 'hello/OperatorReady')).toMatchObject({
        csvName: 'hello-operator.v0.1.0', version: '0.1.0', phase: 'Succeeded', deployments: [HELLO], ready: true, drift: [],
        ownedApis: [{ crd: 'greetings.hello.example.com', kind: 'Greeting', version: 'v1alpha1' }],
        phaseSeconds: { resolving: expect.any(Number) as number, installing: expect.any(Number) as number, settling: 2 },
        operatorGroups: [{ name: HELLO, targetNamespaces: [HELLO] }],
      });
      expect(await outputsOf(example, 'pulumi-upgrade-dev')).toMatchObject({ namespace: HELLO, csvName: 'hello-operator.v0.1.0', version: '0.1.0' });
    });

    it('changes nothing on a second up, nor after a refresh', async () => {
      expect(changes(await done('second up', example.up(exampleAt('0.1.0'))))).toEqual([]);
      expect(example instanceof StandIn ? example.requests : 0).toBe(0);
      expect(changes(await done('refresh', example.refresh()))).toEqual([]);
    });

    it('moves to another version step by step, each approved by name', async () => {
      const { output, steps } = await done('up to 0.3.0', example.up(exampleAt('0.3.0')));
      expect(changes({ steps })).toEqual(['update hello/Subscription', 'update hello/OperatorReady']);
      expect(output).toContain('operator hello-operator/hello-operator: update, because pin changed');
      expect(linesWith(output, 'approves').map(line => line.replace(/^.* /, ''))).toEqual(['hello-operator.v0.2.0', 'hello-operator.v0.3.0']);
      expect(await csvs(HELLO)).toEqual(['hello-operator.v0.3.0']);
      expect(await outputsOf(example, 'hello/OperatorReady')).toMatchObject({ csvName: 'hello-operator.v0.3.0', version: '0.3.0', ready: true });
    });

    inFullRun('reports a manually changed OperatorGroup and why the operator stopped, and continues once it is fixed', async () => {
      await setTargets(HELLO, 'default');
      await csvPhase(HELLO, 'hello-operator.v0.3.0', 'Failed');
      const { output } = await done('refresh after an edit of the OperatorGroup', example.refresh());
      expect(output).toContain('the OperatorGroup was changed from hello-operator (hello-operator) to hello-operator (hello-operator, default)');
      const explained = await refused('up after an edit of the OperatorGroup', example.up(exampleAt('0.3.0')));
      expect(explained).toContain('ClusterServiceVersion hello-operator.v0.3.0 failed (UnsupportedOperatorGroup)');
      expect(explained).toContain('remedy: set target namespaces on the OperatorGroup that match an install mode of the operator');

      await setTargets(HELLO);
      expect((await done('up after the fix', example.up(exampleAt('0.3.0')))).output).toContain('it did not become ready before');
    });

    inFullRun('reports a deleted ClusterServiceVersion, and reinstalls it without a setting', async () => {
      await olm.cluster.client.remove({ apiVersion: OLM_API, kind: 'ClusterServiceVersion', metadata: { name: 'hello-operator.v0.3.0', namespace: HELLO } });
      await waitUntil('the ClusterServiceVersion gone', WITHIN_MILLISECONDS, async () => (await csvs(HELLO)).length === 0 || new Error('it still exists'));
      expect((await done('refresh after a deletion', example.refresh())).output).toContain('ClusterServiceVersion hello-operator.v0.3.0 no longer exists');
      const { output } = await done('up after a deletion', example.up(exampleAt('0.3.0')));
      expect(output).toContain('so that OLM reinstalls hello-operator.v0.3.0');
      expect(await outputsOf(example, 'hello/OperatorReady')).toMatchObject({ csvName: 'hello-operator.v0.3.0', phase: 'Succeeded', ready: true });
    });
  });

  describeWith(FULL_RUN)('beside another stack', () => {
    it('installs another operator on the existing OLM', async () => {
      await done('second stack: up', second.up(secondWith([bundles.first], { version: '0.1.0' })));
      expect(await csvs('wave')).toEqual(['wave-operator.v0.1.0']);
    });

    it('keeps it when the component is renamed', async () => {
      const renamed = secondWith([bundles.first], { version: '0.1.0', name: 'sea', previousName: 'wave' });
      expect(changes(await done('second stack: another name', second.up(renamed)))).toEqual([]);
      await done('second stack: the name of before', second.up(secondWith([bundles.first], { version: '0.1.0', previousName: 'sea' })));
    });

    it('follows another channel and a rebuilt catalog without a new installation', async () => {
      const changed = secondWith([bundles.first, bundles.next], { version: '0.1.0', channel: 'stable-v0' });
      const preview = await done('second stack: preview of another channel and catalog', second.preview(changed));
      expect(preview.output).toContain('catalog olm/wave-catalog: update, because revision changed');
      expect(preview.output).toContain('operator wave/wave-operator: update, because channel changed');
      expect(changes(preview)).toEqual(expect.arrayContaining(['create-replacement wave-catalog/Part0', 'update wave/Subscription']));

      await done('second stack: another channel and catalog', second.up(changed));
      expect(await csvs('wave')).toEqual(['wave-operator.v0.1.0']);
    });

    it('hands the operator over to another name of its Subscription, while it runs, and upgrades it', async () => {
      const [before] = await olm.cluster.client.list(OLM_API, 'ClusterServiceVersion', 'wave');
      const moved = secondWith([bundles.first, bundles.next], { version: '0.1.0', subscription: 'waves', previousSubscription: 'wave-operator' });
      const handed = await done('second stack: hand-over', second.up(moved));
      expect(handed.output).toContain('hands over: Subscription wave/wave-operator is deleted without its operator');
      expect(await olm.cluster.client.list(OLM_API, 'ClusterServiceVersion', 'wave')).toMatchObject([{ metadata: { uid: before!.metadata['uid'] } }]);

      const renamed = secondWith([bundles.first, bundles.next], { version: '0.2.0', subscription: 'waves' });
      await done('second stack: an upgrade after the hand-over', second.up(renamed));
      expect(await csvs('wave')).toEqual(['wave-operator.v0.2.0']);
      const subscriptions = await olm.cluster.client.list(OLM_API, 'Subscription', 'wave');
      expect(subscriptions).toMatchObject([{ metadata: { name: 'waves' }, status: { state: 'AtLatestKnown', installedCSV: 'wave-operator.v0.2.0' } }]);
      // OLM may still complain about the replaced version, if it resolved while it was there: it does not resolve again by itself.
      expect(JSON.stringify(subscriptions)).not.toContain('wave-operator.v0.2.0 exists and is not referenced by a subscription');
    });

    it('fails partially if pods cannot start, explains why, and continues when they can', async () => {
      const picky = secondWith([bundles.first, bundles.next, bundles.picky], { version: '0.3.0', subscription: 'waves', startingSeconds: '12' });
      const explained = await refused('second stack: pods that fit nowhere', second.up(picky));
      expect(explained).toMatch(/operator wave\/waves did not become ready within 12 s: starting for 12 s, waiting for Deployment wave-operator \(1 of 1 pods available, 1 of an older version\)/);
      expect(explained).toMatch(/pod wave\/wave-operator-\S+ cannot be scheduled: /);
      expect(await outputsOf(second, 'wave/OperatorReady')).toMatchObject({ csvName: 'wave-operator.v0.3.0', ready: false });

      await olm.cluster.kubectl.shell('kubectl label node simulated example.com/disk=fast');
      const { output } = await done('second stack: pods that fit', second.up(picky));
      expect(output).toContain('update, because it did not become ready before');
      expect(await csvs('wave')).toEqual(['wave-operator.v0.3.0']);
    });
  });

  describeWith(FULL_RUN)('with an operator that requires another one', () => {
    const DEPENDENCY = 'plain-operator-candidate-v0-needy-catalog-olm';
    const needy = (config: Readonly<Record<string, string>> = {}): PulumiProgram => ({
      ...THIRD, folder: folderOf(THIRD), config: { bundles: needyBundles().join(','), name: 'needy', namespace: 'needy', package: 'needy-operator', ...config },
    });
    const subscriptions = async (): Promise<string[]> => (await olm.cluster.client.list(OLM_API, 'Subscription', 'needy')).map(({ metadata }) => metadata.name).sort();

    it('outputs what OLM installed as its dependency', async () => {
      await done('third stack: up', third.up(needy()));
      expect(await outputsOf(third, 'needy/OperatorReady')).toMatchObject({
        csvName: 'needy-operator.v0.1.0',
        dependencies: [{ package: 'plain-operator', namespace: 'needy', subscription: DEPENDENCY, csv: 'plain-operator.v0.1.0', version: '0.1.0' }],
      });
      expect(await csvs('needy')).toEqual(['needy-operator.v0.1.0', 'plain-operator.v0.1.0']);
      expect(changes(await done('third stack: refresh', third.refresh()))).toEqual([]);
      expect(changes(await done('third stack: second up', third.up(needy())))).toEqual([]);
    });

    it('keeps it when the operator is removed, and prints the command that removes it', async () => {
      const { output } = await done('third stack: destroy without its dependency', third.destroy());
      const [line] = linesWith(output, 'as a dependency, and nothing in the namespace requires it any longer');
      expect(line).toContain(`left Subscription needy/${DEPENDENCY}: OLM installed plain-operator.v0.1.0`);
      expect([await subscriptions(), await csvs('needy')]).toEqual([[DEPENDENCY], ['plain-operator.v0.1.0']]);

      expect(await olm.cluster.kubectl.shell(/kubectl delete .*/.exec(line!)![0])).toMatchObject({ exitCode: 0 });
      expect([await subscriptions(), await csvs('needy')]).toEqual([[], []]);
    });

    it('removes it with the operator on request, and then the Namespace', async () => {
      await done('third stack: up again', third.up(needy({ adoptNamespace: 'true', deleteDependencies: 'true' })));
      expect(await subscriptions()).toEqual(['needy-operator', DEPENDENCY]);
      const { output } = await done('third stack: destroy', third.destroy());
      expect(linesWith(output, 'removal of operator needy/needy-operator: deletes ').map(line => /\((\S+ \S+)\)$/.exec(line)?.[1]).filter(title => !title?.startsWith('Operator '))).toEqual([
        'Subscription needy/needy-operator', 'ClusterServiceVersion needy/needy-operator.v0.1.0', 'CustomResourceDefinition greetings.needy.example.com',
        `Subscription needy/${DEPENDENCY}`, 'ClusterServiceVersion needy/plain-operator.v0.1.0', 'CustomResourceDefinition greetings.plain.example.com',
      ]);
      expect(await olm.cluster.client.find({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'needy' } })).toBeUndefined();
    });
  });

  describe('is destroyed without its program', () => {
    it('not while an object of the operator exists', async () => {
      await apply({ ...GREETING, spec: { whom: 'world' } });
      const explained = await refused('destroy with an object left', example.destroy());
      expect(explained).toContain('the operator\'s APIs still have one object: Greeting hello-operator/first');
      expect(await csvs(HELLO)).toEqual(['hello-operator.v0.3.0']);
      await olm.cluster.client.remove(GREETING);
    });

    inFullRun('and not OLM while operators of others exist', async () => {
      await apply({ ...GREETING, spec: { whom: 'world' } });
      await done('up with greetings to be deleted', example.up(exampleAt('0.3.0', { greetings: 'delete' })));
      const explained = await refused('destroy with an operator of others', example.destroy());
      expect(explained).toMatch(/removal of operator hello-operator\/hello-operator: deletes .* \(Greeting hello-operator\/first\)/);
      expect(explained).toContain('(CustomResourceDefinition greetings.hello.example.com)');
      expect(explained).toContain('OLM still manages one operator: wave/wave-operator.v0.3.0');
      // OLM may write its record of the operator, the Operator, again before the waiter looks for it.
      const removed = linesWith(explained, ': deletes ').map(line => line.replace(/^.* \((\w+) \S+\)$/, '$1')).filter(kind => kind !== 'Operator');
      expect(removed).toEqual(['Subscription', 'Greeting', 'ClusterServiceVersion', 'CustomResourceDefinition', 'OperatorGroup', 'Namespace']);
      expect((await example.resources()).map(({ urn }) => nameOf(urn))).not.toContain('hello/OperatorReady');
      const other = await done('second stack: destroy', second.destroy());
      expect(other.output).toContain('(ClusterServiceVersion wave/wave-operator.v0.3.0)');
    });

    it('in order, OLM last', async () => {
      const { output } = await done('destroy', example.destroy());
      expect(linesWith(output, 'removal of OLM: deletes ')[0]).toMatch(/\(ClusterServiceVersion olm\/packageserver\)$/);
      expect(await example.resources()).toEqual([]);
    });

    it('and leaves nothing behind', async () => {
      const names = async (kind: string, apiVersion: string): Promise<string[]> =>
        (await olm.cluster.client.list(apiVersion, kind)).map(({ metadata }) => metadata.name);
      expect((await names('Namespace', 'v1')).sort()).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
      expect(await names('CustomResourceDefinition', 'apiextensions.k8s.io/v1')).toEqual([]);
      expect((await names('APIService', 'apiregistration.k8s.io/v1')).filter(name => name.includes('coreos'))).toEqual([]);
      expect((await names('ClusterRole', 'rbac.authorization.k8s.io/v1')).filter(name => /olm|operator|wave|hello/.test(name))).toEqual([]);
    });
  });

  async function csvPhase(namespace: string, name: string, phase: string): Promise<void> {
    await waitUntil(`${name} in phase ${phase}`, WITHIN_MILLISECONDS, async () =>
      (await findCsv(olm, namespace, name))?.status?.phase === phase || (olm.failure ?? new Error('it is not')));
  }

  async function apply(object: KubernetesObject): Promise<void> {
    expect(await olm.cluster.client.apply({ object, content: JSON.stringify(object) })).toMatchObject({ accepted: true });
  }
}, programs);

/** Lines of the waiters that contain a string: the real Pulumi prints each as it happens, and again at the end. */
function linesWith(output: string, part: string): string[] {
  const lines = output.split('\n').filter(line => line.includes(part));
  return [...new Set(lines.map(line => line.trimEnd().replace(/^.*?(?=(?:removal of |operator |catalog |OLM:))/, '')))];
}

/** Keeps the printed output, for documentation. */
function kept(title: string, outcome: Outcome): Outcome {
  if (KEPT_IN !== undefined) {
    mkdirSync(KEPT_IN, { recursive: true });
    writeFileSync(path.join(KEPT_IN, `${title.replaceAll(/\W+/g, '-')}.txt`), `${[...changes(outcome), '', outcome.output].join('\n')}\n`);
  }
  return outcome;
}
