import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Chart } from 'cdk8s';
import { PlainBundleDeployment, PlainBundleDeploymentProps } from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import { itWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { title } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';
import { nodePrograms } from './olm/olm-programs';
import { rolledOut } from './olm/rollouts';
import { ManifestCluster, openManifestCluster } from './plain/manifest-cluster';
import { neededProgram } from './programs/found-program';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.plain.example.com }
spec:
  group: plain.example.com
  scope: Namespaced
  names: { kind: Lamp, listKind: LampList, plural: lamps, singular: lamp }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { color: { type: string } } } } } }
`;

const deployment = (name: string, replicas: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: lamps } }
  template:
    metadata: { labels: { app: lamps } }
    spec:
      serviceAccountName: lamps
      containers: [{ name: lamps, image: registry.example.com/lamps:v1 }]
`;

const OTHERS = `apiVersion: v1
kind: ServiceAccount
metadata: { name: lamps }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: lamps }
rules: [{ apiGroups: [plain.example.com], resources: [lamps], verbs: [get, list, watch] }]
`;

const LAMP = `apiVersion: plain.example.com/v1
kind: Lamp
metadata: { name: first }
spec: { color: red }
`;

/** Objects in files whose order is not that in which they can be applied. */
const PLAIN = { 'manifests/a.yaml': `${LAMP}---\n${deployment('lamps', '2')}`, 'manifests/b.yaml': OTHERS, 'manifests/c.yaml': CRD };

const HELM = {
  'Chart.yaml': 'apiVersion: v2\nname: lamps\nversion: 1.0.0\n',
  'values.yaml': 'replicas: 1\n',
  'crds/lamps.yaml': CRD,
  'templates/lamps.yaml': `${LAMP}---\n${deployment('{{ .Release.Name }}', '{{ .Values.replicas }}')}---\n${OTHERS}`,
};

/** The Deployment of a bundle. */
interface Expected {
  readonly name: string;
  readonly namespace: string;
  readonly replicas: number;
}

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Files of a bundle: its CRDs, then the rest. */
function synthesize(files: { readonly [file: string]: string }, props: Partial<PlainBundleDeploymentProps>): string[] {
  const folder = synthesizer.folder();
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return synthesizer.synthesize(app => {
    const crdScope = new Chart(app, 'crds');
    new PlainBundleDeployment(new Chart(app, 'operator'), 'lamps', { bundle: PlainBundle.fromDirectory(folder), crdScope, ...props });
  });
}

describe('a bundle without a ClusterServiceVersion is accepted without a warning, reads back as sent and rolls out', () => {
  const programs = nodePrograms();
  let target: ManifestCluster;

  beforeAll(async () => {
    target = await openManifestCluster(programs.valueOr(undefined));
  }, 20 * 60_000);
  afterAll(() => target.close());

  async function expectInstalled(files: readonly string[], { name, namespace, replicas }: Expected): Promise<void> {
    const { cluster, nodes } = target;
    for (const file of files) {
      expect(await applyServerSide(cluster, file)).toEqual([]);
    }
    const titles = files.flatMap(readYamlDocuments).map(({ object }) => title(object));
    expect(titles).toEqual(expect.arrayContaining([`Namespace ${namespace}`, `Lamp ${namespace}/first`, `ServiceAccount ${namespace}/lamps`]));
    expect(titles[0]).toBe('CustomResourceDefinition lamps.plain.example.com');
    const { spec } = await cluster.client.read({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } });
    expect(spec).toMatchObject({ replicas });
    if (nodes !== undefined) {
      expect(await rolledOut(nodes, files)).toEqual([`Deployment ${namespace}/${name}`]);
    }
  }

  it('plain+v0', async () => {
    await expectInstalled(synthesize(PLAIN, { namespace: 'plain-v0' }), { name: 'lamps', namespace: 'plain-v0', replicas: 2 });
  });

  const helm = neededProgram('helm');

  itWith(helm)('helm+v3', async () => {
    const files = synthesize(HELM, { namespace: 'helm-v3', helmExecutable: helm.value, releaseName: 'bright', values: { replicas: 3 } });
    await expectInstalled(files, { name: 'bright', namespace: 'helm-v3', replicas: 3 });
  });
});
