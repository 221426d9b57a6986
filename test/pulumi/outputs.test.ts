import * as pulumi from '@pulumi/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import {
  BundleDeployment, CatalogReady, CatalogRef, DefaultCatalog, ImageCatalog, OlmInstallation, OlmReady, OperatorAdoption, OperatorNamespace,
  OperatorReady, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';


/** Output properties of a resource, except those that Pulumi itself sets. */
type Outputs<Resource> = {
  [Key in keyof Resource as Key extends 'id' | 'urn' ? never : Resource[Key] extends pulumi.OutputInstance<unknown> ? Key : never]: unknown
};

/** Outputs that a waiter adds to its inputs in the state. */
const WAITED = { clusterUid: '7f6c', drift: ['edited'], ready: true };

const INSTALLED = {
  csvName: 'hello.v1.0.0', version: '1.0.0', phase: 'Succeeded', deployments: ['hello'],
  dependencies: [{ package: 'plain', namespace: 'team', subscription: 'plain-stable-shop-olm', csv: 'plain.v1.0.0', version: '1.0.0' }],
  ownedApis: [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }],
};

/**
 * Runs a program of one resource, against an engine that returns `state` for its waiters.
 *
 * @returns the values of the outputs that are named in `expected`
 */
async function valuesOf<Resource extends object>(make: () => Resource, expected: Outputs<Resource>, state: object): Promise<unknown> {
  const found: { [output: string]: unknown } = {};
  await Program.run(() => {
    const resource = make() as { readonly [output: string]: unknown };
    for (const name of Object.keys(expected)) {
      if (pulumi.Output.isInstance(resource[name])) {
        resource[name].apply((value) => found[name] = value);
      }
    }
  }, {}, state as { readonly [output: string]: unknown });
  return found;
}

/** A case of the table; the compiler refuses a list of outputs that misses one. */
function outputs<Resource extends object>(
  make: () => Resource, state: object, expected: Outputs<Resource>,
): readonly [() => Promise<unknown>, object] {
  return [() => valuesOf(make, expected, { ...WAITED, ...state }), expected];
}

const subscribed = { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', namespace: 'team' };

test.each<[string, readonly [() => Promise<unknown>, object]]>([
  ['CatalogReady', outputs(() => new CatalogReady('it', { namespace: 'team', name: 'shop' }), {}, WAITED)],
  ['OlmReady', outputs(() => new OlmReady('it', { objects: [] }), {}, WAITED)],
  ['OperatorNamespace', outputs(() => new OperatorNamespace('it', { namespace: 'team' }), {}, { ...WAITED, namespace: 'team' })],
  ['OperatorAdoption', outputs(
    () => new OperatorAdoption('it', { namespace: 'team', subscription: 'hello', package: 'hello' }),
    { found: { csv: 'hello.v1.0.0' } }, { ...WAITED, found: { csv: 'hello.v1.0.0' } },
  )],
  ['OperatorReady', outputs(
    () => new OperatorReady('it', { namespace: 'team', subscription: 'hello' }),
    { ...INSTALLED, installPlan: 'install-1', lockDrift: [], pendingInstallPlan: 'install-2', phaseSeconds: { starting: 1.5 }, actions: [] },
    { ...WAITED, ...INSTALLED, installPlan: 'install-1', pendingInstallPlan: 'install-2', lockDrift: [], phaseSeconds: { starting: 1.5 }, actions: [] },
  )],
  ['OlmInstallation', outputs(() => new OlmInstallation('it', { defaultCatalog: DefaultCatalog.none() }), {}, {})],
  ['OperatorRegistry', outputs(() => new OperatorRegistry('it', { bundles: [HELLO], namespace: 'team' }), {}, { namespace: 'team', registryName: 'hello-operator-catalog' })],
  ['ImageCatalog', outputs(
    () => new ImageCatalog('it', { image: 'quay.io/a/b:v1', name: 'mine', namespace: 'team', registryMirror: 'mirror.test' }), {},
    { catalogName: 'mine', namespace: 'team', image: 'mirror.test/a/b:v1' },
  )],
  ['OperatorSubscription', outputs(
    () => new OperatorSubscription('it', subscribed), INSTALLED, { ...INSTALLED, namespace: 'team', subscriptionName: 'hello' },
  )],
  ['BundleDeployment', outputs(() => new BundleDeployment('it', { bundle: HELLO, namespace: 'team' }), INSTALLED, { ...INSTALLED, namespace: 'team' })],
])('each output of %s has its value when the program runs', async (_, [values, expected]) => {
  expect(await values()).toEqual(expected);
});

test('resources that use the output namespace are created after the waiter that removes the namespace', async () => {
  let needed: Promise<Set<pulumi.Resource>> | undefined;
  let waiter: OperatorNamespace | undefined;
  await Program.run(() => {
    const { namespace, ownedNamespace } = new OperatorSubscription('it', subscribed);
    needed = (namespace as unknown as { resources(): Promise<Set<pulumi.Resource>> }).resources();
    waiter = ownedNamespace;
  });
  expect([...await needed!]).toContain(waiter);
});
