import * as pulumi from '@pulumi/pulumi';
import { kubeconfig } from '../cluster/client/cluster-entry';
import { CatalogRef, OperatorSubscription } from '../../lib/pulumi';
import { operatorReady } from '../../lib/pulumi/waiters';
import { Program, type Registered } from './program';
import { COMPONENTS } from './resource-makers';

const INFRA = 'org/infra/prod';
const CONTENT = kubeconfig({ user: { token: 'geheim' } });

/** Runs a program that refers to a stack with outputs. */
async function run(make: (infra: pulumi.StackReference) => unknown, outputs: Registered['inputs']): Promise<Program> {
  return Program.run(() => make(new pulumi.StackReference(INFRA)), {}, {}, { [INFRA]: outputs });
}

function waitersOf({ registered }: Program): readonly Registered[] {
  return registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
}

test.each(Object.entries(COMPONENTS))('a kubeconfig from another stack reaches the waiters of %s, as a secret', async (_, make) => {
  for (const found of [CONTENT, JSON.stringify(CONTENT)]) {
    const waiters = waitersOf(await run((infra) => make({ kubeconfig: infra.getOutput('kubeconfig') as pulumi.Output<string> }), { kubeconfig: found }));
    expect(waiters.length).toBeGreaterThan(0);
    const given = waiters.map(({ inputs }) => inputs['kubeconfig'] as { readonly value: string; readonly [mark: string]: unknown });
    expect(given.map((secret) => [secret[pulumi.runtime.specialSigKey], JSON.parse(secret.value) as unknown])).toEqual(
      waiters.map(() => [pulumi.runtime.specialSecretSig, CONTENT]),
    );
  }
});

test('an output that another stack does not have is refused as a kubeconfig', async () => {
  const [waiter] = waitersOf(await run((infra) => (
    COMPONENTS['OperatorSubscriptionArgs']!({ kubeconfig: infra.getOutput('kubeconfg') as pulumi.Output<string> })
  ), { kubeconfig: CONTENT })).filter(({ name }) => name === 'it/OperatorReady');
  const { failures } = await operatorReady.check({}, { ...waiter!.inputs, kubeconfig: '' });
  expect((waiter!.inputs['kubeconfig'] as { readonly value: unknown }).value).toBe('');
  expect(failures).toEqual([{ property: '', reason: expect.stringContaining('the kubeconfig is empty') as string }]);
});

/** Arguments of an operator from outputs of another stack. */
function fromStack(infra: pulumi.StackReference): ConstructorParameters<typeof OperatorSubscription>[1] {
  return {
    catalog: { catalogName: infra.requireOutput('catalog') as pulumi.Output<string>, catalogNamespace: 'olm' },
    packageName: 'hello', namespace: infra.getOutput('namespace') as pulumi.Output<string>, createNamespace: false,
    config: { env: [{ name: 'REGION', value: infra.getOutput('region') as pulumi.Output<string> }] }, wait: { kubeconfig: '/own' },
  };
}

test('names and settings from another stack are in the objects and the waiters', async () => {
  const program = await run((infra) => new OperatorSubscription('it', fromStack(infra)), { catalog: 'shop', namespace: 'team', region: 'east' });
  expect(program.named('it/Subscription').inputs).toMatchObject({
    metadata: { namespace: 'team' }, spec: { source: 'shop', config: { env: [{ name: 'REGION', value: 'east' }] } },
  });
  expect(program.named('it/OperatorGroup').inputs).toMatchObject({ metadata: { namespace: 'team' } });
  expect(waitersOf(program).map(({ inputs }) => inputs['namespace'])).toEqual(['team', 'team']);
});

test('an output of another stack in an argument that must be a plain value is refused', async () => {
  await expect(run((infra) => new OperatorSubscription('it', {
    // Outputs of other stacks have the type any.
    packageName: infra.getOutput('package') as unknown as string, catalog: CatalogRef.named('shop', 'olm'),
    wait: { kubeconfig: '/own' },
  }), { package: 'hello' })).rejects.toThrow("packageName in args of OperatorSubscription 'it' must be a string, got an Output");
});
