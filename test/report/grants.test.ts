import * as fc from 'fast-check';
import { Grants } from '../../../lib/bundle/report/grants';
import { RbacScope } from '../../../lib/bundle/report/rbac-rule';
import type { BundleRbacRule } from '../../../lib/bundle/report/rbac-rule';

function rule(facts: Partial<BundleRbacRule>): BundleRbacRule {
  return {
    scope: RbacScope.CLUSTER,
    source: 'clusterPermissions',
    holders: ['ServiceAccount demo'],
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

describe('rights that are gained', () => {
  it('are told as rules', () => {
    expect(gained([rule({})], [rule({ verbs: ['list', 'get'], resources: ['pods', 'services'] })])).toEqual([
      { scope: RbacScope.CLUSTER, holder: 'ServiceAccount demo', verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: [], nonResourceUrls: [] },
      { scope: RbacScope.CLUSTER, holder: 'ServiceAccount demo', verbs: ['get', 'list'], apiGroups: [''], resources: ['services'], resourceNames: [], nonResourceUrls: [] },
    ]);
  });

  it.each<[string, Partial<BundleRbacRule>, Partial<BundleRbacRule>]>([
    ['verbs', { verbs: ['*'] }, { verbs: ['get', 'list'] }],
    ['groups', { apiGroups: ['*'] }, { apiGroups: ['', 'apps'] }],
    ['resources', { resources: ['*'] }, { resources: ['pods', 'pods/log'] }],
    ['subresources', { resources: ['*/scale'] }, { resources: ['deployments/scale'] }],
    ['names', {}, { resourceNames: ['one'] }],
    ['paths', { nonResourceUrls: ['/api/*'], resources: [] }, { nonResourceUrls: ['/api/v1/x', '/api/v2/*'], resources: [] }],
  ])('are none where a wildcard of %s covers them', (_, wide, narrow) => {
    expect(gained([rule(wide)], [rule(narrow)])).toEqual([]);
    expect(gained([rule(narrow)], [rule(wide)])).toHaveLength(1);
    expect(Grants.of([rule(wide), rule(narrow)]).rules()).toEqual(Grants.of([rule(wide)]).rules());
  });

  it('are those of another holder or scope too', () => {
    expect(gained([rule({})], [rule({ scope: RbacScope.WATCHED_NAMESPACES })])).toHaveLength(1);
    expect(gained([rule({})], [rule({ holders: ['ServiceAccount demo', 'ServiceAccount other'] })])).toEqual([expect.objectContaining({ holder: 'ServiceAccount other' })]);
  });

  it('are those of the role where nobody holds it', () => {
    expect(gained([], [rule({ holders: [], source: 'ClusterRole reader' })])).toEqual([expect.objectContaining({ holder: 'ClusterRole reader' })]);
  });

  it('are told rule by rule where there are too many', () => {
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

  /** The same rights, a rule for each verb and resource, from the last to the first. */
  const split = (whole: BundleRbacRule): BundleRbacRule[] => whole.verbs
    .flatMap((verb) => whole.resources.map((resource) => ({ ...whole, verbs: [verb], resources: [resource] }))).reverse();

  it('that is split is no change', () => {
    fc.assert(fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
      const [one, other] = [Grants.of(rules), Grants.of(rules.flatMap(split).reverse())];
      expect(one.without(other)).toEqual([]);
      expect(other.without(one)).toEqual([]);
      expect(other.rules()).toEqual(one.rules());
    }));
  });

  it('that is joined again gives the same rights', () => {
    fc.assert(fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
      const grants = Grants.of(rules);
      const again = Grants.of(grants.rules().map(({ holder, ...rest }) => rule({ ...rest, holders: [holder] })));
      expect([...grants.without(again), ...again.without(grants)]).toEqual([]);
    }));
  });
});
