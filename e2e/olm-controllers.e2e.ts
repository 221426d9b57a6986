import * as path from 'node:path';
import { App, Chart } from 'cdk8s';
import { BundleDeployment, CatalogRef, ImageMirror, InstallMode, OlmRelease, OlmSettings, OlmVersion, OperatorGroupRef, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { PackageDeprecations } from 'olm-constructs/catalog';
import { synthApp } from '../lib/cli/offline/synth-app';
import { deprecations } from '../lib/cluster/waiting/operator/installed-operator';
import { Situation } from '../lib/cluster/waiting/operator/situation';
import { describeWith } from '../test/needed';
import { applyServerSide, applyWithoutForce } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { QUICKSTART_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { synthesizeRegistry } from './acceptance/registry-files';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject, title } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';
import { freePorts, LOOPBACK } from './control-plane/ports';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, deploymentOf, WITHIN_MILLISECONDS } from './olm/operator-state';
import { carryOut } from './olm/removal';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';
import { startOpm } from './registry/opm-server';

const MIRROR = 'mirror.example.com/quay';
const SETTINGS: OlmSettings = {
  namespace: 'lifecycle',
  operatorNamespace: 'global-operators',
  catalogNamespace: 'catalogs',
  registryMirror: MIRROR,
  olmConfig: { disableCopiedCsvs: true },
};

const TEST_MILLISECONDS = 5 * 60_000;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** File of an operator that watches all namespaces, from the catalog that OLM ships with. */
function globalOperatorFile(name: string): string {
  const [file] = synthesizer.synthesize(app => {
    new OperatorSubscription(new Chart(app, 'global'), 'global', {
      catalog: CatalogRef.named('operatorhubio-catalog', 'catalogs'),
      packageName: name,
      channel: 'candidate-v0',
      namespace: 'global-operators',
      createNamespace: false,
      operatorGroup: OperatorGroupRef.named('global-operators'),
      installMode: InstallMode.allNamespaces(),
    });
  }) as [string];
  return file;
}

/** Deprecations of everything that the global operator is installed from. */
function deprecationsOf(bundle: string): PackageDeprecations {
  return { packageMessage: 'use another operator', channels: { 'candidate-v0': 'use stable-v0' }, bundles: { [bundle]: 'upgrade to 0.2.0' } };
}

/** File of the quickstart's operator, without those of its OLM. */
function quickstartFile(): string {
  const outdir = synthesizer.folder();
  const { app }: { app: App } = synthApp({
    operators: [{ bundle: Bundle.fromDirectory(QUICKSTART_BUNDLE), previous: [] }],
    olm: OlmVersion.DEFAULT,
    operatorHub: false,
    engine: { name: 'olm-v0', slim: false, registryImage: undefined, pullSecrets: [], pinned: false, operatorGroup: undefined, catalogImage: undefined },
    namespace: undefined,
    installMode: undefined,
    channel: undefined,
  }, outdir);
  app.synth();
  return path.join(outdir, '0002-operator.k8s.yaml');
}

