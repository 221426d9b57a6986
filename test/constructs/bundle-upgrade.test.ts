import { Chart, Testing } from 'cdk8s';
import { Approval, Bundle, BundleDeployment, BundleEngine, CatalogRef, ChannelPlan, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from './sample-bundle';
import { bundleOf, crdOf } from '../bundle/builders/bundle-of';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly [field: string]: unknown };
}

const NAME = 'sample-operator';
const v1 = sampleBundle({ version: '1.0.0' });
const v2 = sampleBundle({ version: '2.0.0', replaces: `${NAME}.v1.0.0` });
const v3 = sampleBundle({ version: '3.0.0', replaces: `${NAME}.v2.0.0` });
const silent = sampleBundle({ version: '2.0.0' });

const synth = (chart: Chart): Manifest[] => Testing.synth(chart) as Manifest[];

function registryOf(bundles: Bundle[], channels?: ChannelPlan): { readonly registry: OperatorRegistry; readonly chart: Chart } {
  const chart = Testing.chart();
  return { chart, registry: new OperatorRegistry(chart, 'registry', { bundles, ...(channels === undefined ? {} : { channels }) }) };
}

/** Who follows whom in the channel. */
function edges(registry: OperatorRegistry): { [bundle: string]: string | undefined } {
  const { entries } = registry.catalog.findPackage(NAME).defaultChannel;
  return Object.fromEntries(entries.map(({ bundle, replaces }) => [bundle.version, replaces]));
}

describe('the next bundle in a registry', () => {
  test('stands beside the one that is installed, which it replaces as it says', () => {
    const { registry } = registryOf([v1, v2]);

    expect(registry.catalog.bundles.map(({ name }) => name)).toEqual([v1.name, v2.name]);
    expect(edges(registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name });
  });

  test('rolls the pods by the names of the ConfigMaps, and changes nothing else', () => {
    const [before, after] = [registryOf([v1]), registryOf([v1, v2])].map(({ chart }) => synth(chart)) as [Manifest[], Manifest[]];
    const text = (manifests: Manifest[], kind: string): string => JSON.stringify(manifests.filter(manifest => manifest.kind === kind));
    const partName = (manifests: Manifest[]): string => manifests.find(({ kind }) => kind === 'ConfigMap')!.metadata.name;

    expect(partName(after)).not.toBe(partName(before));
    expect(text(before, 'Deployment')).toContain(partName(before));
    expect(text(after, 'Deployment')).toBe(text(before, 'Deployment').replaceAll(partName(before), partName(after)));
    for (const kind of ['NetworkPolicy', 'Service', 'CatalogSource']) {
      expect(text(after, kind)).toBe(text(before, kind));
    }
  });

  test('is refused when it does not say whom it follows, with the ways out of it', () => {
    expect(() => registryOf([v1, silent])).toThrow(
      `channel "stable" of package "${NAME}" has several heads: "${NAME}.v1.0.0", "${NAME}.v2.0.0"; say in each CSV but the oldest which bundle it `
      + 'follows (spec.replaces or spec.skips; olm.skipRange does not do), let each follow the one before it with ChannelPlan.inOrder(), or put them into '
      + 'different channels',
    );
  });

  test('follows the version before it where that is asked for', () => {
    expect(edges(registryOf([silent, v1, v3], ChannelPlan.inOrder()).registry)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name, '3.0.0': silent.name });
  });

  test('has its channels from the catalog, when that is given', () => {
    const { registry } = registryOf([v1]);
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { catalog: registry.catalog, channels: ChannelPlan.inOrder() })).toThrow(
      '[test/registry] \'channels\' says how they come from \'bundles\', and \'catalog\' has its own; give it to Catalog.fromBundles',
    );
  });
});

