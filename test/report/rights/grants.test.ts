import * as fc from 'fast-check';
import { Grants } from '../../../lib/report/rights/grants';
import { type BundleRbacRule, RbacScope } from '../../../lib/report/rights/rbac-rule';

function rule(facts: Partial<BundleRbacRule>): BundleRbacRule {
  return {
    scope: RbacScope.CLUSTER,
    source: 'clusterPermissions',
    holders: ['ServiceAccount demo'],
    through: [],
    aggregatedTo: [],
    verbs: ['get'],
    apiGroups: [''],
    resources: ['pods'],
    resourceNames: [],
    nonResourceUrls: [],
    risks: [],
    ...facts,
  };
}

const gained = (before: BundleRbacRule[], after: BundleRbacRule[]): object[] => Grants.of(after).without(Grants.of(before));

describe('gained rights', () => {
  it('are joined into rules', () => {
    expect(gained([rule({})], [rule({ verbs: ['list', 'get'], resources: ['pods', 'services'] })])).toEqual([
      { scope: RbacScope.CLUSTER, holder: 'ServiceAccount demo', verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: [], nonResourceUrls: [], through: [] },
      { scope: RbacScope.CLUSTER, holder: 'ServiceAccount demo', verbs: ['get', 'list'], apiGroups: [''], resources: ['services'], resourceNames: [], nonResourceUrls: [], through: [] },
    ]);
  });

  it.each<[string, Partial<BundleRbacRule>, Partial<BundleRbacRule>]>([
    ['verbs', { verbs: ['*'] }, { verbs: ['get', 'list'] }],
    ['groups', { apiGroups: ['*'] }, { apiGroups: ['', 'apps'] }],
    ['resources', { resources: ['*'] }, { resources: ['pods', 'pods/log'] }],
    ['subresources', { resources: ['*/scale'] }, { resources: ['deployments/scale'] }],
    ['names', {}, { resourceNames: ['one'] }],
    ['paths', { nonResourceUrls: ['/api/*'], resources: [] }, { nonResourceUrls: ['/api/v1/x', '/api/v2/*'], resources: [] }],
  ])('do not include those that a wildcard of %s covered', (_, wide, narrow) => {
    expect(gained([rule(wide)], [rule(narrow)])).toEqual([]);
    expect(gained([rule(narrow)], [rule(wide)])).toHaveLength(1);
    expect(Grants.of([rule(wide), rule(narrow)]).rules()).toEqual(Grants.of([rule(wide)]).rules());
  });

  it('include those of another holder or scope', () => {
    expect(gained([rule({})], [rule({ scope: RbacScope.WATCHED_NAMESPACES })])).toHaveLength(1);
    expect(gained([rule({})], [rule({ holders: ['ServiceAccount demo', 'ServiceAccount other'] })])).toEqual([expect.objectContaining({ holder: 'ServiceAccount other' })]);
  });

  it('have the role as holder if nothing binds it', () => {
    expect(gained([], [rule({ holders: [], source: 'ClusterRole reader' })])).toEqual([expect.objectContaining({ holder: 'ClusterRole reader' })]);
  });

  it('are compared rule by rule if there are too many', () => {
    const many = (prefix: string): string[] => Array.from({ length: 500 }, (_, index) => `${prefix}${index}`);
    const huge = rule({ verbs: many('v'), apiGroups: many('g'), resources: many('r') });
    expect(gained([huge], [huge])).toEqual([]);
    expect(gained([huge], [{ ...huge, verbs: ['get'] }])).toEqual([expect.objectContaining({ verbs: ['get'] })]);
  });
});

describe('a rule', () => {
  const names = (...all: string[]): fc.Arbitrary<string[]> => fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 });
  const anyRule = fc.record({
    verbs: names('get', 'list', 'create', '*'),
    apiGroups: names('', 'apps', '*'),
    resources: names('pods', 'pods/log', 'deployments', '*'),
    resourceNames: fc.uniqueArray(fc.constantFrom('a', 'b')),
  }).map(rule);

  /** Returns the same rights as a rule for each verb and resource, in reverse order. */
  const split = (whole: BundleRbacRule): BundleRbacRule[] => whole.verbs
    .flatMap((verb) => whole.resources.map((resource) => ({ ...whole, verbs: [verb], resources: [resource] }))).reverse();

  it('has the same rights if it is split', () => {
    fc.assert(fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
      const [one, other] = [Grants.of(rules), Grants.of(rules.flatMap(split).reverse())];
      expect(one.without(other)).toEqual([]);
      expect(other.without(one)).toEqual([]);
      expect(other.rules()).toEqual(one.rules());
    }));
  });

  it('has the same rights if it is joined again', () => {
    fc.assert(fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
      const grants = Grants.of(rules);
      const again = Grants.of(grants.rules().map(({ holder, ...rest }) => rule({ ...rest, holders: [holder] })));
      expect([...grants.without(again), ...again.without(grants)]).toEqual([]);
    }));
  });
});
