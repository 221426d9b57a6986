import { Chart, Testing } from 'cdk8s';
import { CatalogRef, Cluster, InstallPlanApprovers, type InstallPlanApproversProps, OperatorSubscription, RbacSubject } from 'olm-constructs';
import { fieldAt, mapListField, stringField } from '../../lib/formats/json/json-value';
import { csvPattern } from '../../lib/constructs/rights/approval-policy';
import { Manifest, synth } from '../builders/synthesized';

const ANN = RbacSubject.user('ann');
const BASE = { namespaces: ['hello'], subjects: [ANN] };

function approversOf(props: Partial<InstallPlanApproversProps> = {}, more: (chart: Chart) => void = () => undefined): Manifest[] {
  const chart = Testing.chart();
  new InstallPlanApprovers(chart, 'approvers', { ...BASE, ...props });
  more(chart);
  return synth(chart);
}

const titles = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind, metadata: { name, namespace } }) => `${kind} ${[namespace, name].filter(Boolean).join('/')}`);

function policyOf(manifests: readonly Manifest[]): string {
  return JSON.stringify(manifests.find(({ kind }) => kind === 'ValidatingAdmissionPolicy')!.spec);
}

describe('InstallPlanApprovers', () => {
  it('grant the rights in each namespace, and limit them to approvals', () => {
    const manifests = approversOf({ namespaces: ['hello', 'shop'], subjects: [ANN, RbacSubject.group('team "a"'), RbacSubject.newServiceAccount('bot')], labels: { team: 'a' } });

    expect(titles(manifests)).toEqual([
      'ServiceAccount hello/bot', 'Role hello/install-plan-approvers', 'RoleBinding hello/install-plan-approvers', 'Role shop/install-plan-approvers',
      'RoleBinding shop/install-plan-approvers', 'ValidatingAdmissionPolicy hello.install-plan-approvers', 'ValidatingAdmissionPolicyBinding hello.install-plan-approvers',
    ]);
    expect(manifests[1]!['rules']).toEqual([
      { apiGroups: ['operators.coreos.com'], resources: ['installplans'], verbs: ['get', 'list', 'watch', 'update', 'patch'] },
      { apiGroups: ['operators.coreos.com'], resources: ['clusterserviceversions', 'subscriptions'], verbs: ['get', 'list', 'watch'] },
    ]);
    expect(manifests[2]!['subjects']).toEqual([
      { kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }, { kind: 'Group', name: 'team "a"', apiGroup: 'rbac.authorization.k8s.io' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'hello' },
    ]);
    expect(stringField(mapListField(manifests[5]!.spec, 'matchConditions')[0], 'expression')).toBe(
      'request.userInfo.username == "ann" || (has(request.userInfo.groups) && "team \\"a\\"" in request.userInfo.groups) || '
        + 'request.userInfo.username == "system:serviceaccount:hello:bot"',
    );
    expect(fieldAt(manifests[5]!.spec, 'matchConstraints', 'namespaceSelector', 'matchExpressions')).toEqual([
      { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['hello', 'shop'] },
    ]);
    expect(manifests[6]!.spec).toEqual({ policyName: 'hello.install-plan-approvers', validationActions: ['Deny'] });
    expect(manifests.every(({ metadata }) => metadata.labels!['team'] === 'a')).toBe(true);
  });

  it('limit approvals to operators', () => {
    expect(policyOf(approversOf())).not.toContain('clusterServiceVersionNames');
    expect(policyOf(approversOf({ operators: ['cache', 'etcdoperator'] }))).toContain('install nothing but versions of cache, etcdoperator');
  });

  it('have roles only, without the policy', () => {
    expect(titles(approversOf({ admissionPolicy: false }))).toEqual(['Role hello/install-plan-approvers', 'RoleBinding hello/install-plan-approvers']);
  });

  it.each<[string, boolean]>([
    ['cache.v1.0.0', true], ['cache.v1.0.0-rc.1', true], ['cache.1.0.0', true], ['a.cache.v1.0.0', true], ['cache.v1', false], ['cache.v2-operator.v1.0.0', false],
    ['cache-operator.v1.0.0', false], ['other.v1.0.0', false], ['acache.v1.0.0', false], ['aXcache.v1.0.0', false], ['cache.v1.0.0x', false],
  ])('take %s for a version of cache or a.cache: %s', (csv, expected) => {
    expect(new RegExp(csvPattern(['cache', 'a.cache']), 'u').test(csv)).toBe(expected);
  });

  it.each<[string, object, string]>([
    ['no subject', { subjects: [] }, "subjects is empty; add those that approve, such as RbacSubject.group('name')"],
    ['no namespace', { namespaces: [] }, 'namespaces is empty; add the namespaces of the operators'],
    ['no operator', { operators: [] }, 'operators is empty, so nothing could be approved; add operators, or omit it for all InstallPlans of the namespaces'],
    ['an invalid namespace', { namespaces: ['A'] }, "namespaces 'A' must "],
    ['an invalid operator', { operators: ['cache|.*'] }, "operators 'cache|.*' must "],
    ['an invalid name', { name: 'A' }, "name 'A' must "],
    ['a user without a name', { subjects: [RbacSubject.user('')] }, 'subjects has a User without a name'],
    ['an unknown key', { subject: ANN }, "unknown key 'subject' in props of InstallPlanApprovers; known keys: 'subjects', "],
    ['operators without the policy', { operators: ['cache'], admissionPolicy: false }, "'operators' requires the ValidatingAdmissionPolicy, because "],
  ])('refuse %s', (_, props, message) => {
    expect(() => approversOf(props)).toThrow(`[test/approvers] ${message}`);
  });

  it('refuse a Kubernetes without ValidatingAdmissionPolicies', () => {
    const inCluster = (kubernetesVersion: string, props: Partial<InstallPlanApproversProps> = {}): InstallPlanApprovers => (
      new InstallPlanApprovers(new Chart(new Cluster(Testing.app(), 'prod', { kubernetesVersion }), 'chart'), 'approvers', { ...BASE, ...props })
    );
    expect(() => inCluster('1.29.9')).toThrow('[prod/chart/approvers] ValidatingAdmissionPolicies require Kubernetes 1.30, and the cluster has 1.29.9; upgrade it, or set '
      + "'admissionPolicy: false', which lets the subjects change every field of the InstallPlans of the namespaces");
    expect(inCluster('1.29.9', { admissionPolicy: false }).objects).toHaveLength(2);
    expect(inCluster('1.30').objects).toHaveLength(4);
  });

  it('refuse the name of a package whose ClusterServiceVersions have another name', () => {
    const subscribe = (chart: Chart): unknown => new OperatorSubscription(chart, 'etcd', {
      catalog: CatalogRef.named('hub', 'olm'), packageName: 'etcd', version: '0.9.4', startingCsv: 'etcdoperator.v0.9.4', channel: 'alpha', namespace: 'hello',
    });
    expect(() => approversOf({ operators: ['etcd'] }, subscribe)).toThrow("[test/approvers] operators has 'etcd', and the Subscription 'test/etcd/Resource' to this package "
      + "installs 'etcdoperator.v0.9.4'; also add the part of this name before the version");
    expect(approversOf({ operators: ['etcd', 'etcdoperator'] }, subscribe).length).toBeGreaterThan(4);
    expect(approversOf({ operators: ['etcdoperator'] }, subscribe).length).toBeGreaterThan(4);
  });

  it('refuse a second one with the same name in a namespace', () => {
    expect(() => approversOf({}, (chart) => new InstallPlanApprovers(chart, 'others', BASE))).toThrow("set 'name' of one of them");
  });
});
