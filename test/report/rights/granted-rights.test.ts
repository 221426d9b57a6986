import { Bundle } from '../../../lib/bundle/bundle';
import { BundleReport } from '../../../lib/report/bundle-report';
import { KUBERNETES_ROLES_VERSION } from '../../../lib/report/rights/generated/kubernetes-roles';
import { rightsOfSubjects, rulesInNamespace } from '../../../lib/report/rights/granted-rights';
import { Grants } from '../../../lib/report/rights/grants';
import { readRbacObjects } from '../../../lib/report/rights/rbac-objects';
import { type BundleRbacBinding, type BundleRbacRule, RbacRiskKind, RbacScope, RiskSeverity } from '../../../lib/report/rights/rbac-rule';
import { type ResolvedRole, RoleRules } from '../../../lib/report/rights/role-rules';
import { binding, operatorWith, role } from '../../builders/rights-roads';

type Json = { [key: string]: unknown };

const READ = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
const label = (to: string): object => ({ labels: { [`rbac.authorization.k8s.io/aggregate-to-${to}`]: 'true' } });
const bundleWith = (...objects: object[]): Bundle => operatorWith({}, Object.fromEntries(objects.map((object, index) => [`manifests/${index}.yaml`, object])));
const rulesOf = (bundle: Bundle): BundleRbacRule[] => BundleReport.of(bundle).content.rbac.filter(({ source }) => source !== 'permissions');
const bindingsOf = (bundle: Bundle): BundleRbacBinding[] => BundleReport.of(bundle).content.bindings;

describe('roles of Kubernetes', () => {
  const kubernetes = new RoleRules([]);
  const roleOf = (kind: string, name: string, namespace = ''): ResolvedRole | undefined => kubernetes.find({ kind, name, namespace });
  const verbsOn = (name: string, resource: string): string[] => [...new Set(roleOf('ClusterRole', name)!.rules
    .filter(({ resources }) => resources.includes(resource)).flatMap(({ verbs }) => verbs))].sort();

  it('are those of the version that the end-to-end tests run', () => {
    expect(KUBERNETES_ROLES_VERSION).toMatch(/^v1\.\d+\.\d+$/);
  });

  it('have the rules that the controller of Kubernetes aggregates', () => {
    expect(roleOf('ClusterRole', 'cluster-admin')!.rules).toContainEqual(expect.objectContaining({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }));
    expect([verbsOn('view', 'secrets'), verbsOn('view', 'pods')]).toEqual([[], ['get', 'list', 'watch']]);
    expect(verbsOn('edit', 'secrets')).toContain('create');
    expect(verbsOn('edit', 'pods')).toEqual(expect.arrayContaining(['get', 'create']));
    expect([verbsOn('edit', 'rolebindings'), verbsOn('admin', 'rolebindings').includes('create')]).toEqual([[], true]);
    expect(verbsOn('admin', 'pods')).toEqual(verbsOn('edit', 'pods'));
  });

  it('are not known by other names, kinds or namespaces', () => {
    expect(roleOf('ClusterRole', 'Cluster-Admin')).toBeUndefined();
    expect(roleOf('clusterrole', 'cluster-admin')).toBeUndefined();
    expect(roleOf('Role', 'cluster-admin', 'kube-system')).toBeUndefined();
    expect(roleOf('ClusterRole', 'cluster-monitoring-view')).toBeUndefined();
    expect(roleOf('Role', 'extension-apiserver-authentication-reader', 'kube-system')).toBeDefined();
    expect(roleOf('Role', 'extension-apiserver-authentication-reader', 'demo')).toBeUndefined();
  });
});

