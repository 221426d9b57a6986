import * as fc from 'fast-check';
import { Catalog } from '../../../lib/catalog';
import { CrdChangeKind } from '../../../lib/formats/schema/changes/crd-change';
import { OperatorLockFile, OperatorUpgradePlan } from '../../../lib/resolve';
import { fewestWaivers, type WaivedChange, waives } from '../../../lib/resolve/lock/fewest-waivers';
import { NOT_REACHED, RIGHT_GAINED } from '../../../lib/resolve/lock/lock-waiver';
import { SAMPLES } from '../../catalog/sample-bundles';
import { itWith } from '../../needed';
import { realBundle } from '../../remembered/real-bundle';
import { cacheCatalog, cacheLock } from '../gates/sample-upgrades';

const V1 = 'caches.example.test/v1';

describe('the fewest waivers', () => {
  it.each<[string, string[], string[]]>([
    ['for one field: the field', [`${V1}/spec.size`], [`${V1}/spec.size`]],
    ['for the same field twice: one', [`${V1}/spec.size`, `${V1}/spec.size`], [`${V1}/spec.size`]],
    ['for fields: their common path, of whole names', [`${V1}/spec.count`, `${V1}/spec.color`], [`${V1}/spec.**`]],
    ['for a list and its items: the list', [`${V1}/spec.rules`, `${V1}/spec.rules[].filters`], [`${V1}/spec.rules**`]],
    ['for fields of items: the items', [`${V1}/spec.rules[].a`, `${V1}/spec.rules[].b`], [`${V1}/spec.rules[].**`]],
    ['for fields without a common path: all of the version', [`${V1}/spec.a`, `${V1}/status.b`], [`${V1}/**`]],
    ['for several versions: one for each', [`${V1}/spec.a`, `${V1}/spec.b`, `${V1}beta1/spec.a`], [`${V1}/spec.**`, `${V1}beta1/spec.a`]],
    ['for a version beside another one: one of its own', [`${V1}/spec.a`, `${V1} beside v2/spec.a`], [`${V1}/spec.a`, `${V1} beside v2/spec.a`]],
    ['for several CRDs: one for each', ['a.example.test', 'b.example.test'], ['a.example.test', 'b.example.test']],
  ])('%s', (_, fields, expected) => {
    expect(fewestWaivers(fields.map((field) => ({ rule: 'field-removed', field }))).map(({ field }) => field)).toEqual(expected);
  });

  it.each(['right-gained', 'not-checked', 'not-reached'])('for %s are one for each, since a shorter name includes more', (rule) => {
    const changes = ['get secrets', 'get secrets named a', 'get secrets named b'].map((field) => ({ rule, field }));
    expect(fewestWaivers(changes)).toEqual(changes);
  });
});

const name = fc.constantFrom('spec', 'status', 'size', 'sizes', 'rules[]', 'rules[][]', '{}', '');
const anyChange = fc.oneof(
  fc.record({
    rule: fc.constantFrom(...Object.values(CrdChangeKind).slice(0, 4)),
    field: fc.tuple(fc.constantFrom('a.example.test', 'b.example.test'), fc.constantFrom('', '/v1', '/v1 beside v2', '/v10'), fc.array(name, { maxLength: 4 }))
      .map(([crd, version, path]) => `${crd}${version}${path.length === 0 ? '' : `/${path.join('.')}`}`),
  }),
  fc.record({ rule: fc.constantFrom(RIGHT_GAINED, NOT_REACHED), field: fc.constantFrom('get secrets', 'get secrets named a', '* pods', 'cache.v1.1.0') }),
);

