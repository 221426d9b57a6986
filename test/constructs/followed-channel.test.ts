import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import fc from 'fast-check';
import { BundleDeployment, OlmV0Engine, OlmV1Engine, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog, ChannelPlan } from 'olm-constructs/catalog';
import { bundleOf, writeBundleOf } from '../builders/bundle-of';
import { CHANNEL_CASES, type ChannelCase } from '../builders/channel-cases';
import { runCommandLine } from '../builders/command-line';
import { manifestsIn, one, synth } from '../builders/synthesized';
import { Program } from '../pulumi/program';
import * as pulumi from '../../lib/pulumi';

interface Bundles {
  readonly bundle: Bundle;
  readonly previous: Bundle[];
  readonly channel?: string;
}

function bundlesOf({ bundle, previous = [], channel }: ChannelCase): Bundles {
  return { bundle: bundleOf(bundle), previous: previous.map(bundleOf), ...(channel === undefined ? {} : { channel }) };
}

/** Expects a channel, or the error instead of it. */
async function expectFollowed({ followed }: ChannelCase, actual: () => Promise<unknown>): Promise<void> {
  if (typeof followed === 'string') {
    expect(await actual()).toBe(followed);
  } else {
    await expect(actual()).rejects.toThrow(followed.error);
  }
}

describe.each(CHANNEL_CASES.map((each) => [each.what, each] as const))('with %s', (_what, each) => {
  test('a BundleDeployment with OLM v0 follows the channel', async () => {
    const bundles = bundlesOf(each);
    await expectFollowed(each, () => Promise.resolve().then(() => {
      const chart = Testing.chart();
      new BundleDeployment(chart, 'demo', bundles);
      return one(synth(chart), 'Subscription').spec['channel'];
    }));
  });

  test('the order of the earlier bundles does not matter', async () => {
    const { previous, ...others } = bundlesOf(each);
    await expectFollowed(each, () => Promise.resolve().then(() => (
      new BundleDeployment(Testing.chart(), 'demo', { ...others, previous: [...previous].reverse() }).olmV0.subscription.channel
    )));
  });

  test('a BundleDeployment with OLM v1 stays on the version, in the requested channel or in any', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'demo', { ...bundlesOf(each), engine: new OlmV1Engine({ catalogImage: 'registry.example.com/catalog:v1' }) });
    const { catalog } = one(synth(chart), 'ClusterExtension').spec['source'] as { readonly catalog: { readonly version: string; readonly channels?: string[] } };

    expect(catalog.version).toBe(each.bundle.version ?? '1.0.0');
    expect(catalog.channels).toEqual(each.channel === undefined ? undefined : [each.channel]);
  });

  test('a registry, a catalog, and a Subscription to the registry have the default channel', () => {
    const { bundle, previous } = bundlesOf(each);
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [bundle, ...previous] });

    expect(Catalog.fromBundles([...previous, bundle]).findPackage('demo').defaultChannel.name).toBe(each.default);
    expect(registry.catalog.findPackage('demo').defaultChannel.name).toBe(each.default);
    expect(new OperatorSubscription(chart, 'demo', { catalog: registry, namespace: 'demo' }).channel).toBe(each.default);
  });

  test('the Pulumi component follows the channel', async () => {
    const bundles = bundlesOf(each);
    await expectFollowed(each, async () => {
      const program = await Program.run(() => new pulumi.BundleDeployment('demo', bundles));
      return (program.named('demo/Subscription/Subscription').inputs['spec'] as { readonly channel: string }).channel;
    });
  });

  describe('on the command line', () => {
    let folder: string;
    let args: string[];
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'followed-channel-'));
      args = ['synth', ...[each.bundle, ...(each.previous ?? [])].map((facts, index) => {
        writeBundleOf(join(folder, `bundle-${index}`), facts);
        return join(folder, `bundle-${index}`);
      }), '--out', join(folder, 'out'), ...(each.channel === undefined ? [] : ['--channel', each.channel])];
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    // The command installs the newest version, so no bundle can be an earlier one with a later version.
    const isNewest = (each.previous ?? []).every(({ version = '1.0.0' }) => version < (each.bundle.version ?? '1.0.0'));

    test('synth follows the channel', async () => {
      await expectFollowed(isNewest ? each : { ...each, followed: 'a' }, async () => {
        const { exitCode, stderr } = await runCommandLine([...args, '--olm', 'existing']);
        if (Number(exitCode) !== 0) {
          throw new Error(stderr.replace(/\s+/g, ' '));
        }
        return one(manifestsIn(join(folder, 'out/operator.k8s.yaml')), 'Subscription').spec['channel'];
      });
    });

    test('synth for OLM v1 writes a catalog with the default channel', async () => {
      expect(await runCommandLine([...args, '--engine', 'olm-v1', '--repository', 'registry.example.com/demo'])).toMatchObject({ exitCode: 0 });
      expect(Catalog.fromOciLayout(join(folder, 'out/images/catalog')).findPackage('demo').defaultChannel.name).toBe(each.default);
      expect(readFileSync(join(folder, 'out/operator.k8s.yaml'), 'utf8').includes('channels:')).toBe(each.channel !== undefined);
    });
  });
});

