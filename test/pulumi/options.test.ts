import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import * as constructs from '../../lib';
import {
  BundleDeployment, CatalogRef, DefaultCatalog, ChartComponent, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';

const wait = { kubeconfig: '{}' };

/** Each component, with its number of waiters. */
const COMPONENTS: readonly (readonly [string, number, (options: pulumi.ComponentResourceOptions) => pulumi.ComponentResource])[] = [
  ['OlmInstallation', 3, options => new OlmInstallation('it', { defaultCatalog: DefaultCatalog.none(), wait }, options)],
  ['OperatorRegistry', 1, options => new OperatorRegistry('it', { bundles: [HELLO], wait }, options)],
  ['OperatorSubscription', 2, options => new OperatorSubscription('it', { catalog: CatalogRef.named('a', 'olm'), packageName: 'one', wait }, options)],
  ['BundleDeployment', 3, options => new BundleDeployment('it', { bundle: HELLO, wait }, options)],
  ['OlmConstructs', 3, options => {
    const chart = new Chart(new App(), 'chart');
    new constructs.BundleDeployment(chart, 'hello', { bundle: HELLO });
    return ChartComponent.fromChart('it', chart, { wait }, options);
  }],
];

/** Options of a resource that the SDK stores and sends to the engine. */
interface Kept {
  readonly __name: string;
  readonly __pulumiType: string;
  readonly __protect?: boolean;
  readonly __prov?: pulumi.ProviderResource;
}

/** Resources of a component with options, and their registrations. */
async function below(
  make: (options: pulumi.ComponentResourceOptions) => pulumi.ComponentResource, options: () => pulumi.ComponentResourceOptions,
): Promise<{ readonly children: readonly Kept[]; readonly program: Program }> {
  const children: Kept[] = [];
  const program = await Program.run(() => {
    pulumi.runtime.registerStackTransformation(({ resource, name }) => {
      if (name.startsWith('it/')) {
        children.push(resource as unknown as Kept);
      }
      return undefined;
    });
    make(options());
  });
  return { children, program };
}

/** Names of the resources that lack a property. */
function without(resources: readonly Kept[], has: (resource: Kept) => boolean): string[] {
  return resources.filter(resource => !has(resource)).map(({ __name }) => __name);
}

test.each(COMPONENTS)('the options of %s reach all of its resources, waiters included', async (_, waiters, make) => {
  const seen: string[] = [];
  let provider: kubernetes.Provider;
  const { children, program } = await below(make, () => {
    provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
    return {
      provider,
      protect: true,
      retainOnDelete: true,
      dependsOn: new kubernetes.core.v1.Namespace('before', { metadata: { name: 'before' } }),
      transformations: [({ name }) => {
        seen.push(name);
        return undefined;
      }],
    };
  });
  const objects = children.filter(({ __pulumiType }) => __pulumiType.startsWith('kubernetes:'));
  expect(objects.length).toBeGreaterThan(0);
  expect(children.length - objects.length).toBe(waiters);
  expect(without(objects, ({ __prov }) => __prov === provider)).toEqual([]);
  expect(without(children, ({ __protect }) => __protect === true)).toEqual([]);
  expect(without(children, ({ __name }) => seen.includes(__name))).toEqual([]);

  const registered = program.registered.filter(({ name }) => name.startsWith('it/'));
  expect(registered.filter(({ after }) => !after.includes('before')).map(({ name }) => name)).toEqual([]);
  expect(registered.filter(({ options }) => options.retainOnDelete !== true).map(({ name }) => name)).toEqual([]);
});

test.each(['a list', 'a map'])('providers may be %s', async (form) => {
  let provider: kubernetes.Provider;
  const { children } = await below(options => new OperatorRegistry('it', { bundles: [HELLO], wait }, options), () => {
    provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
    return { providers: form === 'a list' ? [provider] : { kubernetes: provider } };
  });
  expect(without(children.filter(({ __pulumiType }) => __pulumiType.startsWith('kubernetes:')), ({ __prov }) => __prov === provider)).toEqual([]);
});

test.each<[string, (before: pulumi.Resource) => NonNullable<pulumi.ResourceOptions['dependsOn']>]>([
  ['a resource', before => before],
  ['a list', before => [before]],
  ['a list of Outputs and promises', before => [pulumi.output(before), Promise.resolve(before)]],
  ['a promise of a list', before => Promise.resolve([before])],
  ['an Output of a list', before => pulumi.output([before])],
])('dependsOn may be %s', async (_, dependsOn) => {
  const { program } = await below(options => new OperatorSubscription('it', { catalog: CatalogRef.named('a', 'olm'), packageName: 'one', wait }, options), () => ({
    dependsOn: dependsOn(new kubernetes.core.v1.Namespace('before', { metadata: { name: 'before' } })),
  }));
  const registered = program.registered.filter(({ name }) => name.startsWith('it/'));
  expect(registered.length).toBeGreaterThan(3);
  expect(registered.filter(({ after }) => !after.includes('before')).map(({ name }) => name)).toEqual([]);
});
