import { Chart, Testing } from 'cdk8s';
import { BundleDeployment, CatalogRef, InstallPlanApproval, OlmV0Engine, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ChannelPlan } from 'olm-constructs/catalog';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { sampleBundle } from '../builders/sample-bundle';
import { Manifest, namesOf, one, synth } from '../builders/synthesized';

const NAME = 'sample-operator';
const v1 = sampleBundle({ version: '1.0.0' });
const v2 = sampleBundle({ version: '2.0.0', replaces: `${NAME}.v1.0.0` });
const v3 = sampleBundle({ version: '3.0.0', replaces: `${NAME}.v2.0.0` });
/** Version 2.0.0 without `replaces`. */
const withoutReplaces = sampleBundle({ version: '2.0.0' });

function registryOf(bundles: Bundle[], channels?: ChannelPlan): { readonly registry: OperatorRegistry; readonly chart: Chart } {
  const chart = Testing.chart();
  return { chart, registry: new OperatorRegistry(chart, 'registry', { bundles, ...(channels === undefined ? {} : { channels }) }) };
}

/** Returns what each version replaces in the default channel. */
function edges(registry: OperatorRegistry): { [bundle: string]: string | undefined } {
  const { entries } = registry.catalog.findPackage(NAME).defaultChannel;
  return Object.fromEntries(entries.map(({ bundle, replaces }) => [bundle.version, replaces]));
}

describe('the next bundle in a registry', () => {
  test('is served with the installed one, which it replaces', () => {
    const { registry } = registryOf([v1, v2]);

    expect(registry.catalog.bundles.map(({ name }) => name)).toEqual([v1.name, v2.name]);
    expect(edges(registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name });
  });

  test('changes the names of the ConfigMaps in the Deployment, and no other object', () => {
    const [before, after] = [registryOf([v1]), registryOf([v1, v2])].map(({ chart }) => synth(chart)) as [Manifest[], Manifest[]];
    const jsonOf = (manifests: Manifest[], kind: string): string => JSON.stringify(manifests.filter(manifest => manifest.kind === kind));
    const partName = (manifests: Manifest[]): string => manifests.find(({ kind }) => kind === 'ConfigMap')!.metadata.name;

    expect(partName(after)).not.toBe(partName(before));
    expect(jsonOf(before, 'Deployment')).toContain(partName(before));
    expect(jsonOf(after, 'Deployment')).toBe(jsonOf(before, 'Deployment').replaceAll(partName(before), partName(after)));
    for (const kind of ['NetworkPolicy', 'Service', 'CatalogSource']) {
      expect(jsonOf(after, kind)).toBe(jsonOf(before, kind));
    }
  });

  test('is refused without an upgrade edge, with the remedies', () => {
    expect(() => registryOf([v1, withoutReplaces])).toThrow(
      `channel "stable" of package "${NAME}" has several heads: "${NAME}.v1.0.0", "${NAME}.v2.0.0"; in each CSV but the oldest, name the bundle `
      + 'before it in spec.replaces or spec.skips (olm.skipRange is not enough), order the bundles by version with ChannelPlan.inOrder(), read the '
      + 'folder of a community repository with Catalog.fromCommunityFolder(), or put them into different channels',
    );
  });

  test('follows the version before it with ChannelPlan.inOrder()', () => {
    expect(edges(registryOf([withoutReplaces, v1, v3], ChannelPlan.inOrder()).registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name, '3.0.0': withoutReplaces.name });
  });

  test('has the channels of its catalog', () => {
    const { registry } = registryOf([v1]);
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { catalog: registry.catalog, channels: ChannelPlan.inOrder() })).toThrow(
      '[test/registry] \'channels\' derives channels from \'bundles\', and \'catalog\' has its own; pass \'channels\' to Catalog.fromBundles',
    );
  });
});

describe('a Subscription to a registry with the next bundle', () => {
  const subscribe = (bundles: Bundle[], version?: string): { readonly subscription: OperatorSubscription; readonly spec: unknown } => {
    const { registry, chart } = registryOf(bundles);
    const subscription = new OperatorSubscription(chart, 'subscription', { catalog: registry, namespace: 'olm', ...(version === undefined ? {} : { version }) });
    return { subscription, spec: one(synth(chart), 'Subscription').spec };
  };

  test('is unchanged and upgrades automatically, if no version is pinned', () => {
    expect(subscribe([v1, v2]).spec).toEqual(subscribe([v1]).spec);
    expect(subscribe([v1, v2]).spec).toMatchObject({ installPlanApproval: 'Automatic', channel: 'stable' });
    expect(subscribe([v1, v2]).spec).not.toHaveProperty('startingCSV');
  });

  test('follows the pinned version, with manual approval', () => {
    expect(subscribe([v1, v2], '1.0.0').spec).toMatchObject({ startingCSV: v1.name, installPlanApproval: 'Manual' });
    expect(subscribe([v1, v2], '2.0.0').spec).toMatchObject({ startingCSV: v2.name, installPlanApproval: 'Manual' });
  });

  test('returns the upgrade path', () => {
    expect(subscribe([v1, v2, v3]).subscription.upgradePath(v1.name)).toEqual([v2.name, v3.name]);
    expect(subscribe([v1, v2, v3], '2.0.0').subscription.upgradePath('1.0.0')).toEqual([v2.name]);
    expect(subscribe([v2, v3]).subscription.upgradePath(v1.name)).toEqual([v2.name, v3.name]);
    expect(subscribe([v1, v2]).subscription.upgradePath(v2.name)).toEqual([]);
  });

  test('refuses to return an upgrade path that does not exist', () => {
    const skipping = sampleBundle({ version: '3.0.0', replaces: `${NAME}.v1.0.0`, skips: [v2.name] });
    expect(() => subscribe([v1, v2, skipping], '2.0.0').subscription.upgradePath(v1.name)).toThrow(
      `OLM does not upgrade '${v1.name}' to '${v2.name}' in channel 'stable': it would install ${skipping.name}; pin one of these, or remove newer bundles `
      + 'from the registry',
    );
    expect(() => subscribe([withoutReplaces]).subscription.upgradePath(v1.name)).toThrow(
      `[test/subscription] channel "stable" of package "${NAME}" has no bundle "${v1.name}", and no upgrade from it; it has "${withoutReplaces.name}"`,
    );
    expect(() => subscribe([v1, v2], '1.0.0').subscription.upgradePath(v2.name)).toThrow('it would install nothing; ');
    const deprecated = bundleOf({
      package: NAME, version: '2.0.0', replaces: v1.name, files: { 'metadata/properties.yaml': { properties: [{ type: 'olm.deprecated', value: {} }] } },
    });
    expect(() => subscribe([v1, deprecated]).subscription.upgradePath(v1.name)).toThrow(
      `OLM does not upgrade '${v1.name}' to '${v2.name}', because '${v2.name}' has the property olm.deprecated; pin another version`,
    );
    const elsewhere = new OperatorSubscription(Testing.chart(), 'sub', { catalog: CatalogRef.named('a', 'b'), packageName: NAME, channel: 'stable' });
    expect(() => elsewhere.upgradePath(v1.name)).toThrow('[test/sub] the upgrade path is in the catalog, whose content the app does not know; set \'catalog\' to an '
      + 'OperatorRegistry, or to CatalogRef.named(…, { content })');
  });
});

