import { CrdDescriptions, DefaultCatalog, OlmInstallationProps } from 'olm-constructs';
import { applyClientSide, ApplyFile, applyServerSide } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { readYamlDocuments } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const INSTALLATIONS: [string, OlmInstallationProps][] = [
  ['with the defaults', {}],
  ['with short CRDs, other namespaces and no default catalog', {
    crdDescriptions: CrdDescriptions.NONE,
    namespace: 'lifecycle',
    catalogNamespace: 'catalogs',
    operatorNamespace: 'global-operators',
    defaultCatalog: DefaultCatalog.none(),
    labels: { 'example.com/team': 'platform' },
    annotations: { 'example.com/contact': 'platform@example.com' },
  }],
];

const WAYS: [string, ApplyFile][] = [
  ['client-side with kubectl', applyClientSide],
  ['server-side with strict validation', applyServerSide],
];

// A cluster that KUBECONFIG names is filled several times over, so what it refuses is refused by a clean one too.
describe.each(INSTALLATIONS)('OLM %s', (_, props) => {
  describe.each(WAYS)('applied %s, top to bottom', (__, applyFile) => {
    const [crds, rest] = olmFiles(synthesizer, props) as [string, string];
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = await Cluster.open();
    }, 20 * 60_000);
    afterAll(() => cluster.close());

    it('gives eight CRDs that are Established and read back as they were sent', async () => {
      expect(readYamlDocuments(crds).map(({ object }) => object.kind)).toEqual(Array(8).fill('CustomResourceDefinition'));
      expect(await applyFile(cluster, crds)).toEqual([]);
    });

    it('gives everything else, without a refusal, a warning or a changed value', async () => {
      expect(await applyFile(cluster, rest)).toEqual([]);
    });

    it('can be applied once more, and changes nothing', async () => {
      expect(await applyFile(cluster, crds)).toEqual([]);
      expect(await applyFile(cluster, rest)).toEqual([]);
    });
  });
});