describe('a BundleDeployment whose registry plans the channels', () => {
  const versions = (...names: string[]): Bundle[] => names.map((version) => bundleOf({ version }));
  const follow = (channels: ChannelPlan, [bundle, ...previous]: Bundle[]): string | undefined => (
    new BundleDeployment(Testing.chart(), 'demo', { bundle: bundle!, previous, engine: new OlmV0Engine({ registry: { channels } }) }).olmV0.subscription.channel
  );

  test('follows the channel of the newest minor version, which upgrades from the one before', () => {
    expect(follow(ChannelPlan.bySemver(), versions('1.1.0', '1.0.0'))).toBe('stable-v1.1');
  });

  test('follows the channel that has the earlier bundles, rather than one that only upgrades from them', () => {
    expect(follow(ChannelPlan.bySemver({ majorChannels: true, minorChannels: true }), versions('1.1.0', '1.0.0'))).toBe('stable-v1');
  });

  test('refuses an upgrade to another major version, which the channels do not have', () => {
    expect(() => follow(ChannelPlan.bySemver({ majorChannels: true }), versions('2.0.0', '1.0.0'))).toThrow(
      "[test/demo] OLM would not upgrade from each of 'previous' in a channel with the bundle 'demo.v2.0.0' as its head: 'stable-v2' not from 'demo.v1.0.0'; let the "
      + "bundles follow each other, for example with ChannelPlan.inOrder(), remove what is installed nowhere from 'previous', or set 'channel' to one of these",
    );
  });

  test('follows the default channel of its plan, of two that fit equally', () => {
    const plan = (preferMajor: boolean): ChannelPlan => ChannelPlan.bySemver({ majorChannels: true, minorChannels: true, preferMajor });
    expect([true, false].map((preferMajor) => follow(plan(preferMajor), versions('1.0.1', '1.0.0')))).toEqual(['stable-v1', 'stable-v1.0']);
  });
});

describe('the page on choosing a channel', () => {
  const GUIDE = readFileSync(join(__dirname, '../../docs/explanations/choosing-a-channel.md'), 'utf8');
  const strimzi = (version: string, channels: string, replaces?: string): Bundle => bundleOf({
    package: 'strimzi', version, channels, defaultChannel: 'stable', ...(replaces === undefined ? {} : { replaces }),
  });

  test('shows the channels of strimzi', () => {
    const [first, second] = [strimzi('1.1.0', 'strimzi-1.x,strimzi-1.1.x'), strimzi('1.2.0', 'strimzi-1.x,strimzi-1.2.x', 'strimzi.v1.1.0')];
    const follow = (bundle: Bundle, previous: Bundle[]): string => {
      const followed = new BundleDeployment(Testing.chart(), 'strimzi', { bundle, previous }).olmV0.subscription.channel!;
      return `\`${followed}\``;
    };
    expect(GUIDE).toContain(`| followed | ${follow(first, [])} | ${follow(second, [])} | ${follow(second, [first])}, which has both |`);
  });

  test('shows the error if no channel upgrades from an earlier bundle', () => {
    const [shown] = /^OLM would not upgrade from each .*$/m.exec(GUIDE)!;
    const engine = new OlmV0Engine({ registry: { channels: ChannelPlan.bySemver({ majorChannels: true }) } });
    expect(() => new BundleDeployment(Testing.chart(), 'demo', { bundle: bundleOf({ version: '2.0.0' }), previous: [bundleOf()], engine })).toThrow(shown);
  });
});

describe('for any channels of bundles', () => {
  const CHANNELS = ['a', 'b', 'c'];
  const annotations = fc.record({
    channels: fc.subarray(CHANNELS, { minLength: 1 }), defaultChannel: fc.option(fc.constantFrom(...CHANNELS, 'missing'), { nil: undefined }),
  });
  const bundles = fc.array(annotations, { minLength: 1, maxLength: 4 }).map((all) => all.map(({ channels, defaultChannel }, index) => bundleOf({
    version: `1.${index}.0`, channels: channels.join(','), ...(defaultChannel === undefined ? {} : { defaultChannel }),
  })));

  test('the followed channel upgrades from each earlier bundle, if there is one that does', () => {
    fc.assert(fc.property(bundles, (all) => {
      const [bundle, previous] = [all.at(-1)!, all.slice(0, -1)];
      const engine = new OlmV0Engine({ registry: { channels: ChannelPlan.inOrder() } });
      const { channels } = Catalog.fromBundles(all, { channels: ChannelPlan.inOrder() }).findPackage('demo');
      const suitable = channels.filter(({ head, bundles: members }) => (
        head.name === bundle.name && previous.every(({ name }) => members.some((member) => member.name === name))
      )).map(({ name }) => name);
      const follow = (): unknown => new BundleDeployment(Testing.chart(), 'demo', { bundle, previous, engine }).olmV0.subscription.channel;
      if (suitable.length === 0) {
        expect(follow).toThrow(/^\[test\/demo\] OLM would not upgrade from each of 'previous'/);
      } else {
        expect(suitable.includes(bundle.defaultChannel ?? '') ? [bundle.defaultChannel] : suitable).toContain(follow());
      }
    }));
  });

  test('the default channel leads to the newest bundle, unless an existing default channel is named', () => {
    fc.assert(fc.property(bundles, (all) => {
      const { defaultChannel, channels } = Catalog.fromBundles(all, { channels: ChannelPlan.inOrder() }).findPackage('demo');
      const named = all.flatMap((bundle) => (bundle.defaultChannel === undefined ? [] : [bundle.defaultChannel])).at(-1);
      if (channels.some(({ name }) => name === named)) {
        expect(defaultChannel.name).toBe(named);
      } else {
        expect(defaultChannel.head.name).toBe(all.at(-1)!.name);
      }
    }));
  });
});
