import { ForbiddenRight } from '../../../lib/report';
import { OperatorUpgradePlan, type OperatorUpgradePlanOptions, type PlannedOperator } from '../../../lib/resolve';
import { binding } from '../../builders/rights-roads';
import { cacheCatalog, cacheLock, type SampleRules, type SampleVersion, withoutManifests } from './sample-upgrades';

const SIZE = { size: { type: 'string' } };
const COLOR = { color: { type: 'string' } };
const READ_SECRETS: SampleRules = [{ verbs: ['get', 'list', 'create'], resources: ['secrets', 'pods'] }];

/** Plans the upgrade from the first version to the last one, or to another. */
function planOf(
  versions: readonly SampleVersion[], waivers = '[]', options: Partial<OperatorUpgradePlanOptions> = {}, to = versions.at(-1)!.version,
): OperatorUpgradePlan {
  return OperatorUpgradePlan.between(cacheLock(versions[0]!.version), cacheLock(to, waivers), { catalogs: { 'olm/hub': cacheCatalog(...versions) }, ...options });
}

const upgradeOf = (plan: OperatorUpgradePlan): PlannedOperator => plan.operators[0]!;

const fieldsOf = (plan: OperatorUpgradePlan): string[] => upgradeOf(plan).findings.map(({ rule, field }) => `${rule} ${field}`);

describe('an upgrade that changes a CRD in a way that OLM v1 refuses', () => {
  const versions = [{ version: '1.0.0', fields: { ...SIZE, ...COLOR } }, { version: '1.1.0', fields: COLOR }];

  it('is refused, with field and rule', () => {
    const plan = planOf(versions);

    expect(upgradeOf(plan).findings).toEqual([{
      rule: 'field-removed', field: 'caches.example.test/v1/spec.size', before: 'cache.v1.0.0', after: 'cache.v1.1.0',
      message: 'is removed: the API server drops it from objects that are written',
    }]);
    expect(plan).toMatchObject({ isSafe: false, isChecked: true });
  });

  it('is accepted with a waiver for the field, and the reason is in the plan', () => {
    const plan = planOf(versions, '[{rule: field-removed, field: caches.example.test/v1/spec.size, reason: no object sets it}]');

    expect(plan.isSafe).toBe(true);
    expect(upgradeOf(plan).findings).toEqual([expect.objectContaining({ rule: 'field-removed', reason: 'no object sets it' })]);
    expect(plan.toText()).toContain('  ACCEPTED\n    field-removed caches.example.test/v1/spec.size (cache.v1.0.0 -> cache.v1.1.0): is removed: the API server drops it from objects '
      + 'that are written (no object sets it)\n');
  });

  it.each([
    ['another field', '[{rule: field-removed, field: caches.example.test/v1/spec, reason: a}]'],
    ['another rule', '[{rule: type, field: caches.example.test/v1/spec.size, reason: a}]'],
  ])('is refused with a waiver for %s, which is reported', (_, waivers) => {
    const plan = planOf(versions, waivers);

    expect(plan.isSafe).toBe(false);
    expect(upgradeOf(plan).staleWaivers).toEqual([expect.objectContaining({ reason: 'a' })]);
    expect(plan.toText()).toContain('  WAIVERS THAT MATCH NOTHING\n');
  });

  it('is refused with a waiver for another version', () => {
    const plan = planOf(versions, '[{rule: field-removed, field: caches.example.test/v1/spec.size, reason: a, version: 1.2.0}]');
    expect(plan.isSafe).toBe(false);
    expect(upgradeOf(plan).staleWaivers).toEqual([]);
  });

  it('may be accepted with everything below a field', () => {
    expect(planOf(versions, '[{rule: field-removed, field: caches.example.test/v1/spec.**, reason: a}]').isSafe).toBe(true);
    expect(planOf(versions, '[{rule: field-removed, field: caches.example.test/v1/spec.*, reason: a}]').isSafe).toBe(false);
  });

  it('is refused at each step of the path, even if a later version reverts the change', () => {
    const plan = planOf([versions[0]!, versions[1]!, { version: '1.2.0', fields: { ...SIZE, ...COLOR } }]);

    expect(upgradeOf(plan).crdChanges).toEqual([]);
    expect(upgradeOf(plan).findings).toEqual([expect.objectContaining({ before: 'cache.v1.0.0', after: 'cache.v1.1.0', field: 'caches.example.test/v1/spec.size' })]);
    expect(plan.isSafe).toBe(false);
  });

  it('is also refused without a path, because CRDs stay when an operator is installed again', () => {
    const plan = OperatorUpgradePlan.between(cacheLock('1.1.0'), cacheLock('1.0.0'), {
      catalogs: { 'olm/hub': cacheCatalog({ version: '1.0.0' }, { version: '1.1.0', fields: SIZE }) },
    });
    expect(upgradeOf(plan)).toMatchObject({ approvals: [], findings: [
      { rule: 'field-removed', before: 'cache.v1.1.0', after: 'cache.v1.0.0' }, { rule: 'not-reached', field: 'cache.v1.0.0' },
    ] });
  });
});

