import * as pulumi from '@pulumi/pulumi';
import { Duration } from 'cdk8s';
import { ClusterCatalog, ClusterExtension } from '../../lib/pulumi';
import { checkedClusterCatalogImage } from '../../lib/pulumi/program/construct-checks';
import { Program, type Registered } from './program';

const IMAGE = 'quay.io/demo/catalog:v1';

function waiter(program: Program, name: string): Registered {
  return program.registered.find((found) => found.type.startsWith('pulumi-nodejs:dynamic') && found.name === name)!;
}

describe('ClusterCatalog', () => {
  it('is served before what depends on it, and deleted by its waiter', async () => {
    const program = await Program.run(() => {
      const catalog = new ClusterCatalog('shop', { image: IMAGE, name: 'shop', wait: { force: true, timeouts: { total: 60 } } });
      new ClusterExtension('hello', { packageName: 'hello', version: '1.2.3', catalogs: [catalog, 'community'] });
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

  it('takes an image that another resource outputs', async () => {
    const program = await Program.run(() => new ClusterCatalog('shop', { image: pulumi.output(IMAGE), pollInterval: Duration.minutes(5) }));
    expect(program.named('shop/ClusterCatalog').inputs).toMatchObject({ spec: { source: { image: { ref: IMAGE, pollIntervalMinutes: 5 } } } });
    expect(waiter(program, 'shop/ClusterCatalogReady').inputs['revision']).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, string, object, string]>([
    ['without a tag', 'quay.io/demo/catalog', {},
      "[ClusterCatalog/shop/Resource] the API server refuses ClusterCatalog 'clustercatalog-shop-c83fc4bc': spec.source.image.ref: must end with a digest or a tag"],
    ['with a digest that is polled', `quay.io/demo/catalog@sha256:${'a'.repeat(64)}`, { pollInterval: Duration.minutes(5) }, '[ClusterCatalog/shop] pollInterval is set, and image'],
    ['that is empty', '', {}, "[ClusterCatalog/shop] image is required: set 'image' to the image of the catalog"],
  ])('refuses an image %s, once it is known', (_, image, settings, message) => {
    expect(() => checkedClusterCatalogImage('shop', { image, ...settings })).toThrow(message);
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
      const hello = new ClusterExtension('hello', { packageName: 'hello', version: '1.2.3', namespace: pulumi.output('team'), wait: { onDestroy: { operands: 'delete' } } });
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

  it('has its Namespace removed by a waiter, once nothing else uses it', async () => {
    const program = await Program.run(() => {
      const hello = new ClusterExtension('hello', { packageName: 'hello', namespace: 'team', wait: { onDestroy: { force: true }, timeouts: { total: 60 } } });
      new ClusterExtension('other', { packageName: 'other', namespace: 'team', createNamespace: false });
      return hello;
    });
    expect(program.named('hello/Namespace').options).toMatchObject({ retainOnDelete: true });
    const place = waiter(program, 'hello/OperatorPlace');
    expect(place.inputs).toMatchObject({ namespace: 'team', removeNamespace: true, force: true, timeouts: { total: 60 } });
    expect(place.after).toEqual(['hello/Namespace']);
    expect(program.named('hello/ClusterExtension').after).toContain('hello/OperatorPlace');
    expect(program.named('other/ClusterExtension').after).toEqual(expect.arrayContaining(['hello/Namespace', 'hello/OperatorPlace']));
    expect(waiter(program, 'other/OperatorPlace')).toBeUndefined();
  });

  it('shares a Namespace that exists already, which it then keeps', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { packageName: 'hello', existingNamespace: 'share' }));
    expect(waiter(program, 'hello/OperatorPlace')).toBeUndefined();
    expect(program.objects.map(({ type }) => type)).toContain('kubernetes:core/v1:NamespacePatch');
  });

  it('has its Namespace deleted by the provider without a waiter', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { packageName: 'hello', wait: false }).ownedNamespace);
    expect(program.named('hello/Namespace').options.retainOnDelete).not.toBe(true);
    expect(waiter(program, 'hello/OperatorPlace')).toBeUndefined();
  });

  it('refuses a policy for a Namespace that it does not create', async () => {
    await expect(Program.run(() => new ClusterExtension('hello', { packageName: 'hello', createNamespace: false, existingNamespace: 'share' }))).rejects
      .toThrow("[ClusterExtension/hello] existingNamespace is 'share', but with `createNamespace: false` the component creates no Namespace; omit one of the two");
  });

  it('waits for whichever version OLM v1 resolves of a range', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { packageName: 'hello', version: '1.2.x' }));
    expect(waiter(program, 'hello/ClusterExtensionReady').inputs).not.toHaveProperty('version');
  });

  it('is kept when only waiting is turned off', async () => {
    const program = await Program.run(() => new ClusterExtension('hello', { packageName: 'hello', wait: false }));
    expect(program.named('hello/ClusterExtension').inputs).toMatchObject({ metadata: { annotations: { 'olm-constructs/waiter': 'none' } } });
  });

  it.each<[string, () => unknown, string]>([
    ['of it', () => new ClusterExtension('it', { packageName: 'hello', channel: 'stable' } as never), "unknown key 'channel' in args of ClusterExtension 'it'"],
    ['of wait', () => new ClusterExtension('it', { packageName: 'hello', wait: { recover: 1 } as never }), "unknown key 'recover' in wait in args of ClusterExtension 'it'"],
    ['of onDestroy', () => new ClusterExtension('it', { packageName: 'hello', wait: { onDestroy: { deleteCrds: true } as never } }),
      "unknown key 'deleteCrds' in wait.onDestroy in args of ClusterExtension 'it'; known keys: 'operands', 'force'"],
    ['of a catalog', () => new ClusterCatalog('it', { image: IMAGE, wait: { onDestroy: {} } }), "unknown key 'onDestroy' in wait in args of ClusterCatalog 'it'"],
  ])('with an unknown key %s is an error', async (_, make, message) => {
    await expect(Program.run(make)).rejects.toThrow(message);
  });
});