describe('the waivers that a refusal prints', () => {
  const versionOf = (field: string): string => field.split('/').slice(0, 2).join('/');
  const isCrd = ({ rule }: WaivedChange): boolean => rule !== RIGHT_GAINED && rule !== NOT_REACHED;

  it('accept every change, each one is needed, and none accepts another rule, CRD, version or right', () => {
    fc.assert(fc.property(fc.array(anyChange, { maxLength: 12 }), fc.array(anyChange, { maxLength: 12 }), (changes, others) => {
      const waivers = fewestWaivers(changes);
      expect(changes.filter((change) => !waivers.some((waiver) => waives(waiver, change)))).toEqual([]);
      for (const waiver of waivers) {
        const rest = waivers.filter((other) => other !== waiver);
        expect(changes.some((change) => !rest.some((other) => waives(other, change)))).toBe(true);
      }
      const similar = (change: WaivedChange, other: WaivedChange): boolean => change.rule === other.rule
        && (isCrd(change) ? versionOf(change.field) === versionOf(other.field) : change.field === other.field);
      const different = others.filter((other) => !changes.some((change) => similar(change, other)));
      expect(different.filter((other) => waivers.some((waiver) => waives(waiver, other)))).toEqual([]);
      // The order of the changes decides nothing but the order of the waivers.
      const text = (list: readonly WaivedChange[]): string[] => list.map((waiver) => JSON.stringify(waiver)).sort();
      expect(text(fewestWaivers([...changes].reverse()))).toEqual(text(waivers));
    }));
  });

  it('do not accept another version whose name begins with that of the version', () => {
    const [at, below] = [{ rule: 'field-removed', field: 'b.example.test/v1' }, { rule: 'field-removed', field: 'b.example.test/v1/spec' }];
    const waivers = fewestWaivers([at, below]);
    expect(waivers).toEqual([at, below]);
    expect(['v1 beside v2', 'v1beta1', 'v10/spec'].filter((version) => (
      waivers.some((waiver) => waives(waiver, { rule: 'field-removed', field: `b.example.test/${version}` }))))).toEqual([]);
  });

  it('accept the upgrade when they are pasted, and nothing less does', () => {
    const field = fc.constantFrom('size', 'sizes', 'color', 'count', 'owner');
    fc.assert(fc.property(fc.uniqueArray(field, { minLength: 1 }), (removed) => {
      const fields = Object.fromEntries(removed.map((each) => [each, { type: 'string' }]));
      const catalogs = { 'olm/hub': cacheCatalog({ version: '1.0.0', fields: { ...fields, kept: { type: 'string' } } }, { version: '1.1.0', fields: { kept: { type: 'string' } } }) };
      const planWith = (waivers: readonly WaivedChange[]): OperatorUpgradePlan => (
        OperatorUpgradePlan.between(cacheLock('1.0.0'), cacheLock('1.1.0', JSON.stringify(waivers.map((waiver) => ({ ...waiver, reason: 'a' })))), { catalogs })
      );
      const waivers = fewestWaivers(planWith([]).operators[0]!.findings);
      expect(planWith(waivers)).toMatchObject({ isSafe: true, operators: [{ staleWaivers: [] }] });
      waivers.forEach((waiver) => expect(planWith(waivers.filter((other) => other !== waiver)).isSafe).toBe(false));
    }), { numRuns: 20 });
  });

  itWith(SAMPLES)('are six for grafana-operator 5.24.0 instead of 24', () => {
    const lockOf = (version: string, waivers: readonly WaivedChange[] = []): OperatorLockFile => OperatorLockFile.fromString(JSON.stringify({
      lockVersion: 1, catalogs: [{ name: 'hub', namespace: 'olm' }],
      operators: [{
        namespace: 'demo', package: 'grafana-operator', version, csv: `grafana-operator.v${version}`, channel: 'v5', catalog: 'hub', catalogNamespace: 'olm',
        subscription: 'grafana', waivers: waivers.map((waiver) => ({ ...waiver, reason: 'tested' })),
      }],
    }));
    const catalogs = { 'olm/hub': Catalog.fromBundles(['5.22.0', '5.24.0'].map((version) => realBundle(`grafana-operator@${version}`))) };
    const { findings } = OperatorUpgradePlan.between(lockOf('5.22.0'), lockOf('5.24.0'), { catalogs }).operators[0]!;
    const changes = findings.filter(({ rule }) => rule !== NOT_REACHED);
    const waivers = fewestWaivers(changes);

    expect(changes).toHaveLength(24);
    expect(waivers.map(({ rule, field }) => `${rule} ${field.replace('.integreatly.org/v1beta1', '')}`)).toEqual([
      'other-keyword grafanamanifests.grafana/spec.template.metadata',
      'other-keyword grafananotificationpolicies.grafana/spec.route',
      'other-keyword grafanas.grafana/spec.httpRoute.spec.**',
      'limit-added grafanas.grafana/spec.httpRoute.spec.rules',
      'enum-removed grafanas.grafana/spec.httpRoute.spec.rules[].**',
      'pattern grafanas.grafana/spec.httpRoute.spec.rules[].**',
    ]);
    const accepted = OperatorUpgradePlan.between(lockOf('5.22.0'), lockOf('5.24.0', waivers), { catalogs }).operators[0]!;
    expect(accepted.findings.filter(({ reason }) => reason === undefined)).toEqual([]);
  });
});
