import { Catalog } from '../../lib/catalog';
import { CatalogRef, ImageCatalog, OperatorSubscription, type OperatorSubscriptionArgs } from '../../lib/pulumi';
import { bundleOf } from '../builders/bundle-of';
import { Program } from './program';

const CONTENT = Catalog.fromBundles([
  bundleOf({ version: '1.0.0' }), bundleOf({ version: '1.1.0', replaces: 'demo.v1.0.0' }), bundleOf({ version: '1.2.0', replaces: 'demo.v1.1.0' }),
]);

function subscribe(args: Partial<OperatorSubscriptionArgs>): Promise<Program> {
  const catalog = CatalogRef.named('hub', 'olm', { content: CONTENT });
  return Program.run(() => new OperatorSubscription('demo', { catalog, packageName: 'demo', ...args }));
}

/** Returns the version that the waiter of the operator waits for. */
function pinOf(program: Program): unknown {
  return program.registered.find(({ name }) => name === 'demo/OperatorReady')!.inputs['pin'];
}

describe('an OperatorSubscription to a catalog of known content', () => {
  test.each<[string, Partial<OperatorSubscriptionArgs>, string]>([
    ['a package', { packageName: 'dmo' }, "package 'dmo' not found in the known content of catalog 'hub'; available: 'demo'"],
    ['a channel', { channel: 'stabel' }, "channel 'stabel' not found in package 'demo'; available: 'stable'"],
    ['a version', { version: '1.3.0' }, "version '1.3.0' not found in package 'demo'; available: '1.0.0', '1.1.0', '1.2.0'"],
    ['a package, for a plain object', { packageName: 'dmo', catalog: { catalogName: 'hub', catalogNamespace: 'olm', catalogContent: CONTENT } },
      "package 'dmo' not found in the known content of catalog 'hub'; available: 'demo'"],
  ])('refuses %s that it does not have, before anything is created', async (_what, args, message) => {
    await expect(subscribe(args)).rejects.toThrow(`[OperatorSubscription/demo] ${message}`);
  });

  test('refuses a package that an ImageCatalog does not have', async () => {
    await expect(Program.run(() => {
      const catalog = new ImageCatalog('hub', { image: 'example.com/hub:v1', name: 'hub', content: CONTENT });
      new OperatorSubscription('demo', { catalog, packageName: 'dmo' });
    })).rejects.toThrow("[OperatorSubscription/demo] package 'dmo' not found in the known content of catalog 'hub'; available: 'demo'");
  });

  test('waits for no particular version of a channel: the catalog in the cluster may be newer', async () => {
    const program = await subscribe({ channel: 'stable' });
    expect(pinOf(program)).toBeUndefined();
  });

  test('allows the versions on the way to a pinned one', async () => {
    const program = await subscribe({ version: '1.2.0', wait: { upgradePath: 'stepwise' } });
    expect(pinOf(program)).toMatchObject({ csv: 'demo.v1.2.0', intermediateCsvs: ['demo.v1.0.0', 'demo.v1.1.0'] });
  });
});
