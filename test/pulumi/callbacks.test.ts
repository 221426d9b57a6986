import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import {
  CatalogRef, ChartComponent, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription, PlatformChecks,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import { COMPONENTS, WITHOUT_WAITERS } from './resource-makers';

/** Components that a program creates in a callback, of which a preview may know nothing. */

const wait = { kubeconfig: '{}' };

/** A resource whose outputs are known after the end of the program. */
function late(name = 'late'): kubernetes.core.v1.Namespace {
  return new kubernetes.core.v1.Namespace(name, { metadata: { name } });
}

/** An output whose value only `up` knows. */
function unknown(): pulumi.Output<string> {
  const Unknown = pulumi.Output as unknown as new (...args: unknown[]) => pulumi.Output<string>;
  return new Unknown(new Set(), Promise.resolve(undefined), Promise.resolve(false), Promise.resolve(false), Promise.resolve(new Set()));
}

function subscription(name: string, namespace: pulumi.Input<string>): OperatorSubscription {
  return new OperatorSubscription(name, { catalog: CatalogRef.named('shop', 'olm'), packageName: name, namespace, createNamespace: false, wait });
}

function names({ registered }: Program): string[] {
  return registered.map(({ name }) => name).filter((name) => name.startsWith('it')).sort();
}

test.each(Object.entries({ ...COMPONENTS, ...WITHOUT_WAITERS }))('%s in a callback creates the same resources as outside of it, or none if the value is not known', async (_, make) => {
  const outside = names(await Program.run(() => make(wait)));
  expect(names(await Program.run(() => {
    late().metadata.name.apply(() => { make(wait); });
    unknown().apply(() => { make(wait, {}, 'it-unknown'); });
  }))).toEqual(outside);
});

test('a component in a callback is created after the OLM of the program', async () => {
  const { registered } = await Program.run(() => {
    late().metadata.name.apply((name) => subscription('it', name));
    new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });
  });
  expect(registered.find(({ name }) => name === 'it/Subscription')!.after).toContain('olm/CustomResourceDefinition-subscriptions.operators.coreos.com');
});

test('an OLM in a callback that is created after its users fails the program', async () => {
  let problem: Error | undefined;
  await Program.run(() => {
    subscription('it', 'team');
    late().metadata.name.apply(() => {
      try {
        new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });
      } catch (error) {
        problem = error as Error;
      }
    });
  });
  expect(problem?.message).toBe("[OlmInstallation/olm] it is created after OperatorSubscription 'it', whose resources need its CRDs and namespaces; "
    + 'create it earlier in the program, and outside of callbacks such as that of `apply`');
});

describe('with PlatformChecks', () => {
  const TOO_LATE = "is created after the end of the program, in a callback such as that of `apply`, so PlatformChecks 'checks' cannot check it; "
    + 'create it outside of the callback, or export a value from the callback';

  const CREATED: readonly (readonly [string, () => unknown])[] = [
    ['OperatorRegistry', () => new OperatorRegistry('it', { bundles: [HELLO], wait })],
    ['ChartComponent', () => ChartComponent.fromChart('it', new Chart(new App(), 'empty'))],
  ];

  test.each(CREATED)('%s in a callback after the checks is refused', async (kind, create) => {
    let problem: Error | undefined;
    await Program.run(() => {
      pulumi.output(new PlatformChecks('checks').report).apply(() => {
        try {
          create();
        } catch (error) {
          problem = error as Error;
        }
      });
    });
    expect(problem?.message).toContain(`${kind} 'it' ${TOO_LATE}`);
  });

  test.each(CREATED)('%s in a callback that the program waits for is checked', async (_, create) => {
    await expect(Program.run(() => {
      new PlatformChecks('checks');
      const created = late().metadata.name.apply(() => { create(); });
      return new Promise((resolve) => created.apply(resolve));
    })).resolves.toBeDefined();
  });

  test('the checks of another cluster refuse nothing', async () => {
    await expect(Program.run(() => {
      const provider = new kubernetes.Provider('other', { kubeconfig: pulumi.secret('{}') });
      new PlatformChecks('checks', {}, { provider });
      late().metadata.name.apply(() => { subscription('it', 'team'); });
    })).resolves.toBeDefined();
  });
});

test('two operators in a namespace that is an output are an error, also if a callback creates the second one', async () => {
  const run = (delay: (create: () => void) => unknown): Promise<Program> => Program.run(() => {
    const team = late('team');
    subscription('one', team.metadata.name);
    return delay(() => { subscription('two', team.metadata.name); });
  });
  const problem = /has another OperatorGroup, at 'OperatorSubscription\/two\/OperatorGroup'/;
  await expect(run((create) => { create(); })).rejects.toThrow(problem);
  await expect(run((create) => { ['b', 'c', 'd'].reduce((before, next) => before.apply(() => late(next).metadata.name), late('a').metadata.name).apply(create); })).rejects.toThrow(problem);
});
