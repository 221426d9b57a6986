import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { Program } from './program';
import * as constructs from '../../lib';
import {
  Bundle, BundleDeployment, CatalogRef, DefaultCatalog, OlmConstructs, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';

const HELLO = Bundle.fromDirectory(path.join(__dirname, '../../examples/quickstart/bundle'));
const wait = { kubeconfig: '{}' };

/** Each component with the options that a user gives it, and how many waiters it has. */
const COMPONENTS: readonly (readonly [string, number, (options: pulumi.ComponentResourceOptions) => pulumi.ComponentResource])[] = [
  ['OlmInstallation', 3, options => new OlmInstallation('it', { defaultCatalog: DefaultCatalog.none(), wait }, options)],
  ['OperatorRegistry', 1, options => new OperatorRegistry('it', { bundles: [HELLO], wait }, options)],
  ['OperatorSubscription', 2, options => new OperatorSubscription('it', { catalog: CatalogRef.named('a', 'olm'), package: 'one', wait }, options)],
  ['BundleDeployment', 3, options => new BundleDeployment('it', { bundle: HELLO, wait }, options)],
  ['OlmConstructs', 3, options => {
    const chart = new Chart(new App(), 'chart');
    new constructs.BundleDeployment(chart, 'hello', { bundle: HELLO });
    return OlmConstructs.fromChart('it', chart, { wait }, options);
  }],
];

/** What the SDK keeps of a resource's options, and sends to the engine. */
interface Kept {
  readonly __name: string;
  readonly __pulumiType: string;
  readonly __protect?: boolean;
  readonly __prov?: pulumi.ProviderResource;
}

/** The resources below a component that is made with some options, and what their registrations said. */
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

/** Those of resources that have not got what all should have. */
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
