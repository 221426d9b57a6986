import type { JsonMap } from '../../../lib/formats/json/json-value';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../../lib/olm/v0/olm-release';
import { type OlmTraces, recognizeOlm } from '../../../lib/olm/v0/recognize-olm';
import type { OlmSettings } from '../../../lib/olm/v0/settings/olm-settings';

/** Returns what an installation leaves in a cluster: a copy, as the API server returns it. */
function tracesOf(settings: OlmSettings): OlmTraces {
  const objects = JSON.parse(JSON.stringify(OlmRelease.of(settings).objects)) as JsonMap[];
  const ofKind = (kind: string): JsonMap[] => objects.filter((object) => object['kind'] === kind);
  return {
    crds: ofKind('CustomResourceDefinition'), deployments: ofKind('Deployment'),
    packageservers: ofKind('ClusterServiceVersion'), operatorGroups: ofKind('OperatorGroup'),
  };
}

const RELEASES = OlmVersion.all.map((version) => [version.version, version] as const);
const withoutImages = (deployments: readonly JsonMap[]): JsonMap[] => (
  JSON.parse(JSON.stringify(deployments).replace(/"image":"[^"]*"/g, '"image":"registry.example.com/olm:ours"')) as JsonMap[]
);

describe('every release is recognized', () => {
  test.each(RELEASES)('%s by all of its objects', (_, version) => {
    expect(recognizeOlm(tracesOf({ version }))).toMatchObject({
      namespaces: ['olm'], operatorNamespace: 'operators', catalogNamespace: 'olm', release: version.version, candidates: [version.version], isOpenShift: false,
    });
  });

  test.each(RELEASES)('%s by its images from a mirror, without packageserver', (_, version) => {
    const traces = { ...tracesOf({ version, registryMirror: 'mirror.example.com' }), packageservers: [] };
    expect(recognizeOlm(traces)?.release).toBe(version.version);
  });

  test.each(RELEASES)('%s as one of the releases with its CRDs and arguments, with foreign images and without packageserver', (_, version) => {
    const { deployments, ...traces } = tracesOf({ version });
    const found = recognizeOlm({ ...traces, deployments: withoutImages(deployments), packageservers: [] });
    expect(found?.candidates).toContain(version.version);
    expect(found?.candidates.length).toBeLessThanOrEqual(6);
  });
});

describe('an OLM is recognized', () => {
  test('in other namespaces', () => {
    expect(recognizeOlm(tracesOf({ namespace: 'lifecycle', operatorNamespace: 'all', catalogNamespace: 'catalogs' }))).toMatchObject({
      namespaces: ['lifecycle'], operatorNamespace: 'all', catalogNamespace: 'catalogs',
    });
  });

  test('as a release that the library does not include', () => {
    const { packageservers: [csv], ...traces } = tracesOf({});
    const later = JSON.parse(JSON.stringify(csv).replaceAll('0.46.0', '0.47.0')) as JsonMap;
    expect(recognizeOlm({ ...traces, crds: [{ metadata: { name: 'changed' } }], packageservers: [later] })?.release).toBe('0.47.0');
  });

  test('not as the release that its ClusterServiceVersion states if its CRDs are those of others', () => {
    const traces = tracesOf({ version: OlmVersion.V0_29_0 });
    const stated = JSON.parse(JSON.stringify(traces).replaceAll('0.29.0', '0.19.0').replaceAll(/@sha256:[0-9a-f]+/g, '')) as OlmTraces;
    expect(recognizeOlm(stated)).toMatchObject({ candidates: ['0.29.0', '0.30.0'] });
    expect(recognizeOlm(stated)).not.toHaveProperty('release');
  });

  test('with the versions in which its objects are stored', () => {
    expect(recognizeOlm(tracesOf({}))?.crds).toContainEqual({ name: 'operatorconditions.operators.coreos.com', stored: 'v2', versions: ['v1', 'v2'] });
  });

  test('by its CRDs alone, which a removal may have left', () => {
    const { crds } = tracesOf({});
    expect(recognizeOlm({ crds, deployments: [], packageservers: [], operatorGroups: [] })).toMatchObject({ namespaces: [], candidates: ['0.45.0', '0.46.0'] });
  });

  test('in several namespaces', () => {
    const [one, two] = [tracesOf({}), tracesOf({ namespace: 'another' })];
    expect(recognizeOlm({ ...one, deployments: [...one.deployments, ...two.deployments] })?.namespaces).toEqual(['another', 'olm']);
  });

  test('nowhere in a cluster without it', () => {
    expect(recognizeOlm({ crds: [], deployments: [], packageservers: [], operatorGroups: [{ metadata: { name: 'theirs', namespace: 'team' } }] })).toBeUndefined();
  });
});

describe('the tool that installed it is recognized', () => {
  const by = (metadata: JsonMap): OlmTraces => {
    const traces = tracesOf({});
    const change = (object: JsonMap): JsonMap => ({ ...object, metadata: { ...object['metadata'] as JsonMap, ...metadata } });
    return { ...traces, deployments: traces.deployments.map(change) };
  };
  const manager = (name: string): JsonMap => ({ managedFields: [{ manager: 'kube-controller-manager' }, { manager: name }] });

  test.each<[string, JsonMap]>([
    ['operator-sdk', manager('operator-sdk')],
    ['kubectl', manager('kubectl-create')],
    ['Pulumi', manager('pulumi-kubernetes-1a2b')],
    ['Argo CD', manager('argocd-controller')],
    ['Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'olm' } }],
    ['Helm', { ...manager('kubectl-edit'), annotations: { 'meta.helm.sh/release-name': 'olm' } }],
    ['OpenShift', { annotations: { 'include.release.openshift.io/self-managed-high-availability': 'true' } }],
  ])('%s', (tool, metadata) => {
    expect(recognizeOlm(by(metadata))?.installedBy).toBe(tool);
  });

  test('OpenShift by its namespace, which does not name an upstream release', () => {
    expect(recognizeOlm(by({ namespace: 'openshift-operator-lifecycle-manager' }))).toMatchObject({ isOpenShift: true, installedBy: 'OpenShift', candidates: [] });
  });

  test('none without its labels, annotations or field manager', () => {
    expect(recognizeOlm(by(manager('my-tool')))).not.toHaveProperty('installedBy');
  });
});
