import { App, Chart } from 'cdk8s';
import * as pulumi from '@pulumi/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import { BundleDeployment as Deployment } from '../../lib/constructs/bundle-deployment';
import { BundleDeployment, ChartComponent, ImageCatalog, OlmV1Engine, OperatorSubscription } from '../../lib/pulumi';

const IMAGE = 'registry.example.com/team/catalog:v1';
const engine = new OlmV1Engine({ catalogImage: IMAGE });

/** Names of the waiters, in the order of the program. */
function waiters(program: Program): string[] {
  return program.registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic')).map(({ name }) => name);
}

describe('components with OLM v1', () => {
  it('wait for the ClusterCatalog and the ClusterExtension of a bundle, and output what is installed', async () => {
    const outputs: unknown[] = [];
    const program = await Program.run(() => {
      const hello = new BundleDeployment('hello', { bundle: HELLO, engine, wait: { onDestroy: { operands: 'delete', force: true } } });
      pulumi.all([hello.namespace, hello.csvName, hello.version]).apply((found) => outputs.push(...found));
    }, {}, { bundleName: 'hello-operator.v0.1.0', installedVersion: '0.1.0' });

    expect(waiters(program).sort()).toEqual(['hello/ClusterCatalogReady', 'hello/ClusterExtensionReady', 'hello/OperatorPlace']);
    expect(program.registered.find(({ name }) => name === 'hello/ClusterCatalogReady')?.inputs).toMatchObject({ force: true, remove: true });
    expect(program.registered.find(({ name }) => name === 'hello/ClusterExtensionReady')?.inputs).toMatchObject({
      version: HELLO.version, onDestroy: { operands: 'delete', force: true },
    });
    expect(outputs).toEqual(['hello-operator', 'hello-operator.v0.1.0', '0.1.0']);
  });

  it('install a package from a catalog image', async () => {
    const program = await Program.run(() => {
      const catalog = new ImageCatalog('team', { image: IMAGE, name: 'team', engine: new OlmV1Engine() });
      new OperatorSubscription('hello', { catalog, packageName: 'hello-operator', channel: 'stable', engine: new OlmV1Engine() });
    });
    expect(program.objects.map(({ type }) => type.split(':').at(-1)).sort()).toEqual(['ClusterCatalog', 'ClusterExtension', 'Namespace']);
    expect(waiters(program).sort()).toEqual(['hello/ClusterExtensionReady', 'hello/OperatorPlace', 'team/ClusterCatalogReady']);
  });

  it('include those of a chart', async () => {
    const chart = new Chart(new App(), 'operators');
    new Deployment(chart, 'hello', { bundle: HELLO, engine });
    const program = await Program.run(() => ChartComponent.fromChart('chart', chart));
    expect(waiters(program)).toHaveLength(3);
    expect(program.named('chart/hello/Extension/Namespace').options).toMatchObject({ retainOnDelete: true });
  });

  it('share a Namespace that exists, and do not remove it', async () => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, existingNamespace: 'share' }));
    expect(program.objects.map(({ type }) => type)).toContain('kubernetes:core/v1:NamespacePatch');
    expect(waiters(program)).not.toContain('hello/OperatorPlace');
  });

  it('keep the objects when only waiting is turned off', async () => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, wait: false }));
    expect(waiters(program)).toEqual([]);
    expect(program.objects.filter(({ inputs }) => JSON.stringify(inputs).includes('olm-constructs/waiter'))).toHaveLength(2);
  });

  it.each<[string, object, string]>([
    ['adopt', { adopt: true }, '[BundleDeployment/it] adopt needs an engine that subscribes to the operator'],
    ['previousName', { previousName: 'before' }, '[BundleDeployment/it] previousName needs an engine that subscribes to the operator'],
    ['existingOperatorGroup', { existingOperatorGroup: 'share' }, '[BundleDeployment/it] existingOperatorGroup has no meaning with OLM v1; omit `existingOperatorGroup`'],
    ['recover', { wait: { recover: 1 } }, "unknown key 'recover' in wait of 'BundleDeployment/it', which OLM v1 installs"],
    ['deleteCrds', { wait: { onDestroy: { deleteCrds: true } } }, "unknown key 'deleteCrds' in onDestroy in wait of 'BundleDeployment/it', which OLM v1 installs"],
  ])('refuse %s, which only OLM v0 has', async (_, args, message) => {
    await expect(Program.run(() => new BundleDeployment('it', { bundle: HELLO, engine, ...args }))).rejects.toThrow(message);
  });
});
