import { Bundle, SlimLevel } from 'olm-constructs/bundle';
import { BundleLimits } from '../lib/bundle/size';
import { slimBundle } from '../lib/bundle/slim';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { itWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { installPlan, installPlanOf } from './acceptance/install-plan';
import { olmFiles } from './acceptance/olm-files';
import { sampleBundles } from './acceptance/sample-bundles';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { KubernetesObject } from './cluster/kubernetes-object';

/** OLM writes the manifests of a bundle without an image into the status of an InstallPlan: a real server shows what it accepts. */

const NAMESPACE = 'e2e-install-plans';
const samples = sampleBundles();
const synthesizer = new Synthesizer();
let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.open();
  for (const file of olmFiles(synthesizer)) {
    expect(await applyServerSide(cluster, file)).toEqual([]);
  }
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
}, 20 * 60_000);
afterAll(async () => {
  await cluster.close();
  synthesizer.close();
});

async function apply(object: KubernetesObject): Promise<void> {
  expect(await cluster.client.apply({ content: JSON.stringify(object), object })).toEqual({ accepted: true, refusal: '', warnings: [] });
}

/** Returns the server's error for a plan, or an empty string if it accepts it. */
async function refusalOf(plan: KubernetesObject): Promise<string> {
  const { apiVersion, kind, metadata, spec } = plan;
  await apply({ apiVersion, kind, metadata, spec });
  return (await cluster.client.replaceStatus(plan)).refusal;
}

/** Returns a plan of about that many bytes. */
function planOfBytes(bytes: number): KubernetesObject {
  return installPlan(NAMESPACE, 'padding.v1.0.0', ['x'.repeat(bytes)]);
}

describe('an InstallPlan', () => {
  it('of the size that the library allows is accepted', async () => {
    expect(await refusalOf(planOfBytes(BundleLimits.INSTALL_PLAN_BYTES))).toBe('');
  });

  it('as large as the etcd request limit is rejected, since the request contains more than the plan', async () => {
    expect(await refusalOf(planOfBytes(BundleLimits.ETCD_REQUEST_BYTES))).toContain('etcdserver: request is too large');
  });

  itWith(SAMPLES).each(samples)('of %s, slimmed as far as necessary, is accepted', async (_, archive) => {
    const { bundle } = slimBundle(Bundle.fromArchive(archive), SlimLevel.ICON_AND_EXAMPLES);
    expect(await refusalOf(installPlanOf(NAMESPACE, bundle))).toBe('');
  });

  itWith(SAMPLES).each(samples)('of %s, not slimmed, is accepted if the library says that it fits', async (_, archive) => {
    const bundle = Bundle.fromArchive(archive);
    const refusal = await refusalOf(installPlanOf(NAMESPACE, bundle));
    expect(refusal === '').toBe(bundle.size.installPlan <= BundleLimits.INSTALL_PLAN_BYTES);
  });
});