/** File of an operator in a namespace of its own, whose app pulls every image from the mirror. */
function mirroredFile(bundle: Bundle): string {
  const [file] = synthesizer.synthesize(app => {
    ImageMirror.set(app, { registryMirror: MIRROR, airGapped: true });
    new BundleDeployment(new Chart(app, 'mirrored'), 'operator', { bundle, namespace: 'mirrored' });
  }) as [string];
  return file;
}

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)('OLM\'s own controllers', () => {
  let olm: OlmCluster;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
  }, 20 * 60_000);
  afterAll(() => olm.close());

  /** Copies of ClusterServiceVersions that OLM made, as `namespace/name`. */
  const copies = async (): Promise<string[]> => (await olm.cluster.client.list('operators.coreos.com/v1alpha1', 'ClusterServiceVersion'))
    .filter(({ metadata }) => (metadata['labels'] as Record<string, string> | undefined)?.['olm.copiedFrom'] !== undefined)
    .map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);

  const [crds, rest] = olmFiles(synthesizer, SETTINGS) as [string, string];
  const applied = [crds, rest];

  it('accept an installation with other namespaces, a mirror and no copied CSVs', async () => {
    expect(await applyServerSide(olm.cluster, crds)).toEqual([]);
    expect(await applyServerSide(olm.cluster, rest)).toEqual([]);
  }, TEST_MILLISECONDS);

  it('bring packageserver to Succeeded, and its API into the cluster', async () => {
    await olm.run(await deploymentOf(olm, 'lifecycle', 'olm-operator'), programs.value.olm);
    await olm.run(await deploymentOf(olm, 'lifecycle', 'catalog-operator'), programs.value.catalog);
    const [port] = await freePorts(1) as [number];
    await olm.run(await deploymentOf(olm, 'lifecycle', 'packageserver'), programs.value.packageServer, ['--bind-address', LOOPBACK, '--secure-port', String(port)]);
    olm.network.route('lifecycle', 'packageserver-service', port);

    await csvSucceeded(olm, 'lifecycle', 'packageserver');
    const api = await olm.cluster.client.read({
      apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.packages.operators.coreos.com' },
    });
    expect(api['status']).toMatchObject({ conditions: [{ type: 'Available', status: 'True' }] });
  }, TEST_MILLISECONDS);

  it("install an operator for all namespaces from OLM's default catalog", async () => {
    const bundle = renamedBundle('global', synthesizer.folder());
    const { objects } = synthesizeRegistry(synthesizer, { bundles: [bundle], deprecations: { [bundle.packageName]: deprecationsOf(bundle.name) } });
    const { process, port } = await startOpm(programs.value.opm, objects, olm.newFolder('operatorhub'));
    olm.adopt(process);
    olm.network.route('catalogs', 'operatorhubio-catalog', port);
    const file = globalOperatorFile(bundle.packageName);
    applied.push(file);
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    await csvSucceeded(olm, 'global-operators', bundle.name);
  }, TEST_MILLISECONDS);

  it('report what is deprecated in the conditions of the Subscription that waiters read', async () => {
    const { client } = olm.cluster;
    const subscription = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'global-operator', namespace: 'global-operators' } };
    const reported = await waitUntil('the conditions', WITHIN_MILLISECONDS, async () => {
      const found = deprecations({ subscription: await client.read(subscription) } as unknown as Situation);
      return found.length > 0 ? found : new Error('there is none');
    });
    expect(reported).toEqual([
      "package 'global-operator' is deprecated: use another operator", "channel 'candidate-v0' of package 'global-operator' is deprecated: use stable-v0",
      "bundle 'global-operator.v0.1.0' is deprecated: upgrade to 0.2.0",
    ]);
  }, TEST_MILLISECONDS);

  it('install the operator of the quickstart from the catalog that opm serves', async () => {
    const file = quickstartFile();
    applied.push(file);
    const { process, port } = await startOpm(programs.value.opm, readYamlDocuments(file).map(({ object }) => object), olm.newFolder('quickstart'));
    olm.adopt(process);
    olm.network.route('hello-operator', 'hello-operator-catalog', port);
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    await csvSucceeded(olm, 'hello-operator', 'hello-operator.v0.1.0');
  }, TEST_MILLISECONDS);

  it("list what the catalogs offer through packageserver's API", async () => {
    const names = await waitUntil('the packages', WITHIN_MILLISECONDS, async () => {
      const packages = await olm.cluster.client.list('packages.operators.coreos.com/v1', 'PackageManifest', 'hello-operator');
      return packages.length > 1 ? packages.map(({ metadata }) => metadata.name) : new Error(`there are ${String(packages.length)}`);
    });
    expect(names.sort()).toEqual(['global-operator', 'hello-operator']);
  }, TEST_MILLISECONDS);

  it('install an operator whose images are those of the mirror', async () => {
    const bundle = renamedBundle('mirrored', synthesizer.folder());
    const file = mirroredFile(bundle);
    applied.push(file);
    const { process, port } = await startOpm(programs.value.opm, readYamlDocuments(file).map(({ object }) => object), olm.newFolder('mirrored'));
    olm.adopt(process);
    olm.network.route('mirrored', `${bundle.packageName}-catalog`, port);
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    await csvSucceeded(olm, 'mirrored', bundle.name);
    const deployments = await olm.cluster.client.list('apps/v1', 'Deployment', 'mirrored');
    const images = [...JSON.stringify(deployments.map(({ spec }) => spec)).matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image!);
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter(image => !image.startsWith(`${MIRROR}/`))).toEqual([]);
  }, TEST_MILLISECONDS);

  it('leave applied objects unchanged, so that they can be applied again without a conflict', async () => {
    for (const file of applied) {
      expect(await applyWithoutForce(olm.cluster, file)).toEqual([]);
    }
  }, TEST_MILLISECONDS);

  it('pull each image of OLM from the mirror', async () => {
    const pods = [
      ...await olm.cluster.client.list('v1', 'Pod', 'lifecycle'), ...await olm.cluster.client.list('v1', 'Pod', 'catalogs'),
    ] as (KubernetesObject & { spec: { initContainers?: { image: string; args?: string[] }[]; containers: { image: string; args?: string[] }[] } })[];
    const containers = pods.flatMap(({ spec }) => [...spec.initContainers ?? [], ...spec.containers]);
    const images = containers.flatMap(({ image, args = [] }) => [image, ...args.flatMap(argument => /^(?:--\w+=)?([\w.-]+\.\w+\/\S+)$/.exec(argument)?.[1] ?? [])]);
    expect(new Set(pods.map(({ metadata }) => (metadata['labels'] as Record<string, string>)['app'] ?? metadata['generateName'])))
      .toEqual(new Set(['catalog-operator', 'olm-operator', 'operatorhubio-catalog-', 'packageserver']));
    expect(images.length).toBeGreaterThan(pods.length);
    expect(images.filter(image => !image.startsWith(`${MIRROR}/`))).toEqual([]);
  });

  it('copy no CSV into other namespaces until this is turned on', async () => {
    expect(await copies()).toEqual([]);
    const config = { apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: 'cluster' }, spec: { features: { disableCopiedCSVs: false } } };
    expect(await olm.cluster.client.apply({ object: config, content: JSON.stringify(config) })).toMatchObject({ accepted: true });
    await waitUntil('a copy', WITHIN_MILLISECONDS, async () =>
      (await copies()).includes('default/global-operator.v0.1.0') || (olm.failure ?? new Error('there is none')));
  }, TEST_MILLISECONDS);

  it.each(OlmRelease.of(SETTINGS).removalSteps.map(step => [step.title, step] as const))('complete the removal step %s', async (_, step) => {
    await carryOut(olm, step);
  }, TEST_MILLISECONDS);

  it('leave no Namespace stuck in deletion', async () => {
    for (const name of ['hello-operator', 'mirrored']) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await olm.cluster.client.remove(namespace);
      await waitUntil(title(namespace), WITHIN_MILLISECONDS, async () => await olm.cluster.client.find(namespace) === undefined || new Error('it still exists'));
    }
    const left = await olm.cluster.client.list('v1', 'Namespace');
    expect(left.map(({ metadata }) => metadata.name).sort()).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
  }, TEST_MILLISECONDS);
});
