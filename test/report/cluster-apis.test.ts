import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterApis, ClusterNeeds } from 'olm-constructs/report';
import { bundleOf } from '../builders/bundle-of';

const TABLE = `NAME                     SHORTNAMES   APIVERSION                  NAMESPACED   KIND
bindings                              v1                          true         Binding
configmaps               cm           v1                          true         ConfigMap
deployments              deploy       apps/v1                     true         Deployment
prometheusrules          promrule     monitoring.coreos.com/v1    true         PrometheusRule
storageclasses           sc           storage.k8s.io/v1           false        StorageClass
`;

const WIDE = `NAME              SHORTNAMES   APIVERSION                 NAMESPACED   KIND             VERBS                                                        CATEGORIES
bindings                       v1                         true         Binding          create                                                       
prometheusrules   promrule     monitoring.coreos.com/v1   true         PrometheusRule   delete,deletecollection,get,list,patch,create,update,watch   prometheus-operator
`;

/** Before kubectl 1.20. */
const OLD = `NAME                SHORTNAMES   APIGROUP                NAMESPACED   KIND
bindings                                                 true         Binding
configmaps          cm                                   true         ConfigMap
prometheusrules                  monitoring.coreos.com   true         PrometheusRule
`;

const VERSIONS = 'apps/v1\nmonitoring.coreos.com/v1\nv1\n';

const RULE = ['monitoring.coreos.com', 'v1', 'PrometheusRule'] as const;

describe('ClusterApis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apis-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['kubectl api-resources', TABLE], ['kubectl api-resources -o wide', WIDE], ['kubectl api-resources of an old kubectl', OLD], ['kubectl api-versions', VERSIONS],
    ['kubectl api-resources --no-headers', TABLE.split('\n').slice(1).join('\n')], ['kubectl on Windows', TABLE.replaceAll('\n', '\r\n')], ['a file with a comment', `# staging\n\n${TABLE}`],
  ])('read what is written by %s', (_, text) => {
    const file = join(folder, 'apis.txt');
    writeFileSync(file, text);
    const apis = ClusterApis.fromFile(file);
    expect([apis.serves(...RULE), apis.serves('', 'v1', 'Binding'), apis.serves('monitoring.coreos.org', 'v1', 'PrometheusRule'), apis.serves('acme.example', 'v1', 'Binding')])
      .toEqual([true, true, false, false]);
  });

  it('of kinds have no other kind of the group, and those of versions and groups have all', () => {
    const others = [ClusterApis.fromText(TABLE), ClusterApis.fromText(VERSIONS), ClusterApis.of('monitoring.coreos.com'), ClusterApis.of('monitoring.coreos.com/v1/PrometheusRule')];
    expect(others.map((apis) => [apis.serves('monitoring.coreos.com', 'v1', 'PodMonitor'), apis.serves('monitoring.coreos.com', 'v1beta1', 'PodMonitor')]))
      .toEqual([[false, false], [true, false], [true, true], [false, false]]);
  });

  it('have any version of a kind, because kubectl lists one only', () => {
    expect(ClusterApis.fromText(TABLE).serves('monitoring.coreos.com', 'v1alpha1', 'PrometheusRule')).toBe(true);
  });

  it('can be combined', () => {
    const both = ClusterApis.of('cert-manager.io').including(ClusterApis.fromText(VERSIONS));
    expect([both.serves('cert-manager.io', 'v1', 'Issuer'), both.serves(...RULE), both.serves('other.example', 'v1', 'A')]).toEqual([true, true, false]);
  });

  it.each([
    ['an empty list', '', 'apis: the list of APIs is empty; write it with `olm-constructs apis` or `kubectl api-resources`'],
    ['only a header', 'NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND\n', 'apis: the list of APIs is empty; write it with `olm-constructs apis` or `kubectl api-resources`'],
    ['YAML', 'apiVersion: v1\nkind: List\n', 'apis:1: "apiVersion: v1" is neither a row of `kubectl api-resources` nor of `kubectl api-versions`; write the file with `olm-constructs apis`'],
    ['an error of kubectl', `${TABLE}error: unable to retrieve the complete list of server APIs\n`, 'apis:7: "error: unable to retrieve the complete list of server APIs" is neither'],
    ['a long line', `${'x'.repeat(100_000)} y`, `apis:1: "${'x'.repeat(100)}…" is neither`],
  ])('refuse %s', (_, text, problem) => {
    expect(() => ClusterApis.fromText(text, 'apis')).toThrow(problem);
  });

  it.each(['', 'Monitoring', 'monitoring.coreos.com/V1', 'a/b/c', 'monitoring.coreos.com/PrometheusRule', 'v1/Pod/x'])('refuse %p in code', (api) => {
    expect(() => ClusterApis.of(api)).toThrow(`'monitoring.coreos.com/v1/PrometheusRule', got ${JSON.stringify(api)}`);
  });

  it('are compared with the needs of a bundle', () => {
    const bundle = bundleOf({ files: {
      'manifests/a.yaml': { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'a' } },
      'manifests/b.yaml': { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', metadata: { name: 'b' } },
    } });
    const missing = (apis: ClusterApis, version?: string): string[] => ClusterNeeds.of(bundle).missingFrom(apis, version).map(({ kind }) => kind);
    const [none, some] = [ClusterApis.of('acme.example'), ClusterApis.fromText(TABLE)];
    expect([missing(none), missing(some), missing(none, '1.24'), missing(none, '1.33'), missing(some, '1.25')])
      .toEqual([['PrometheusRule'], [], ['PrometheusRule'], ['PrometheusRule', 'PodDisruptionBudget'], ['PodDisruptionBudget']]);
  });

  it('name the file that is missing, and how to write it', () => {
    expect(() => ClusterApis.fromFile('/none/apis.txt')).toThrow(/^\/none\/apis.txt: cannot read the APIs of the cluster: ENOENT.*; write the file with `olm-constructs apis > \/none\/apis.txt`$/);
  });
});