describe('a role that is aggregated into one of Kubernetes', () => {
  it('is held by everyone with that role', () => {
    expect(rulesOf(bundleWith(role('ClusterRole', 'reader', [READ], label('view'))))).toEqual([expect.objectContaining({
      scope: RbacScope.BOUND_NAMESPACES, source: 'ClusterRole reader', holders: ['everyone with ClusterRole view'], aggregatedTo: ['view'], through: [],
      risks: [expect.objectContaining({ kind: RbacRiskKind.SECRETS_READ, severity: RiskSeverity.MEDIUM })],
    })]);
  });

  it('has no risks that the role of Kubernetes has anyway', () => {
    expect(rulesOf(bundleWith(role('ClusterRole', 'reader', [READ], label('edit'))))[0]?.risks).toEqual([]);
  });

  it('is part of what a binding to that role grants', () => {
    const things = { verbs: ['get'], apiGroups: ['example.test'], resources: ['things'] };
    const rules = rulesOf(bundleWith(role('ClusterRole', 'reader', [things], label('view')), binding('ClusterRoleBinding', 'b', 'ClusterRole admin', 'ServiceAccount demo')));
    expect(rules.filter(({ source, resources }) => source === 'ClusterRole admin' && resources.includes('things'))).toHaveLength(1);
  });

  it('is not aggregated if the label has another value, or the role another kind', () => {
    expect(rulesOf(bundleWith(role('Role', 'reader', [READ], label('view'))))[0]?.aggregatedTo).toEqual([]);
    expect(rulesOf(bundleWith(role('ClusterRole', 'reader', [READ], { labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'True' } })))[0]?.aggregatedTo).toEqual([]);
  });
});

describe('a role with an aggregationRule', () => {
  const collecting = (...clusterRoleSelectors: object[]): object => role('ClusterRole', 'all', [], { aggregationRule: { clusterRoleSelectors } });
  const part = (name: string, labels: object): object => role('ClusterRole', name, [{ ...READ, resourceNames: [name] }], { labels });
  const namesOf = (bundle: Bundle): string[] => rulesOf(bundle).filter(({ source }) => source === 'ClusterRole all').flatMap(({ resourceNames }) => resourceNames);

  it.each<[string, object, string[]]>([
    ['matchLabels', { matchLabels: { a: '1' } }, ['x', 'y']],
    ['several labels', { matchLabels: { a: '1', b: '2' } }, ['y']],
    ['In', { matchExpressions: [{ key: 'b', operator: 'In', values: ['2', '3'] }] }, ['y']],
    ['NotIn', { matchLabels: { a: '1' }, matchExpressions: [{ key: 'b', operator: 'NotIn', values: ['2'] }] }, ['x']],
    ['Exists', { matchExpressions: [{ key: 'b', operator: 'Exists' }] }, ['y']],
    ['DoesNotExist', { matchLabels: { a: '1' }, matchExpressions: [{ key: 'b', operator: 'DoesNotExist' }] }, ['x']],
    ['an unknown operator, which the API server refuses', { matchExpressions: [{ key: 'b', operator: 'Near' }] }, []],
    ['a name of every object', { matchLabels: { constructor: '1' } }, []],
  ])('has the rules that %s selects', (_, selector, names) => {
    expect(namesOf(bundleWith(collecting(selector), part('x', { a: '1' }), part('y', { a: '1', b: '2' })))).toEqual(names);
  });

  it('has the rules of roles that these aggregate, also in a circle', () => {
    const first = role('ClusterRole', 'all', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '1' } }] }, labels: { b: '1' } });
    const second = role('ClusterRole', 'second', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { b: '1' } }, { matchLabels: { c: '1' } }] }, labels: { a: '1' } });
    expect(namesOf(bundleWith(first, second, part('x', { c: '1' })))).toEqual(['x']);
  });

  it('has rights that are not all known, if it is bound', () => {
    const bundle = bundleWith(collecting({ matchLabels: { a: '1' } }), binding('ClusterRoleBinding', 'b', 'ClusterRole all', 'ServiceAccount demo'));
    expect(bindingsOf(bundle)[0]?.unknown).toBe('ClusterRole all has the rules of every ClusterRole that its selectors match');
  });
});