describe('BundleDeployment with earlier bundles', () => {
  test('keeps them in its registry, and subscribes to the head', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: v3, previous: [v1, v2] });

    expect(edges(deployment.olmV0.registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name, '3.0.0': v2.name });
    expect(deployment.olmV0.subscription).toMatchObject({ channel: 'stable', approval: InstallPlanApproval.AUTOMATIC });
    expect(deployment.olmV0.subscription.upgradePath('1.0.0')).toEqual([v2.name, v3.name]);
    expect(namesOf(synth(chart), 'Subscription')).toHaveLength(1);
  });

  test('lets them follow each other with ChannelPlan.inOrder()', () => {
    const engine = new OlmV0Engine({ registry: { channels: ChannelPlan.inOrder() } });
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: withoutReplaces, previous: [v1], engine });

    expect(edges(deployment.olmV0.registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name });
  });

  test('refuses bundles of another package', () => {
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: v1, previous: [sampleBundle({ package: 'other' })] })).toThrow(
      '[test/operator] \'previous\' has bundle \'other.v1.0.0\' of package \'other\', and bundle \'sample-operator.v1.0.0\' is of package '
      + '\'sample-operator\'; set \'previous\' to earlier versions of that package only',
    );
  });

  test('refuses later bundles', () => {
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: v1, previous: [v2] })).toThrow(
      '[test/operator] the head of channel \'stable\' is \'sample-operator.v2.0.0\', not the bundle \'sample-operator.v1.0.0\'; '
      + 'set \'previous\' to earlier versions only',
    );
  });

  test('refuses CRD changes that the API server would refuse, at synthesis', () => {
    const owned = { customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v2', kind: 'Thing' }] } };
    const withVersions = (version: string, replaces: string | undefined, versions: string[]): Bundle => bundleOf({
      version, ...(replaces === undefined ? {} : { replaces }), spec: owned, files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object' }, versions) },
    });
    const [one, two] = [withVersions('1.0.0', undefined, ['v1', 'v2']), withVersions('2.0.0', 'demo.v1.0.0', ['v2'])];
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', { bundle: two, previous: [one] });

    expect(() => synth(chart)).toThrow(
      "'demo.v2.0.0' cannot follow 'demo.v1.0.0': in the CustomResourceDefinition 'things.example.test' version v1 is removed, although objects may be stored in it: "
      + 'the API server refuses that until they are rewritten and the version is removed from status.storedVersions; upgrade to a version that keeps it first, or remove '
      + "'demo.v1.0.0' from `previous` if it is installed nowhere",
    );
  });
});

describe('the next bundle of the guide\'s table', () => {
  const ONE = `${NAME}.v1.0.0`;

  test.each<[string, { readonly replaces?: string; readonly skips?: string[]; readonly skipRange?: string }, boolean, boolean]>([
    ['replaces the installed one', { replaces: ONE }, true, true],
    ['skips the installed one', { skips: [ONE] }, true, true],
    ['has it in its skip range', { skipRange: '>=1.0.0 <2.0.0' }, true, false],
    ['replaces another one', { replaces: `${NAME}.v1.5.0` }, false, false],
    ['has no upgrade edge', {}, false, false],
  ])('that %s', (_, facts, alone, together) => {
    const following = sampleBundle({ version: '2.0.0', ...facts });
    // A bundle that the catalog does not have is found by its name, or by its version in a skip range.
    const installed = facts.skipRange === undefined ? ONE : '1.0.0';
    const path = (bundles: Bundle[], channels?: ChannelPlan) => (): string[] => {
      const { registry, chart } = registryOf(bundles, channels);
      return new OperatorSubscription(chart, 'subscription', { catalog: registry, namespace: 'olm' }).upgradePath(installed);
    };
    const outcome = (run: () => string[]): string => {
      try {
        return run().join();
      } catch (error) {
        return (error as Error).message.includes('several heads') ? 'refused' : 'stays';
      }
    };

    expect([outcome(path([following])), outcome(path([v1, following])), outcome(path([v1, following], ChannelPlan.inOrder()))]).toEqual([
      alone ? following.name : 'stays', together ? following.name : 'refused', following.name,
    ]);
  });
});
