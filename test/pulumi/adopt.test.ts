import { BundleDeployment, CatalogRef, OperatorGroupRef, OperatorSubscription } from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';

const SUBSCRIPTION = 'kubernetes:operators.coreos.com/v1alpha1:Subscription';

/** A program with one operator, from a catalog outside of it. */
function subscribed(args: Partial<ConstructorParameters<typeof OperatorSubscription>[1]>): Promise<Program> {
  return Program.run(() => {
    new OperatorSubscription('hello', { catalog: CatalogRef.named('a', 'olm'), packageName: 'plain', namespace: 'demo', ...args });
  });
}

/** Resource of a program: an object or a waiter. */
function resource({ registered }: Program, name: string): Registered {
  return registered.find((found) => found.name === name)!;
}

describe('a component that adopts', () => {
  test('checks first, patches the Subscription, and leaves its removal to the waiter', async () => {
    const program = await subscribed({ adopt: true, wait: { context: 'prod', timeouts: { total: 90 } } });
    const adoption = resource(program, 'hello/OperatorAdoption');
    expect(adoption.type).toBe('pulumi-nodejs:dynamic/olm-constructs:OperatorAdoption');
    expect(adoption.inputs).toMatchObject({ context: 'prod', namespace: 'demo', subscription: 'plain', package: 'plain', operatorGroup: 'plain' });
    expect(adoption.inputs['timeouts']).toBeUndefined();
    expect(adoption.after).toEqual([]);

    const subscription = program.named('hello/Subscription');
    expect(subscription.type).toBe(`${SUBSCRIPTION}Patch`);
    expect(subscription.inputs).toMatchObject({ metadata: { name: 'plain', annotations: { 'pulumi.com/patchForce': 'true' } } });
    expect(subscription.options.retainOnDelete).toBe(true);
    expect(subscription.after).toContain('hello/OperatorAdoption');
    expect(resource(program, 'hello/OperatorReady').inputs).toMatchObject({ adopt: true });
  });

  test('shares the existing Namespace and OperatorGroup, and patches them after the check', async () => {
    const program = await subscribed({ adopt: true });
    for (const shared of ['hello/SharedNamespace', 'hello/SharedOperatorGroup']) {
      expect(program.named(shared).after).toContain('hello/OperatorAdoption');
    }
    expect(resource(program, 'hello/OperatorPlace')).toBeUndefined();
  });

  test('follows the policies for Namespace and OperatorGroup', async () => {
    const program = await subscribed({ adopt: true, existingNamespace: 'adopt', operatorGroup: OperatorGroupRef.named('og') });
    expect(program.named('hello/Namespace').type).toBe('kubernetes:core/v1:NamespacePatch');
    expect(resource(program, 'hello/OperatorAdoption').inputs['operatorGroup']).toBeUndefined();
  });

  test('adopts the operator of a bundle', async () => {
    const program = await Program.run(() => {
      new BundleDeployment('hello', { bundle: HELLO, adopt: true });
    });
    expect(program.named('hello/Subscription/Subscription').type).toBe(`${SUBSCRIPTION}Patch`);
    expect(resource(program, 'hello/OperatorAdoption').inputs).toMatchObject({ package: 'hello-operator' });
  });

  test('needs a waiter', async () => {
    await expect(subscribed({ adopt: true, wait: false })).rejects.toThrow('adopt needs a waiter, which adopts the operator and removes it');
  });

  test('creates objects if nothing is applied', async () => {
    const program = await subscribed({ adopt: true, wait: { skip: true } });
    expect(program.named('hello/Subscription').type).toBe(SUBSCRIPTION);
  });
});

test.each([
  ['to adopt', { adopt: true }, SUBSCRIPTION],
  ['not to adopt', {}, `${SUBSCRIPTION}Patch`],
])('a component changed %s keeps its resource', async (_, args, type) => {
  const { options } = (await subscribed(args)).named('hello/Subscription');
  expect(options.aliases).toContainEqual({ type });
});