describe('subjects', () => {
  const holdersOf = (...subjects: string[]): string[] => rulesOf(bundleWith(
    role('ClusterRole', 'reader', [READ]), binding('ClusterRoleBinding', 'b', 'ClusterRole reader', ...subjects),
  )).flatMap(({ holders }) => holders);

  it('are shown with their kind and namespace', () => {
    expect(holdersOf('ServiceAccount demo', 'ServiceAccount other/robot', 'User jane', 'Group ops')).toEqual([
      'ServiceAccount demo', 'ServiceAccount other/robot', 'User jane', 'Group ops',
    ]);
  });

  it('that are groups with the accounts of the operator are followed by these', () => {
    expect(holdersOf('Group system:authenticated')).toEqual(['Group system:authenticated', 'ServiceAccount demo']);
    expect(holdersOf('Group system:serviceaccounts', 'ServiceAccount demo')).toEqual(['Group system:serviceaccounts', 'ServiceAccount demo']);
    expect(holdersOf('Group system:serviceaccounts:other')).toEqual(['Group system:serviceaccounts:other']);
  });

  it('of a binding in a namespace have a ClusterRole only there', () => {
    const [rule] = rulesOf(bundleWith(role('ClusterRole', 'reader', [READ]), binding('RoleBinding', 'b', 'ClusterRole reader', 'ServiceAccount demo')));
    expect(rule).toMatchObject({ scope: RbacScope.OWN_NAMESPACE, through: ['RoleBinding b'] });
    const objects = [role('ClusterRole', 'reader', [READ]), binding('RoleBinding', 'b', 'ClusterRole reader', 'ServiceAccount ns/demo')]
      .map((object) => ({ ...object as Json, metadata: { ...(object as { metadata: object }).metadata, namespace: 'ns' } }));
    const account = { kind: 'ServiceAccount', name: 'demo', namespace: 'ns' };
    expect(['ns', 'other'].map((namespace) => rulesInNamespace(readRbacObjects(objects), account, namespace).length)).toEqual([1, 0]);
  });
});

describe('bad input', () => {
  it.each<[string, object]>([
    ['no roleRef', { roleRef: undefined }],
    ['a roleRef that is a string', { roleRef: 'ClusterRole cluster-admin' }],
    ['a roleRef without a name', { roleRef: { kind: 'ClusterRole' } }],
    ['a kind in another case', { roleRef: { kind: 'clusterrole', name: 'cluster-admin' } }],
    ['another API group', { roleRef: { apiGroup: 'other.test', kind: 'ClusterRole', name: 'cluster-admin' } }],
  ])('%s of a binding is unknown rights', (_, change) => {
    const [found] = bindingsOf(bundleWith({ ...binding('ClusterRoleBinding', 'b', 'ClusterRole cluster-admin', 'ServiceAccount demo'), ...change }));
    expect(found?.unknown).not.toBe('');
  });

  it.each<[string, object]>([
    ['no rules', { rules: undefined }], ['rules that are null', { rules: null }], ['rules that are a string', { rules: '*' }], ['rules of strings', { rules: ['*'] }],
    ['an aggregationRule that is null', { aggregationRule: null }], ['selectors that are strings', { aggregationRule: { clusterRoleSelectors: ['*'] } }],
  ])('%s of a role grant nothing', (_, change) => {
    expect(rulesOf(bundleWith({ ...role('ClusterRole', 'r', []), ...change }))).toEqual([]);
  });

  it('subjects of other kinds, without names, or none, are shown as they are', () => {
    const subjects = [{ kind: 'serviceaccount', name: 'demo' }, { kind: 'Robot', name: 'r2' }, { name: 'x' }, 'nonsense', {}];
    const bundle = bundleWith({ ...binding('ClusterRoleBinding', 'b', 'ClusterRole view'), subjects });
    expect(bindingsOf(bundle)[0]?.subjects).toEqual(['serviceaccount demo', 'Robot r2', ' x', ' ']);
    expect(bindingsOf(bundleWith({ ...binding('ClusterRoleBinding', 'b', 'ClusterRole view'), subjects: null }))[0]?.subjects).toEqual([]);
  });

  it('objects of other API groups with the same kinds are no roles', () => {
    expect(rulesOf(bundleWith({ ...role('ClusterRole', 'r', [READ]), apiVersion: 'rbac.example.test/v1' }))).toEqual([]);
  });
});

