import * as pulumi from '@pulumi/pulumi';
import { Program, type Registered } from './program';
import { COMPONENTS, type Make } from './resource-makers';

const wait = { kubeconfig: '{}' };

/** Waiters that remove an object, the kind of the object, and the component that has both. */
const REMOVING: readonly (readonly [waiter: string, kind: string, component: string])[] = [
  ['OlmReady', 'Deployment', 'OlmInstallationArgs'],
  ['OlmReady', 'CustomResourceDefinition', 'OlmInstallationArgs'],
  ['OperatorPlace-olm', 'Namespace', 'OlmInstallationArgs'],
  ['OperatorReady', 'Subscription', 'OperatorSubscriptionArgs'],
  ['OperatorPlace', 'Namespace', 'OperatorSubscriptionArgs'],
  ['OperatorPlace', 'OperatorGroup', 'OperatorSubscriptionArgs'],
  ['OperatorReady', 'Subscription', 'BundleDeploymentArgs'],
  ['hello/Subscription/OperatorReady', 'Subscription', 'ChartComponentArgs'],
  ['ClusterCatalogReady', 'ClusterCatalog', 'ClusterCatalogArgs'],
  ['ClusterExtensionReady', 'ClusterExtension', 'ClusterExtensionArgs'],
  ['OperatorPlace', 'Namespace', 'ClusterExtensionArgs'],
  ['PlainReady', 'Service', 'PlainBundleDeploymentArgs'],
  ['OperatorPlace', 'Namespace', 'PlainBundleDeploymentArgs'],
  ['RukpakReady', 'Bundle', 'RukpakBundleArgs'],
  ['RukpakReady', 'BundleDeployment', 'RukpakBundleDeploymentArgs'],
  ['RukpakReady', 'BundleInstance', 'RukpakBundleInstanceArgs'],
];

/** Runs a program with a component and a transformation, and returns the registered waiters. */
async function waitersOf(make: Make, transformation: pulumi.ResourceTransformation): Promise<readonly Registered[]> {
  const { registered } = await Program.run(() => make(wait, { transformations: [transformation] }));
  return registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
}

function protect(kind: string): pulumi.ResourceTransformation {
  return ({ type, props, opts }) => (type.endsWith(`:${kind}`) ? { props, opts: pulumi.mergeOptions(opts, { protect: true }) } : undefined);
}

test.each(REMOVING)('%s is protected if only the %s is, which it would remove (%s)', async (waiter, kind, component) => {
  const waiters = await waitersOf(COMPONENTS[component]!, protect(kind));
  expect(waiters.filter(({ options }) => options.protect === true).map(({ name }) => name)).toContain(`it/${waiter}`);
});

test('a protected Namespace does not protect the operator in it', async () => {
  const waiters = await waitersOf(COMPONENTS['OperatorSubscriptionArgs']!, protect('Namespace'));
  expect(waiters.filter(({ options }) => options.protect === true).map(({ name }) => name)).toEqual(['it/OperatorPlace']);
});

test('protected CRDs, which a waiter keeps, do not protect an operator without OLM', async () => {
  const waiters = await waitersOf(COMPONENTS['PlainBundleDeploymentArgs']!, protect('CustomResourceDefinition'));
  expect(waiters.filter(({ options }) => options.protect === true)).toEqual([]);
});

test.each(Object.entries(COMPONENTS))('nothing protects the waiters of %s if no object is protected', async (_, make) => {
  expect((await waitersOf(make, () => undefined)).filter(({ options }) => options.protect !== undefined)).toEqual([]);
});

/** Moves all objects of one namespace to another. */
const MOVE: pulumi.ResourceTransformation = ({ type, props, opts }) => {
  const metadata = props['metadata'] as { readonly name: string; readonly namespace?: string } | undefined;
  if (!type.startsWith('kubernetes:') || metadata === undefined) {
    return undefined;
  }
  const isNamespace = type === 'kubernetes:core/v1:Namespace';
  return { props: { ...props, metadata: isNamespace ? { ...metadata, name: 'moved' } : { ...metadata, namespace: 'moved' } }, opts };
};

test.each<[string, readonly string[]]>([
  ['OperatorRegistryArgs', ['CatalogReady']],
  ['ImageCatalogArgs', ['CatalogReady']],
  ['OperatorSubscriptionArgs', ['OperatorPlace', 'OperatorReady']],
  ['BundleDeploymentArgs', ['CatalogReady', 'OperatorPlace', 'OperatorReady']],
  ['ClusterExtensionArgs', ['OperatorPlace']],
  ['PlainBundleDeploymentArgs', ['OperatorPlace', 'PlainReady']],
])('the waiters of %s follow objects that a transformation moves to another namespace', async (component, names) => {
  const waiters = await waitersOf(COMPONENTS[component]!, MOVE);
  const followed = waiters.filter(({ inputs }) => inputs['namespace'] !== undefined);
  expect(followed.map(({ name, inputs }) => [name, inputs['namespace']]).sort()).toEqual(names.map((name) => [`it/${name}`, 'moved']));
  const objects = waiters.flatMap(({ inputs }) => (inputs['objects'] ?? []) as { readonly namespace: string }[]);
  expect(objects.map(({ namespace }) => namespace)).toEqual(objects.map(() => 'moved'));
});

test('a transformation changes the inputs of a waiter', async () => {
  const waiters = await waitersOf(COMPONENTS['OperatorSubscriptionArgs']!, ({ type, props, opts }) => (
    type.startsWith('pulumi-nodejs:') ? { props: { ...props, timeouts: { total: 77 } }, opts } : undefined
  ));
  expect(waiters.map(({ inputs }) => inputs['timeouts'])).toEqual(waiters.map(() => ({ total: 77 })));
});
