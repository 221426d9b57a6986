import { Chart } from 'cdk8s';
import { BundleDeployment, CertificateProvider, PlainEngine } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith, itWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { sampleBundles } from './acceptance/sample-bundles';
import { Synthesizer } from './acceptance/synthesize';
import { nodePrograms } from './olm/olm-programs';
import { onlyInFullRun } from './programs/full-run';
import { rolledOut } from './olm/rollouts';
import { ManifestCluster, openManifestCluster } from './plain/manifest-cluster';

const samples = sampleBundles();
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Bundles with the CRDs of cert-manager and of the Prometheus operator, whose objects other bundles contain. */
const PROVIDERS = ['cert-manager@1.16.1', 'prometheus@0.56.3'];

const MASTER = /^Deployment .*: node-role\.kubernetes\.io\/master is use /;

/** Findings that come from the bundles themselves, and so also from OLM. */
const FINDINGS: { readonly [name: string]: readonly RegExp[] } = {
  'cert-manager@1.16.1': [/^Service .*: spec\.ports\[0\]\.targetPort: sent 0, got 9402$/],
  'node-healthcheck-operator@0.12.0': [MASTER, MASTER],
  'prometheus@0.47.0': [/^Deployment .*beta\.kubernetes\.io\/os\]: deprecated since v1\.14/],
  'prometheus@0.56.3': [/^Deployment .*beta\.kubernetes\.io\/os\]: deprecated since v1\.14/],
};

const filesOf = new Map<string, string[]>();

/** Files of a bundle without OLM: its CRDs, then the rest. */
function synthesize(name: string, archive: string): string[] {
  // Synthesis blocks the process, during which the API server may close idle connections.
  const files = filesOf.get(name) ?? synthesizer.synthesize(app => {
    const crdScope = new Chart(app, 'crds');
    new BundleDeployment(new Chart(app, 'operator', { namespace: `e2e-${name.replace(/[^a-z0-9]+/g, '-')}` }), 'operator', {
      bundle: Bundle.fromArchive(archive),
      engine: new PlainEngine({ certificates: CertificateProvider.certManager(), requireDependencies: false, crdScope }),
    });
  });
  filesOf.set(name, files);
  return files;
}

const programs = nodePrograms();

/** Number of bundles whose rollout is in each run; that of the others is left to full runs. */
const ALWAYS_ROLLED_OUT = 6;

describeWith(SAMPLES)('plain manifests of a bundle', () => {
  let target: ManifestCluster;

  beforeAll(async () => {
    target = await openManifestCluster(programs.valueOr(undefined));
    for (const [name, archive] of samples.filter(([sample]) => PROVIDERS.includes(sample))) {
      await applyServerSide(target.cluster, synthesize(name, archive)[0]!);
    }
  }, 20 * 60_000);
  afterAll(() => target.close());

  // The webhooks of cert-manager, which nothing serves here, would refuse the certificates of others.
  const ordered = [...samples].sort(([left], [right]) => PROVIDERS.indexOf(left) - PROVIDERS.indexOf(right));

  it.each(ordered)('are accepted without a warning and read back as sent: %s', async (name, archive) => {
    const findings: string[] = [];
    for (const file of synthesize(name, archive)) {
      findings.push(...await applyServerSide(target.cluster, file));
    }
    expect(findings).toEqual((FINDINGS[name] ?? []).map(pattern => expect.stringMatching(pattern) as string));
  });

  // All of them were applied above.
  const rollOut = async (name: string, archive: string): Promise<void> => {
    expect(await rolledOut(target.nodes!, synthesize(name, archive))).not.toEqual([]);
  };
  itWith(programs).each(samples.slice(0, ALWAYS_ROLLED_OUT))('roll out on simulated nodes: %s', rollOut);
  itWith(onlyInFullRun(programs)).each(samples.slice(ALWAYS_ROLLED_OUT))('roll out on simulated nodes: %s', rollOut);
});