describe('an upgrade that gains a forbidden right', () => {
  const gaining = (rules: SampleRules, before: Partial<SampleVersion> = {}): SampleVersion[] => [
    { version: '1.0.0', ...before }, { version: '1.1.0', clusterPermissions: rules },
  ];

  it('is refused, with the right and what forbids it', () => {
    const plan = planOf(gaining(READ_SECRETS));

    expect(upgradeOf(plan).findings).toEqual([{
      rule: 'right-gained', field: 'get,list secrets', before: 'cache.v1.0.0', after: 'cache.v1.1.0',
      message: 'may read all Secrets in other namespaces (secrets-across-namespaces)',
    }]);
    expect(plan.isSafe).toBe(false);
  });

  it.each<[string, SampleRules, string[]]>([
    ['a wildcard', [{ verbs: ['*'], resources: ['pods'] }, { verbs: ['get'], apiGroups: ['apps'], resources: ['*'] }], ['right-gained * pods', 'right-gained get *.apps']],
    ['escalation', [{ verbs: ['bind', 'get'], apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'] }],
      ['right-gained bind clusterroles.rbac.authorization.k8s.io']],
    ['nothing that is forbidden', [{ verbs: ['get', 'list'], resources: ['pods'] }], []],
  ])('is judged by the right: %s', (_, rules, expected) => {
    expect(fieldsOf(planOf(gaining(rules))).sort()).toEqual(expected);
  });

  it('is accepted with a waiver for the right', () => {
    expect(planOf(gaining(READ_SECRETS), "[{rule: right-gained, field: 'get,list secrets', reason: backs them up}]").isSafe).toBe(true);
  });

  it('is allowed if the operator had the right before, under another account or in more namespaces', () => {
    expect(fieldsOf(planOf(gaining(READ_SECRETS, { clusterPermissions: READ_SECRETS, account: 'old' })))).toEqual([]);
    expect(fieldsOf(planOf([{ version: '1.0.0', clusterPermissions: READ_SECRETS }, { version: '1.1.0', permissions: READ_SECRETS }]))).toEqual([]);
  });

  it('is refused at each step of the path, even if a later version gives up the right', () => {
    expect(fieldsOf(planOf([...gaining(READ_SECRETS), { version: '1.2.0' }]))).toEqual(['right-gained get,list secrets']);
  });

  it('is judged by the forbidden rights that are set', () => {
    const versions = gaining([...READ_SECRETS, { verbs: ['*'], resources: ['pods'] }]);

    expect(fieldsOf(planOf(versions, '[]', { forbiddenRights: [ForbiddenRight.WILDCARDS] }))).toEqual(['right-gained * pods']);
    expect(planOf(versions, '[]', { forbiddenRights: [] }).isSafe).toBe(true);
    expect(() => planOf(versions, '[]', { forbiddenRights: ['wildcard' as ForbiddenRight] })).toThrow(
      "forbiddenRights[0] in options of OperatorUpgradePlan.between must be ForbiddenRight.WILDCARDS ('wildcards'), ",
    );
    expect(() => planOf(versions, '[]', { forbiddenRight: [] } as object)).toThrow(
      "unknown key 'forbiddenRight' in options of OperatorUpgradePlan.between; known keys: 'catalogs', 'objects', 'forbiddenRights', ",
    );
  });

  it('is accepted in namespaces whose operators watch only those, unless the right is for all namespaces', () => {
    const versions: SampleVersion[] = [{ version: '1.0.0' }, { version: '1.1.0', permissions: READ_SECRETS }];
    expect(fieldsOf(planOf(versions))).toEqual(['right-gained get,list secrets']);
    expect(fieldsOf(planOf(versions, '[]', { singleNamespaces: ['demo'] }))).toEqual([]);
    expect(fieldsOf(planOf(gaining(READ_SECRETS), '[]', { singleNamespaces: ['demo'] }))).toEqual(['right-gained get,list secrets']);
  });

  it('is split into single rights only up to a limit', () => {
    const names = Array.from({ length: 150 }, (_, index) => `r${index}`);
    expect(upgradeOf(planOf(gaining([{ verbs: [...names, '*'], resources: names }]))).findings.length).toBeLessThanOrEqual(names.length);
  });
});

describe('an upgrade that OLM does not make', () => {
  const catalogs = { 'olm/hub': cacheCatalog({ version: '1.0.0' }, { version: '1.1.0' }) };
  const planWith = (waivers: string): OperatorUpgradePlan => OperatorUpgradePlan.between(cacheLock('1.1.0'), cacheLock('1.0.0', waivers), { catalogs });

  it('is refused, unless a waiver accepts it; it still is not safe', () => {
    expect(upgradeOf(planWith('[]')).findings).toEqual([
      { rule: 'not-reached', field: 'cache.v1.0.0', before: 'cache.v1.1.0', after: 'cache.v1.0.0', message: 'OLM does not install it' },
    ]);
    const accepted = planWith('[{rule: not-reached, field: cache.v1.0.0, reason: installed again by hand}]');
    expect(accepted).toMatchObject({ isSafe: false, operators: [{ staleWaivers: [], findings: [{ reason: 'installed again by hand' }] }] });
  });

  it('is not refused if the catalog is unknown, because then nothing is known about its upgrades', () => {
    expect(upgradeOf(OperatorUpgradePlan.between(cacheLock('1.0.0'), cacheLock('1.1.0'), { catalogs: {} })).findings).toEqual([]);
  });
});

describe('an upgrade that cannot be checked', () => {
  const versions = [{ version: '1.0.0', fields: SIZE }, { version: '1.1.0', fields: SIZE }, { version: '1.2.0' }];
  const plan = planOf(versions, '[]', { catalogs: { 'olm/hub': withoutManifests(cacheCatalog(...versions), '1.1.0') } });

  it('is reported as such, and the rest is compared', () => {
    expect(upgradeOf(plan)).toMatchObject({
      approvals: ['cache.v1.1.0', 'cache.v1.2.0'], unchecked: ['cache.v1.1.0'], findings: [{ rule: 'field-removed', before: 'cache.v1.0.0', after: 'cache.v1.2.0' }],
    });
    expect(plan.isChecked).toBe(false);
    expect(plan.toMarkdown()).toContain("**NOT CHECKED**\n\n```\nCRDs and rights of cache.v1.1.0 are not checked for operator 'demo/cache': the catalog has no manifests of them; supply one that "
      + 'has them inline\n```');
  });

  it('is refused on request, unless a waiver accepts it', () => {
    const required = { catalogs: { 'olm/hub': withoutManifests(cacheCatalog(...versions), '1.2.0') }, requireManifests: true };

    expect(planOf(versions, '[]', required)).toMatchObject({ isSafe: false, operators: [{ findings: [{ rule: 'not-checked', field: 'cache.v1.2.0' }] }] });
    expect(planOf(versions, '[{rule: not-checked, field: cache.v1.2.0, reason: compared by hand}]', required).isSafe).toBe(true);
    expect(planOf(versions, '[]', { ...required, requireManifests: false })).toMatchObject({ isSafe: true, isChecked: false });
  });
});

describe('an upgrade with a binding', () => {
  const bound = (name: string, subject: string): SampleVersion => (
    { version: '1.1.0', files: { 'manifests/binding.yaml': binding('ClusterRoleBinding', 'cache', `ClusterRole ${name}`, subject) } }
  );
  const findings = (name: string, subject: string, before: Partial<SampleVersion> = {}, waivers = '[]'): string[] => (
    upgradeOf(planOf([{ version: '1.0.0', ...before }, bound(name, subject)], waivers)).findings.map(({ rule, field, reason }) => `${rule} ${field}${reason === undefined ? '' : ` (${reason})`}`)
  );

  it('to cluster-admin is refused with what it grants, and to whom', () => {
    expect(findings('cluster-admin', 'ServiceAccount cache')).toEqual(['right-gained * *.*', 'right-gained * *']);
    expect(findings('cluster-admin', 'Group ops')).toEqual(['right-gained * *.* for Group ops', 'right-gained * * for Group ops']);
    expect(planOf([{ version: '1.0.0' }, bound('cluster-admin', 'Group ops')]).toText()).toContain('Group ops: * *.*, through ClusterRoleBinding cache');
  });

  it('is not a change if the operator had the rights, and is one if only the operator had them', () => {
    const everything = { clusterPermissions: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], files: { 'manifests/urls.yaml': urls('cache') } };
    expect(findings('cluster-admin', 'ServiceAccount cache', everything)).toEqual([]);
    expect(findings('cluster-admin', 'Group ops', everything)).toEqual(['right-gained * *.* for Group ops', 'right-gained * * for Group ops']);
  });

  it('to an unknown role is refused, unless a waiver accepts it, or it was bound before', () => {
    const field = 'ClusterRole other through ClusterRoleBinding cache';
    expect(findings('other', 'ServiceAccount cache')).toEqual([`rights-unknown ${field}`]);
    expect(findings('other', 'ServiceAccount cache', {}, `[{rule: rights-unknown, field: ${field}, reason: reviewed}]`)).toEqual([`rights-unknown ${field} (reviewed)`]);
    expect(findings('other', 'ServiceAccount cache', { files: bound('other', 'ServiceAccount cache').files! })).toEqual([]);
    expect(findings('other', 'Group ops', { files: bound('other', 'ServiceAccount cache').files! })).toEqual([`rights-unknown ${field}`]);
  });

  /** A binding of every path to the account, which `clusterPermissions` of the sample cannot have. */
  function urls(account: string): object {
    return binding('ClusterRoleBinding', 'urls', 'ClusterRole cluster-admin', `ServiceAccount ${account}`);
  }
});
