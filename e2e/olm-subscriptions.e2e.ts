import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { CatalogRef, ImageCatalog, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, OperatorUpgradeStrategy } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { providerCode } from '../lib/pulumi/resources/waiter-resource';
import { describeWith } from '../test/needed';
import { applyClientSide, applyServerSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, findCsv, subscriptionAt, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { installPackage } from './package/installed-package';
import { onlyInFullRun } from './programs/full-run';
import { failureOf, ProviderProcess, type Values } from './waiters/provider-process';

/** Settings of catalogs and Subscriptions, and what OLM's own controllers make of them. */

const TEST_MILLISECONDS = 8 * 60_000;
const OLM_API = 'operators.coreos.com/v1alpha1';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

interface Rule {
  readonly resources: readonly [string];
  readonly verbs: readonly string[];
}

interface Role extends KubernetesObject {
  readonly rules: readonly Rule[];
}

/** A version whose pods fit on no node; its Deployment reports that soon. */
const NEVER_RUNS = {
  'replicas: 1\n': 'replicas: 1\n            progressDeadlineSeconds: 5\n',
  'serviceAccountName: broken-operator\n                ':
    'serviceAccountName: broken-operator\n                nodeSelector: { example.com/disk: none }\n                ',
};

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("OLM's own controllers", () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let folder: string;
  let provider: ProviderProcess;
  let kubeconfig: string;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, programs.value);
    kubeconfig = (await olm.cluster.kubectl.shell('kubectl config view --raw --flatten --output=json')).stdout;
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-subscriptions-'));
    await installPackage(folder);
    provider = await ProviderProcess.start(folder);
  }, 20 * 60_000);
  afterAll(async () => {
    await provider.kill();
    await kubelets.stop();
    await olm.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits as the component does for a Subscription that is named after its package. */
  const waited = async (namespace: string, { packageName: name, name: csv }: Bundle, seconds = WITHIN_MILLISECONDS / 1000): Promise<Values> => {
    const inputs = { kubeconfig, namespace, subscription: name, package: name, pin: { csv }, timeouts: { total: seconds } };
    return (await provider.create({ __provider: providerCode('operatorReady'), ...inputs })).outputs;
  };

  /** Waits in vain until the explanation matches: OLM fails only after some time. */
  const explained = (namespace: string, bundle: Bundle, expected: RegExp): Promise<true> => (
    waitUntil(`the explanation in ${namespace}`, 2 * WITHIN_MILLISECONDS, async () => {
      const explanation = (await failureOf(waited(namespace, bundle, 15))).reasons.join('\n');
      return expected.test(explanation) || (olm.failure ?? new Error(`it is: ${explanation}`));
    }));

  /** Applies a chart that contains one operator. */
  async function apply(build: (chart: Chart) => void): Promise<void> {
    const [file] = synthesizer.synthesize(app => build(new Chart(app, 'operator'))) as [string];
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
  }

  describe('connect to an index image', () => {
    const first = renamedBundle('image', synthesizer.folder());
    const next = renamedBundle('image', synthesizer.folder(), { source: NEXT_BUNDLE });
    const image = (digit: string): string => `registry.example.com/catalog@sha256:${digit.repeat(64)}`;

    const applyCatalog = (digit: string): Promise<void> => apply(chart => {
      const catalog = new ImageCatalog(chart, 'catalog', {
        image: image(digit), name: 'index', grpcPodConfig: { memoryTarget: '64Mi', extractContent: { catalogDir: '/configs' } },
      });
      new OperatorSubscription(chart, 'image', { catalog, packageName: first.packageName, channel: 'candidate-v0', namespace: 'image' });
    });

    it('through the Service that they create for it, and install from it', async () => {
      const deprecations = { [first.packageName]: { bundles: { [first.name]: 'upgrade to 0.2.0' } } };
      kubelets.images.push(image('1'), Catalog.fromBundles([first], { deprecations }));
      await applyCatalog('1');
      await provider.create({ __provider: providerCode('catalogReady'), kubeconfig, namespace: 'olm', name: 'index', timeouts: { total: 120 } });
      const catalog = await olm.cluster.client.read({ apiVersion: OLM_API, kind: 'CatalogSource', metadata: { name: 'index', namespace: 'olm' } });
      expect(catalog['status']).toMatchObject({ connectionState: { address: 'index.olm.svc:50051', lastObservedState: 'READY' } });
      expect(await waited('image', first)).toMatchObject({ ready: true, csvName: first.name });
    }, TEST_MILLISECONDS);

    it('and report what it deprecates as a warning', async () => {
      await waitUntil('the warning', WITHIN_MILLISECONDS, async () => {
        await waited('image', first);
        return provider.lines.some(line => line.endsWith(`warning: bundle '${first.name}' is deprecated: upgrade to 0.2.0`)) || new Error('it is not printed');
      });
    }, TEST_MILLISECONDS);

    it('and upgrade from another image', async () => {
      kubelets.images.push(image('2'), Catalog.fromBundles([first, next]));
      await applyCatalog('2');
      expect(await waited('image', next)).toMatchObject({ ready: true, csvName: next.name });
    }, TEST_MILLISECONDS);
  });

  describe('install with the rights of a created ServiceAccount', () => {
    const bundle = renamedBundle('scoped', synthesizer.folder());
    const { rules } = synthesized('scoped').role;
    const explanations: Promise<unknown>[] = [];

    /** An operator in a namespace, and the Role of its account, without a rule if there is one to leave out. */
    function synthesized(namespace: string, without?: number): { readonly file: string; readonly role: Role } {
      const roles: ApiObject[] = [];
      const [file] = synthesizer.synthesize(app => {
        const catalog = CatalogRef.named('scoped-catalog', 'olm', { content: Catalog.fromBundles([bundle]) });
        const { serviceAccountObjects } = new OperatorSubscription(new Chart(app, 'operator'), 'scoped', {
          catalog, packageName: bundle.packageName, namespace, serviceAccount: OperatorServiceAccount.create(),
        });
        roles.push(...serviceAccountObjects.filter(({ kind }) => kind === 'Role'));
        roles.forEach(role => without === undefined || role.addJsonPatch(JsonPatch.remove(`/rules/${String(without)}`)));
      }) as [string];
      expect(roles).toHaveLength(1);
      return { file, role: roles[0]!.toJson() as Role };
    }

    /** Matches the explanation that the account may not do something, or not grant it. */
    const lacking = ({ resources: [resource] }: Rule): RegExp => (
      new RegExp(`(?:is forbidden: .* resource |does not have: .* Resources:\\[)"${resource}"`));

    it('if it has all of them', async () => {
      await apply(chart => new OperatorRegistry(chart, 'registry', { bundles: [bundle], name: 'scoped-catalog' }));
      const namespaces = ['scoped', ...rules.map((_, index) => `scoped-${String(index)}`)];
      for (const [index, namespace] of namespaces.entries()) {
        const { file } = synthesized(namespace, index === 0 ? undefined : index - 1);
        // OLM also has to take over what exists.
        const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: bundle.packageName, namespace } };
        await olm.cluster.kubectl.shell(`kubectl create namespace ${namespace}`);
        expect(await olm.cluster.client.apply({ object: account, content: JSON.stringify(account) })).toMatchObject({ accepted: true });
        expect(await applyServerSide(olm.cluster, file)).toEqual([]);
      }
      explanations.push(...rules.map((rule, index) => explained(`scoped-${String(index)}`, bundle, lacking(rule)).catch((error: unknown) => error)));
      expect(await waited('scoped', bundle)).toMatchObject({ ready: true, csvName: bundle.name });
    }, TEST_MILLISECONDS);

    it.each(rules.map((rule, index) => [JSON.stringify(rule), index] as const))('not without %s, which the explanation names', async (_, index) => {
      expect(await explanations[index]).toBe(true);
    }, TEST_MILLISECONDS);
  });

  describe('meet a version whose pods never run', () => {
    const first = renamedBundle('broken', synthesizer.folder());
    const broken = renamedBundle('broken', synthesizer.folder(), { source: NEXT_BUNDLE, replacements: NEVER_RUNS });
    const fixed = renamedBundle('broken', synthesizer.folder(), {
      source: NEXT_BUNDLE, replacements: { 'v0.2.0': 'v0.3.0', 'version: 0.2.0': 'version: 0.3.0', 'replaces: broken-operator.v0.1.0': 'replaces: broken-operator.v0.2.0' },
    });

    const applyBundles = (namespace: string, upgradeStrategy: OperatorUpgradeStrategy, ...bundles: Bundle[]): Promise<void> => apply(chart => {
      const catalog = new OperatorRegistry(chart, 'registry', { bundles, namespace });
      const subscription = new OperatorSubscription(chart, 'broken', { catalog, namespace, upgradeStrategy });
      catalog.node.addDependency(subscription.namespaceObject!);
    });
    const { DEFAULT, TECH_PREVIEW_UNSAFE_FAIL_FORWARD: FAIL_FORWARD } = OperatorUpgradeStrategy;

    it.each([['forward', FAIL_FORWARD], ['stuck', DEFAULT]])('keep the pods of the version before, in namespace %s with the strategy %s', async (namespace, strategy) => {
      await applyBundles(namespace, strategy, first);
      await csvSucceeded(olm, namespace, first.name);
      await applyBundles(namespace, strategy, first, broken);
      await explained(namespace, broken, /ClusterServiceVersion broken-operator\.v0\.2\.0 failed \(InstallCheckFailed\)[^]*pod \S+ cannot be scheduled/);
      const pods = await olm.cluster.client.list('v1', 'Pod', namespace) as (KubernetesObject & { status: { phase: string }; spec: { containers: { image: string }[] } })[];
      const operators = pods.map(({ spec, status }) => `${spec.containers[0]!.image} ${status.phase}`).filter(pod => pod.includes('/node:'));
      expect(operators.sort()).toEqual(['docker.io/library/node:22.19.0-alpine3.22 Running', 'docker.io/library/node:22.20.0-alpine3.22 Pending']);
    }, TEST_MILLISECONDS);

    it('replace it by the next version with fail-forward', async () => {
      await applyBundles('forward', FAIL_FORWARD, first, broken, fixed);
      expect(await waited('forward', fixed)).toMatchObject({ ready: true, csvName: fixed.name });
      await subscriptionAt(olm, 'forward', broken.packageName, { state: 'AtLatestKnown', installedCSV: fixed.name, currentCSV: fixed.name });
    }, TEST_MILLISECONDS);

    it('keep it without, until the strategy is set', async () => {
      await applyBundles('stuck', DEFAULT, first, broken, fixed);
      await explained('stuck', fixed, /OLM does not upgrade broken-operator\.v0\.2\.0, because it failed\n {4}remedy: .* set upgradeStrategy to TechPreviewUnsafeFailForward/);
      expect(await findCsv(olm, 'stuck', fixed.name)).toBeUndefined();

      await applyBundles('stuck', FAIL_FORWARD, first, broken, fixed);
      expect(await waited('stuck', fixed)).toMatchObject({ ready: true, csvName: fixed.name });
    }, TEST_MILLISECONDS);
  });
});
