import { Chart } from 'cdk8s';
import { Bundle, BundleDeployment, BundleEngine, SlimLevel } from 'olm-constructs';
import { applyClientSide, ApplyFile, applyServerSide } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { sampleBundles, WITHOUT_SAMPLES } from './acceptance/sample-bundles';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';

const samples = sampleBundles();
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Bundles whose InstallPlan would not fit, so that they are refused unless they may be slimmed. */
const TOO_LARGE: string[] = [];

/** The file of a BundleDeployment in a namespace that only this bundle uses. */
function synthesize(name: string, archive: string, slim: SlimLevel): string {
  const [file] = synthesizer.synthesize(app => {
    new BundleDeployment(new Chart(app, 'operator', { namespace: namespaceOf(name) }), 'operator', {
      bundle: Bundle.fromArchive(archive),
      engine: BundleEngine.olmV0({ slim, registryReplicas: 2 }),
    });
  }) as [string];
  return file;
}

/** `grafana-operator@5.22.0` as the name of a namespace. */
function namespaceOf(name: string): string {
  return `e2e-${name.replace(/[^a-z0-9]+/g, '-')}`;
}

const WAYS: [string, ApplyFile][] = [
  ['client-side with kubectl', applyClientSide],
  ['server-side with strict validation', applyServerSide],
];

describe.each(WAYS)('a BundleDeployment applied %s', (_, applyFile) => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
    for (const file of olmFiles(synthesizer)) {
      expect(await applyFile(cluster, file)).toEqual([]);
    }
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  if (samples.length === 0) {
    it(WITHOUT_SAMPLES, () => expect(samples).toEqual([]));
    return;
  }

  it.each(samples)('of %s is accepted without a warning and reads back as it was sent', async (name, archive) => {
    expect(await applyFile(cluster, synthesize(name, archive, SlimLevel.ICON_AND_EXAMPLES))).toEqual([]);
  });
});

describe('a bundle that OLM could not install from an inline catalog', () => {
  if (samples.length === 0) {
    it(WITHOUT_SAMPLES, () => expect(samples).toEqual([]));
    return;
  }

  it.each(samples)('is refused unless it may be slimmed: %s', (name, archive) => {
    let refusal = '';
    try {
      synthesize(name, archive, SlimLevel.NONE);
    } catch (error) {
      refusal = (error as Error).message;
    }
    expect(refusal).toEqual(TOO_LARGE.includes(name) ? expect.stringMatching(/slim/) : '');
  });
});
