import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Chart } from 'cdk8s';
import { BundleDeployment, DefaultCatalog } from 'olm-constructs';
import { Bundle, ManifestSource } from 'olm-constructs/bundle';
import { podServiceAccount } from '../lib/bundle/model/cluster-service-version-fields';
import { bindingOf, bundleOfObjects, crdOf, deploymentOf, roleOf, serviceOf, webhookOf } from '../test/bundle/generate/operator-objects';
import { GENERATED, GENERATED_CASES, generatedBundle, generatedCase } from '../test/bundle/generate/generated-bundles';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { readYamlDocuments } from './cluster/yaml-documents';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, deploymentOf as deploymentInCluster } from './olm/operator-state';
import { neededProgram } from './programs/found-program';
import { onlyInFullRun } from './programs/full-run';
import { startOpm } from './registry/opm-server';

const TEST_MILLISECONDS = 5 * 60_000;
const opm = neededProgram('opm');
const programs = onlyInFullRun(olmPrograms());

describeWith(GENERATED, opm)('a bundle of manifests', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bundle-from-manifests-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(GENERATED_CASES)('%s is rendered by opm', (name) => {
    const bundle = generatedBundle(generatedCase(name));
    bundle.writeDirectory(path.join(folder, name));
    const { stdout, stderr, status } = spawnSync(opm.value, ['render', path.join(folder, name)], { encoding: 'utf8', env: { ...process.env, HOME: folder } });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'olm.bundle', name: bundle.name, package: bundle.packageName });
  });
});

/** An operator with a webhook, and with an account that no role is bound to. */
function webhookOperator(): Bundle {
  const role = roleOf('ClusterRole', 'things', ['configmaps']);
  return bundleOfObjects([
    deploymentOf({ name: 'server', account: 'server' }), deploymentOf({ name: 'worker', account: 'worker', labels: { app: 'worker' } }), role, bindingOf('ClusterRoleBinding', role, ['server']),
    crdOf('Thing', [{ name: 'v1' }]), serviceOf('webhooks', [{ port: 443, targetPort: 9443 }]),
    webhookOf('Validating', 'things.example.com', { service: { name: 'webhooks', path: '/validate' } }, { failurePolicy: 'Ignore' }),
  ], { packageName: 'webhooks' });
}

describeWith(programs)('OLM installs a bundle of manifests', () => {
  const synthesizer = new Synthesizer();
  let olm: OlmCluster;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    // OLM resolves nothing while a global catalog is not served.
    for (const file of olmFiles(synthesizer, { defaultCatalog: DefaultCatalog.none() })) {
      expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    }
    await olm.run(await deploymentInCluster(olm, 'olm', 'olm-operator'), programs.value.olm);
    await olm.run(await deploymentInCluster(olm, 'olm', 'catalog-operator'), programs.value.catalog);
  }, 20 * 60_000);
  afterAll(async () => {
    synthesizer.close();
    await olm.close();
  });

  const rendering = path.resolve(__dirname, '../examples/chart-operator/rendered.yaml');

  it.each<[string, () => Bundle]>([
    ['of a rendered Helm chart', () => Bundle.fromManifests(ManifestSource.fromPath(rendering), { packageName: 'echo-operator', version: '1.4.0', channels: ['stable'] })],
    ['with a webhook, and an account without a role', webhookOperator],
  ])('%s', async (_, bundleOf) => {
    const bundle = bundleOf();
    const namespace = bundle.packageName;
    const [file] = synthesizer.synthesize((app) => {
      new BundleDeployment(new Chart(app, namespace), 'operator', { bundle, namespace });
    }) as [string];
    const objects = readYamlDocuments(file).map(({ object }) => object);
    const { process: server, port } = await startOpm(programs.value.opm, objects, olm.newFolder(namespace));
    olm.adopt(server);
    olm.network.route(namespace, `${bundle.packageName}-catalog`, port);
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    await csvSucceeded(olm, namespace, bundle.name);
    const names = async (apiVersion: string, kind: string): Promise<string[]> => (
      (await olm.cluster.client.list(apiVersion, kind, namespace)).map(({ metadata }) => metadata.name)
    );
    const accounts = bundle.csv.deployments.map((deployment) => podServiceAccount(deployment));
    expect(await names('v1', 'ServiceAccount')).toEqual(expect.arrayContaining(accounts));
    const services = bundle.csv.webhookDefinitions.map(({ deploymentName }) => `${deploymentName!}-service`);
    expect(await names('v1', 'Service')).toEqual(expect.arrayContaining([...services, ...bundle.otherManifests.map(({ name }) => name)]));
  }, TEST_MILLISECONDS);
});
