import * as pulumi from '@pulumi/pulumi';
import { Program } from './program';
import type { Registered } from './program';
import { ClusterCatalog, ClusterExtension } from '../../lib/pulumi';

const IMAGE = 'quay.io/demo/catalog:v1';

function waiter(program: Program, name: string): Registered {
  return program.registered.find((found) => found.type.startsWith('pulumi-nodejs:dynamic') && found.name === name)!;
}

describe('ClusterCatalog', () => {
  it('is served before what depends on it, and deleted by its waiter', async () => {
    const program = await Program.run(() => {
      const catalog = new ClusterCatalog('shop', { image: IMAGE, name: 'shop', wait: { force: true, timeouts: { total: 60 } } });
      new ClusterExtension('hello', { package: 'hello', version: '1.2.3', catalogs: [catalog, 'community'] });
    });
    expect(program.named('shop/ClusterCatalog').inputs).toMatchObject({ metadata: { name: 'shop' }, spec: { source: { type: 'Image', image: { ref: IMAGE } } } });
    const ready = waiter(program, 'shop/ClusterCatalogReady');
    expect(ready.inputs).toMatchObject({ name: 'shop', remove: true, force: true, timeouts: { total: 60 }, revision: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
    expect(ready.after).toEqual(['shop/ClusterCatalog']);
    expect(program.named('hello/ClusterExtension').after).toEqual(expect.arrayContaining(['hello/Namespace', 'shop/ClusterCatalog', 'shop/ClusterCatalogReady']));
  });

  it('starts a new wait for another image', async () => {
    const revisions = await Promise.all([IMAGE, IMAGE, 'quay.io/demo/catalog:v2'].map(async (image) => (
      waiter(await Program.run(() => new ClusterCatalog('shop', { image })), 'shop/ClusterCatalogReady').inputs['revision']
    )));
    expect(revisions[0]).toBe(revisions[1]);
    expect(revisions[0]).not.toBe(revisions[2]);
  });

  it('is kept when only waiting is turned off', async () => {
    const program = await Program.run(() => new ClusterCatalog('shop', { image: IMAGE, wait: false }));
    expect(program.named('shop/ClusterCatalog').inputs).toMatchObject({ metadata: { annotations: { 'olm-constructs/waiter': 'none' } } });
    expect(waiter(program, 'shop/ClusterCatalogReady')).toBeUndefined();
  });
});

describe('ClusterExtension', () => {
  it('outputs what is installed, once it runs', async () => {
    const outputs: { [name: string]: unknown } = {};
    const program = await Program.run(() => {
      const hello = new ClusterExtension('hello', { package: 'hello', version: '1.2.3', namespace: pulumi.output('team'), wait: { onDestroy: { operands: 'delete' } } });
      pulumi.all([hello.namespace, hello.bundleName, hello.version, hello.extensionName]).apply((found) => Object.assign(outputs, { found }));
    }, {}, { bundleName: 'hello.v1.2.3', installedVersion: '1.2.3' });
    expect(program.named('hello/ClusterExtension').inputs).toMatchObject({
      metadata: { name: 'hello' }, spec: { namespace: 'team', source: { sourceType: 'Catalog', catalog: { packageName: 'hello', version: '1.2.3' } } },
    });
    const ready = waiter(program, 'hello/ClusterExtensionReady');
    expect(ready.inputs).toMatchObject({ name: 'hello', version: '1.2.3', onDestroy: { operands: 'delete' } });
    expect(ready.after).toEqual(expect.arrayContaining(['hello/ClusterExtension', 'hello/Namespace']));
    expect(outputs).toEqual({ found: ['team', 'hello.v1.2.3', '1.2.3', 'hello'] });
  });

  it('waits for whichever version OLM v1 resolves of a range', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { package: 'hello', version: '1.2.x' }));
    expect(waiter(program, 'hello/ClusterExtensionReady').inputs).not.toHaveProperty('version');
  });

  it('is kept when only waiting is turned off', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { package: 'hello', wait: false }));
    expect(program.named('hello/ClusterExtension').inputs).toMatchObject({ metadata: { annotations: { 'olm-constructs/waiter': 'none' } } });
  });

  it.each<[string, () => unknown, string]>([
    ['of it', () => new ClusterExtension('it', { package: 'hello', channel: 'stable' } as never), "unknown key 'channel' in args of ClusterExtension 'it'"],
    ['of wait', () => new ClusterExtension('it', { package: 'hello', wait: { recover: 1 } as never }), "unknown key 'recover' in wait of ClusterExtension 'it'"],
    ['of onDestroy', () => new ClusterExtension('it', { package: 'hello', wait: { onDestroy: { deleteCrds: true } as never } }),
      "unknown key 'deleteCrds' in onDestroy in wait of ClusterExtension 'it'; known keys: 'operands', 'force'"],
    ['of a catalog', () => new ClusterCatalog('it', { image: IMAGE, wait: { onDestroy: {} } as never }), "unknown key 'onDestroy' in wait of ClusterCatalog 'it'"],
  ])('with an unknown key %s is an error', async (_, make, message) => {
    await expect(Program.run(make)).rejects.toThrow(message);
  });
});
