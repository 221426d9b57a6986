import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  CatalogRef, ClusterCatalog, ClusterExtension, DefaultCatalog, ImageCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';
import { COMPONENTS } from './resource-makers';

const wait = { kubeconfig: '{}' };
const IMAGE = 'quay.io/demo/shop:v1';

function provider(name: string): kubernetes.Provider {
  return new kubernetes.Provider(name, { kubeconfig: pulumi.secret('{}') });
}

test.each(Object.entries(COMPONENTS))('%s in two clusters: each object has the provider of its cluster, and each waiter its kubeconfig', async (_, make) => {
  const resources = new Map<string, { readonly __prov?: { readonly __name: string } }>();
  const { registered } = await Program.run(() => {
    pulumi.runtime.registerStackTransformation(({ resource, name }) => {
      resources.set(name, resource as object);
      return undefined;
    });
    ['east', 'west'].forEach((cluster) => make({ kubeconfig: `/${cluster}` }, { provider: provider(cluster) }, `${cluster}-it`));
  });
  for (const cluster of ['east', 'west']) {
    const own = registered.filter(({ name }) => name.startsWith(`${cluster}-it/`));
    const objects = own.filter(({ type }) => type.startsWith('kubernetes:'));
    const waiters = own.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
    const other = cluster === 'east' ? 'west' : 'east';
    // Names only: a difference between resources prints all of Pulumi's graph.
    const names = (resources: readonly Registered[]): string[] => resources.map(({ name }) => name);
    expect(names(objects.filter(({ name }) => resources.get(name)!.__prov?.__name !== cluster))).toEqual([]);
    expect(waiters.length).toBeGreaterThan(0);
    expect(names(waiters.filter(({ inputs }) => !JSON.stringify(inputs['kubeconfig']).includes(`/${cluster}`)))).toEqual([]);
    expect(names(own.filter(({ after }) => after.some((name) => name.startsWith(other))))).toEqual([]);
  }
});

describe('a component that refers to one in another cluster is refused', () => {
  test.each<[string, string, (east: pulumi.ComponentResourceOptions, west: pulumi.ComponentResourceOptions) => unknown]>([
    ['the catalog of an OperatorSubscription', 'OperatorRegistry/shop', (east, west) => new OperatorSubscription('it', {
      catalog: new OperatorRegistry('shop', { bundles: [HELLO], wait }, east), packageName: 'hello-operator', wait,
    }, west)],
    ['the image catalog of an OperatorSubscription', 'ImageCatalog/shop', (east, west) => new OperatorSubscription('it', {
      catalog: new ImageCatalog('shop', { image: IMAGE, name: 'shop', namespace: 'olm', wait }, east), packageName: 'hello', wait,
    }, west)],
    ['the OLM of an OperatorRegistry', 'OlmInstallation/olm', (east, west) => new OperatorRegistry('it', {
      bundles: [HELLO], olm: new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait }, east), wait,
    }, west)],
    ['the OLM of an ImageCatalog', 'OlmInstallation/olm', (east, west) => new ImageCatalog('it', {
      image: IMAGE, name: 'mine', olm: OlmInstallation.fromExisting('olm', { wait }, east), wait,
    }, west)],
    ['the catalogs of a ClusterExtension', 'ClusterCatalog/shop', (east, west) => new ClusterExtension('it', {
      packageName: 'hello', namespace: 'team', catalogs: [new ClusterCatalog('shop', { image: IMAGE, name: 'shop', wait }, east)], wait,
    }, west)],
  ])('%s', async (_, path, make) => {
    await expect(Program.run(() => make({ provider: provider('east') }, { provider: provider('west') }))).rejects.toThrow(
      new RegExp(`^\\[\\w+/it\\] it refers to '${path}', which has another Kubernetes provider, and so is in another cluster; pass the same \`provider\` to both`),
    );
    await expect(Program.run(() => {
      const same = { provider: provider('east') };
      make(same, same);
    })).resolves.toBeDefined();
  });
});

test('a catalog in another cluster may be named', async () => {
  await expect(Program.run(() => {
    new OperatorRegistry('shop', { bundles: [HELLO], name: 'shop', wait }, { provider: provider('east') });
    new OperatorSubscription('it', { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', wait }, { provider: provider('west') });
  })).resolves.toBeDefined();
});

test.each(['OperatorRegistryArgs', 'OperatorSubscriptionArgs', 'BundleDeploymentArgs'])('OLM after %s in one cluster is refused: it has to be first', async (component) => {
  const olm = (options: pulumi.ComponentResourceOptions): unknown => new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait }, options);
  await expect(Program.run(() => {
    COMPONENTS[component]!(wait);
    olm({});
  })).rejects.toThrow(`[OlmInstallation/olm] it is created after ${component.replace('Args', '')} 'it', whose resources need its CRDs and namespaces; create it earlier`);
  await expect(Program.run(() => {
    olm({});
    COMPONENTS[component]!(wait);
    olm({ provider: provider('west') });
  })).resolves.toBeDefined();
});