describe('a Subscription to a registry with the next bundle', () => {
  const subscribe = (bundles: Bundle[], version?: string): { readonly subscription: OperatorSubscription; readonly spec: unknown } => {
    const { registry, chart } = registryOf(bundles);
    const subscription = new OperatorSubscription(chart, 'subscription', { registry, namespace: 'olm', ...(version === undefined ? {} : { version }) });
    return { subscription, spec: synth(chart).find(({ kind }) => kind === 'Subscription')?.spec };
  };

  test('stays as it is and goes on by itself, when no version is pinned', () => {
    expect(subscribe([v1, v2]).spec).toEqual(subscribe([v1]).spec);
    expect(subscribe([v1, v2]).spec).toMatchObject({ installPlanApproval: 'Automatic', channel: 'stable' });
    expect(subscribe([v1, v2]).spec).not.toHaveProperty('startingCSV');
  });

  test('moves on with the pinned version, each step approved by somebody', () => {
    expect(subscribe([v1, v2], '1.0.0').spec).toMatchObject({ startingCSV: v1.name, installPlanApproval: 'Manual' });
    expect(subscribe([v1, v2], '2.0.0').spec).toMatchObject({ startingCSV: v2.name, installPlanApproval: 'Manual' });
  });

  test('tells what OLM installs on the way', () => {
    expect(subscribe([v1, v2, v3]).subscription.upgradePath(v1.name)).toEqual([v2.name, v3.name]);
    expect(subscribe([v1, v2, v3], '2.0.0').subscription.upgradePath('1.0.0')).toEqual([v2.name]);
    expect(subscribe([v2, v3]).subscription.upgradePath(v1.name)).toEqual([v2.name, v3.name]);
    expect(subscribe([v1, v2]).subscription.upgradePath(v2.name)).toEqual([]);
  });

  test('tells when there is no way', () => {
    const skipping = sampleBundle({ version: '3.0.0', replaces: `${NAME}.v1.0.0`, skips: [v2.name] });
    expect(() => subscribe([v1, v2, skipping], '2.0.0').subscription.upgradePath(v1.name)).toThrow(
      `OLM does not come from '${v1.name}' to '${v2.name}' in channel 'stable': it would install ${skipping.name}; pin one of these, or leave newer bundles `
      + 'out of the registry',
    );
    expect(() => subscribe([silent]).subscription.upgradePath(v1.name)).toThrow(
      `[test/subscription] channel "stable" of package "${NAME}" has no bundle "${v1.name}", and none that can follow it; it has "${silent.name}"`,
    );
    expect(() => subscribe([v1, v2], '1.0.0').subscription.upgradePath(v2.name)).toThrow('it would install nothing; ');
    const elsewhere = new OperatorSubscription(Testing.chart(), 'sub', { catalog: CatalogRef.named('a', 'b'), package: NAME, channel: 'stable' });
    expect(() => elsewhere.upgradePath(v1.name)).toThrow('[test/sub] the way of an upgrade is in the catalog, which is not part of this app');
  });
});

describe('BundleDeployment with the earlier bundles', () => {
  test('keeps them in its registry, and subscribes to the head', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: v3, previous: [v1, v2] });

    expect(edges(deployment.registry!)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name, '3.0.0': v2.name });
    expect(deployment.subscription).toMatchObject({ channel: 'stable', approval: Approval.AUTOMATIC });
    expect(deployment.subscription!.upgradePath('1.0.0')).toEqual([v2.name, v3.name]);
    expect(synth(chart).filter(({ kind }) => kind === 'Subscription')).toHaveLength(1);
  });

  test('lets them follow each other in order where that is asked for', () => {
    const engine = BundleEngine.olmV0({ channels: ChannelPlan.inOrder() });
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: silent, previous: [v1], engine });

    expect(edges(deployment.registry!)).toEqual({ '1.0.0': undefined, '2.0.0': v1.name });
  });

  test('refuses bundles of another package', () => {
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: v1, previous: [sampleBundle({ package: 'other' })] })).toThrow(
      '[test/operator] \'previous\' has bundle \'other.v1.0.0\' of package \'other\', and \'sample-operator.v1.0.0\' is of package \'sample-operator\'; '
      + 'give earlier versions of that package only',
    );
  });

  test('refuses later bundles', () => {
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: v1, previous: [v2] })).toThrow(
      '[test/operator/Registry] channel \'stable\' leads to \'sample-operator.v2.0.0\', and not to \'sample-operator.v1.0.0\', which is to be installed; '
      + 'give as \'previous\' only versions that it follows, or a \'channel\' that it is the head of',
    );
  });

  test('refuses, when the app is synthesized, what the API server would refuse', () => {
    const owned = { customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v2', kind: 'Thing' }] } };
    const withVersions = (version: string, replaces: string | undefined, versions: string[]): Bundle => bundleOf({
      version, ...(replaces === undefined ? {} : { replaces }), spec: owned, files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object' }, versions) },
    });
    const [one, two] = [withVersions('1.0.0', undefined, ['v1', 'v2']), withVersions('2.0.0', 'demo.v1.0.0', ['v2'])];
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', { bundle: two, previous: [one] });

    expect(() => synth(chart)).toThrow(
      "'demo.v2.0.0' cannot follow 'demo.v1.0.0': in the CustomResourceDefinition 'things.example.test' version v1 is gone, and objects are stored in it: the API "
      + 'server refuses that, until they are written anew and it is taken out of status.storedVersions; upgrade by way of a version that keeps it, or take '
      + "'demo.v1.0.0' out of `previous` where it is installed nowhere",
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
    ['says nothing', {}, false, false],
  ])('that %s', (_, facts, alone, beside) => {
    const following = sampleBundle({ version: '2.0.0', ...facts });
    // What the catalog does not have is known by its name, or by its version to a range.
    const installed = facts.skipRange === undefined ? ONE : '1.0.0';
    const path = (bundles: Bundle[], channels?: ChannelPlan) => (): string[] => {
      const { registry, chart } = registryOf(bundles, channels);
      return new OperatorSubscription(chart, 'subscription', { registry, namespace: 'olm' }).upgradePath(installed);
    };
    const outcome = (run: () => string[]): string => {
      try {
        return run().join();
      } catch (error) {
        return (error as Error).message.includes('several heads') ? 'refused' : 'stays';
      }
    };

    expect([outcome(path([following])), outcome(path([v1, following])), outcome(path([v1, following], ChannelPlan.inOrder()))]).toEqual([
      alone ? following.name : 'stays', beside ? following.name : 'refused', following.name,
    ]);
  });
});
