import { Chart } from 'cdk8s';
import { BundleDeployment } from 'olm-constructs';
import { Bundle, BundleObjects } from 'olm-constructs/bundle';
import { ClusterApis } from 'olm-constructs/report';
import { Manifest } from '../lib/bundle/model/manifest';
import { ExitCode } from '../lib/cli/frame/cli-error';
import { KUBERNETES_APIS, isKubernetesGroup, kubernetesApi } from '../lib/formats/schema/kubernetes-apis';
import { isServed } from '../lib/report/needs/cluster-needs';
import { runCommandLine } from '../test/builders/command-line';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { Kubectl } from './cluster/kubectl';
import { ControlPlane } from './control-plane/control-plane';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded } from './olm/operator-state';
import { controlPlaneBinaries } from './programs/binaries';
import { onlyInFullRun } from './programs/full-run';

/** What bundles need from a cluster: the table of Kubernetes' APIs, the lists of APIs, and what OLM does with a bundle whose API is missing. */

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '');
const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

/** Kinds that are only in requests: discovery lists them as subresources, or not at all. */
const OF_SUBRESOURCES = ['autoscaling/v1 Scale', 'policy/v1 Eviction'];

describe('a real API server', () => {
  let controlPlane: ControlPlane;
  let kubectl: Kubectl;
  let listed: string;

  beforeAll(async () => {
    controlPlane = await ControlPlane.start();
    kubectl = new Kubectl((await controlPlaneBinaries()).kubectl, controlPlane.kubeconfig);
    const { exitCode, stdout } = await runCommandLine(['apis', '--kubeconfig', controlPlane.kubeconfig]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    listed = stdout;
  }, 20 * 60_000);
  afterAll(async () => {
    kubectl.close();
    await controlPlane.stop();
  });

  /** Returns what the command lists, as `apiVersion kind`. */
  const served = (): string[] => listed.split('\n').slice(1).filter((line) => line !== '').map((line) => {
    const [apiVersion, , kind] = line.trim().split(/\s+/).slice(-3) as [string, string, string];
    return `${apiVersion} ${kind}`;
  });

  it('serves exactly the kinds that the table has for its release', async () => {
    const { gitVersion } = JSON.parse((await kubectl.shell('kubectl get --raw /version')).stdout) as { gitVersion: string };
    const table = Object.entries(KUBERNETES_APIS).flatMap(([apiVersion, rows]) => rows.flatMap(({ kinds }) => kinds.split(' ').map((kind) => ({ apiVersion, kind }))))
      .filter(({ apiVersion, kind }) => isServed({ group: groupOf(apiVersion), version: versionOf(apiVersion), kind }, gitVersion))
      .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).filter((api) => !OF_SUBRESOURCES.includes(api));
    const own = served().filter((api) => isKubernetesGroup(groupOf(api.split(' ')[0]!)));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((api) => kubernetesApi(...(api.split(' ') as [string, string])) === undefined)).toEqual([]);
    expect([...own].sort()).toEqual([...table].sort());
  });

  it.each(['kubectl api-resources', 'kubectl api-resources -o wide', 'kubectl api-resources --no-headers', 'kubectl api-versions'])('is read from `%s`', async (command) => {
    const apis = ClusterApis.fromText((await kubectl.shell(command)).stdout);
    const missing = served().filter((api) => {
      const [apiVersion, kind] = api.split(' ') as [string, string];
      return !apis.serves(groupOf(apiVersion), versionOf(apiVersion), kind);
    });
    expect(missing).toEqual([]);
    expect(apis.serves('monitoring.coreos.com', 'v1', 'PrometheusRule')).toBe(false);
  });
});

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("OLM's own controllers, on a cluster without Prometheus,", () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, programs.value);
  }, 20 * 60_000);
  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
  });

  /** Returns the bundle of the quickstart under another name, with another object. */
  function bundleWith(name: string, apiVersion: string, kind: string): Bundle {
    const bundle = renamedBundle(name, synthesizer.folder());
    const object = Manifest._of('manifests/extra.yaml', { apiVersion, kind, metadata: { name: 'extra' }, spec: {} });
    return bundle._withManifests([...bundle.manifests, object]);
  }

  async function deploy(bundle: Bundle, omit?: BundleObjects[]): Promise<string> {
    const [file] = synthesizer.synthesize((app) => {
      new BundleDeployment(new Chart(app, 'operator'), 'operator', { bundle, namespace: bundle.packageName, ...(omit === undefined ? {} : { omit }) });
    }) as [string];
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
    return file;
  }

  const RULE = ['monitoring.coreos.com/v1', 'PrometheusRule'] as const;

  it('never install a bundle with a PrometheusRule, and the wait names the API, its project and both ways out', async () => {
    const file = await deploy(bundleWith('alerts', ...RULE));
    const { exitCode, stdout } = await runCommandLine(['wait', '-f', file, '--kubeconfig', olm.kubeconfig, '--timeout', '3m']);
    expect([exitCode, stdout.replace(/\s+/g, ' ')]).toEqual([ExitCode.FINDINGS, expect.stringContaining(
      "the cluster does not serve the API PrometheusRule of monitoring.coreos.com/v1, which the object 'extra' of the bundle has; the Prometheus operator (kube-prometheus) "
      + 'usually installs it remedy: install the CRDs of the Prometheus operator (kube-prometheus) first; or leave the object out of the bundle: '
      + "`omit: [BundleObjects.ofKind('PrometheusRule')]` of the BundleDeployment or OperatorRegistry",
    )]);
  }, 8 * 60_000);

  it('install it without the object', async () => {
    const bundle = bundleWith('silent', ...RULE);
    await deploy(bundle, [BundleObjects.ofKind('PrometheusRule')]);
    await csvSucceeded(olm, bundle.packageName, bundle.name);
  }, 8 * 60_000);
});