describe('many entries', () => {
  const many = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const reader = (count: number): object => role('ClusterRole', 'r', many('r', count).map((resource) => ({ ...READ, resources: [resource] })));

  it('that multiply to too many rights make them unknown, to nobody else', () => {
    const bundle = bundleWith(
      reader(600), binding('ClusterRoleBinding', 'many', 'ClusterRole r', ...many('User u', 600)), binding('ClusterRoleBinding', 'one', 'ClusterRole r', 'User jane'),
    );
    expect(bindingsOf(bundle).map(({ binding: name, unknown }) => [name, unknown !== ''])).toEqual([['ClusterRoleBinding many', true], ['ClusterRoleBinding one', false]]);
    expect(rulesOf(bundle).map(({ holders }) => holders)).toEqual(many('', 600).map(() => ['User jane']));
    expect(BundleReport.of(bundle).content.risks).toContainEqual(expect.objectContaining({ kind: RbacRiskKind.RIGHTS_UNKNOWN, holder: 'User u0' }));
  });

  it('that do not are listed, for each subject', () => {
    const bundle = bundleWith(reader(50), binding('ClusterRoleBinding', 'many', 'ClusterRole r', ...many('User u', 50)));
    expect([bindingsOf(bundle)[0]?.unknown, rulesOf(bundle).map(({ holders }) => holders.length)]).toEqual(['', many('', 50).map(() => 50)]);
  });

  const within = (milliseconds: number, run: () => void): void => {
    const start = performance.now();
    run();
    expect(performance.now() - start).toBeLessThan(milliseconds);
  };

  it.each<[string, object[]]>([
    ['a rule with 10^5 resources', [role('ClusterRole', 'r', [{ verbs: ['get', 'update'], apiGroups: ['', 'apps'], resources: many('r', 100_000) }])]],
    ['a rule with 10^5 names', [role('ClusterRole', 'r', [{ ...READ, resourceNames: many('n', 100_000) }])]],
    ['10^5 rules', [role('ClusterRole', 'r', many('r', 100_000).map((resource) => ({ ...READ, resources: [resource] })))]],
    ['10^5 subjects', [role('ClusterRole', 'r', [READ]), binding('ClusterRoleBinding', 'b', 'ClusterRole r', ...many('User u', 100_000))]],
    ['10^4 bindings to a role with 10^4 rules', [
      role('ClusterRole', 'r', many('r', 10_000).map((resource) => ({ ...READ, resources: [resource] }))),
      ...many('b', 10_000).map((name) => binding('ClusterRoleBinding', name, 'ClusterRole r', 'ServiceAccount demo')),
    ]],
    ['10^3 roles that each aggregate 10^3 others', [
      ...many('p', 1000).map((name) => role('ClusterRole', name, [READ], { labels: { a: '1' } })),
      ...many('a', 1000).map((name) => role('ClusterRole', name, [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '1' } }] } })),
    ]],
  ])('%s take time in proportion', (_, objects) => {
    within(20_000, () => {
      const rbac = readRbacObjects(objects as Json[]);
      const { granted } = rightsOfSubjects(rbac, { where: 'bundle' });
      const rules = granted.flatMap(({ source, scope, holders, through, rules: all }) => (
        all.map((rule): BundleRbacRule => ({ ...rule, source, scope, holders: [...holders], through: [...through], aggregatedTo: [], risks: [] }))
      ));
      expect(rules.length).toBeLessThan(1_000_000);
      Grants.of(rules).without(Grants.of([]));
    });
  });

  it('that are aggregated too often are unknown, not left out', () => {
    const bundle = bundleWith(
      ...many('p', 300).map((name) => role('ClusterRole', name, [READ], { labels: { a: '1' } })),
      ...many('a', 300).flatMap((name) => [
        role('ClusterRole', name, [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '1' } }] } }),
        binding('ClusterRoleBinding', name, `ClusterRole ${name}`, 'ServiceAccount demo'),
      ]),
    );
    expect(bindingsOf(bundle).filter(({ unknown }) => unknown === '')).toEqual([]);
  });
});
