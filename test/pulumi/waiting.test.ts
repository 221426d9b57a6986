/**
 * @jest-environment-options {"globalsCleanup": "off"}
 */
import { runInNewContext } from 'node:vm';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ApiObject, App, Chart } from 'cdk8s';
import * as constructs from '../../lib';
import {
  BundleDeployment, CatalogRef, ChartComponent, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';
import { providerCode } from '../../lib/pulumi/resources/waiter-resource';
import * as waiters from '../../lib/pulumi/waiters';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';

/** The waiters of a program. */
function waiting({ registered }: Program): Registered[] {
  return registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
}

function waiter(program: Program, name: string): Registered {
  return waiting(program).find((found) => found.name === name)!;
}

test('the code in the state is short, the same for all users, and loads the waiters', () => {
  for (const name of ['catalogReady', 'olmReady', 'operatorPlace', 'operatorReady'] as const) {
    expect(Buffer.byteLength(providerCode(name))).toBeLessThan(700);
    const module = { exports: {} as { handler: () => unknown } };
    const require = (id: string): unknown => (id === 'olm-constructs/pulumi/waiters' ? waiters : undefined);
    // Pulumi's process also loads it as a module.
    runInNewContext(providerCode(name), { exports: module.exports, require });
    expect(module.exports.handler()).toBe(waiters[name]);
  }
});

describe('a chart has waiters', () => {
  const chart = (): { chart: Chart; operand: ApiObject } => {
    const made = new Chart(new App(), 'platform', { namespace: 'platform' });
    new constructs.OlmInstallation(made, 'olm', { defaultCatalog: DefaultCatalog.none() });
    const hello = new constructs.BundleDeployment(made, 'hello', { bundle: HELLO, namespace: 'team' });
    const operand = new ApiObject(made, 'operand', { apiVersion: 'hello.example.com/v1', kind: 'Greeting', metadata: { name: 'first' } });
    operand.node.addDependency(hello);
    return { chart: made, operand };
  };

  test('for its OLM, catalogs and operators, and what depends on an operator comes after it is ready', async () => {
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart().chart));
    expect(waiting(program).map(({ name }) => name)).toEqual([
      'platform/olm/OperatorPlace-platform', 'platform/olm/OperatorPlace-operators', 'platform/olm/OlmReady',
      'platform/hello/Subscription/OperatorPlace', 'platform/hello/Registry/CatalogReady', 'platform/hello/Subscription/OperatorReady',
    ]);
    expect(waiter(program, 'platform/hello/Subscription/OperatorPlace').inputs).toMatchObject({ namespace: 'team', removeNamespace: true });
    expect(program.named('platform/hello/Registry/Deployment').after).toContain('platform/hello/Subscription/OperatorPlace');
    expect(waiter(program, 'platform/hello/Registry/CatalogReady').after).toContain('platform/olm/OlmReady');
    expect(program.named('platform/hello/Subscription/Subscription').after).toContain('platform/hello/Registry/CatalogReady');
    expect(waiter(program, 'platform/hello/Subscription/OperatorReady').after).toEqual(expect.arrayContaining([
      'platform/olm/OlmReady', 'platform/hello/Registry/CatalogReady', 'platform/hello/Subscription/Subscription',
    ]));
    expect(waiter(program, 'platform/hello/Subscription/OperatorReady').inputs).toMatchObject({ pin: { csv: 'hello-operator.v0.1.0' } });
    expect(program.named('platform/operand').after).toContain('platform/hello/Subscription/OperatorReady');
  });

  test('of no kind with wait: false', async () => {
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart().chart, { wait: false }));
    expect(waiting(program)).toEqual([]);
    expect(program.named('platform/operand').after).toContain('platform/hello/Subscription/Subscription');
  });

  test('for operators only, in the given cluster', async () => {
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart().chart, { wait: { context: 'test' }, waitForOlm: false }));
    expect(waiting(program).map(({ inputs }) => inputs['context'])).toEqual(['test', 'test', 'test']);
  });
});

describe('components have waiters', () => {
  test('for their objects, in the order that OLM needs', async () => {
    const program = await Program.run(() => {
      const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
      const registry = new OperatorRegistry('catalog', { bundles: [HELLO], olm });
      new OperatorSubscription('hello', { catalog: registry, version: '0.1.0' });
    });
    expect(waiting(program).map(({ type, name }) => `${type} ${name}`)).toEqual([
      'pulumi-nodejs:dynamic/olm-constructs:OperatorPlace olm/OperatorPlace-olm',
      'pulumi-nodejs:dynamic/olm-constructs:OperatorPlace olm/OperatorPlace-operators',
      'pulumi-nodejs:dynamic/olm-constructs:OlmReady olm/OlmReady',
      'pulumi-nodejs:dynamic/olm-constructs:CatalogReady catalog/CatalogReady',
      'pulumi-nodejs:dynamic/olm-constructs:OperatorPlace hello/OperatorPlace',
      'pulumi-nodejs:dynamic/olm-constructs:OperatorReady hello/OperatorReady',
    ]);
    expect(waiter(program, 'olm/OlmReady').after).toContain('olm/Deployment-catalog-operator');
    expect(waiter(program, 'catalog/CatalogReady').after).toEqual(expect.arrayContaining(['olm/OlmReady', 'catalog/Deployment', 'catalog/CatalogSource']));
    expect(program.named('hello/Subscription').after).toContain('catalog/CatalogReady');
    expect(waiter(program, 'hello/OperatorReady').after).toEqual(expect.arrayContaining(['olm/OlmReady', 'hello/Subscription']));
    expect(waiter(program, 'hello/OperatorReady').inputs).toMatchObject({
      __provider: providerCode('operatorReady'), namespace: 'hello-operator', subscription: 'hello-operator', package: 'hello-operator',
      pin: { csv: 'hello-operator.v0.1.0', intermediateCsvs: [], dependencyCsvs: [] }, revision: 'OwnNamespace',
    });
    expect(waiter(program, 'olm/OlmReady').inputs).toMatchObject({
      parts: { csvs: [{ namespace: 'olm', name: 'packageserver' }], apiServices: ['v1.packages.operators.coreos.com'] },
    });
  });

  test('for the head of a channel of the program, and for no exact version otherwise', async () => {
    const program = await Program.run(() => {
      new BundleDeployment('known', { bundle: HELLO });
      new OperatorSubscription('unknown', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other' });
    });
    expect(waiter(program, 'known/OperatorReady').inputs).toMatchObject({ pin: { csv: 'hello-operator.v0.1.0' } });
    expect(waiter(program, 'known/OperatorReady').after).toContain('known/CatalogReady');
    expect(waiter(program, 'unknown/OperatorReady').inputs['pin']).toBeUndefined();
  });

  test('for the catalog of a bundle before its Subscription is created', async () => {
    const program = await Program.run(() => {
      new BundleDeployment('hello', { bundle: HELLO, wait: { context: 'prod', timeouts: { total: 90 }, recover: 1 } });
    });
    expect(waiter(program, 'hello/CatalogReady').after).toEqual(expect.arrayContaining(['hello/Registry/CatalogSource', 'hello/Registry/Deployment']));
    expect(waiter(program, 'hello/CatalogReady').after).not.toContain('hello/Subscription/Subscription');
    expect(program.named('hello/Subscription/Subscription').after).toContain('hello/CatalogReady');
    expect(program.named('hello/Subscription/OperatorGroup').after).not.toContain('hello/CatalogReady');
    expect(waiter(program, 'hello/CatalogReady').inputs).toMatchObject({ context: 'prod', timeouts: { total: 90 } });
    expect(waiter(program, 'hello/CatalogReady').inputs).not.toHaveProperty('recover');
    expect(waiter(program, 'hello/OperatorReady').inputs).toMatchObject({ context: 'prod', timeouts: { total: 90 }, recover: 1 });
  });

  test('of no kind if they are turned off', async () => {
    const program = await Program.run(() => {
      new OlmInstallation('olm', { wait: { skip: true } });
      new BundleDeployment('one', { bundle: HELLO, wait: false });
    });
    expect(waiting(program)).toEqual([]);
  });

  test('only if it is known which cluster they connect to', async () => {
    const make = (wait: object) => (): void => {
      const provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
      new BundleDeployment('hello', { bundle: HELLO, ...wait }, { provider });
    };
    await expect(Program.run(make({}))).rejects.toThrow('add `wait: { kubeconfig: KUBECONFIG },` to its arguments');
    await expect(Program.run(make({ wait: { context: 'prod' } }))).resolves.toBeDefined();
    await expect(Program.run(make({ wait: false }))).resolves.toBeDefined();
  });

  describe('in the cluster of the default provider', () => {
    const make = (wait: object = {}) => (): void => {
      new BundleDeployment('hello', { bundle: HELLO, wait });
    };
    const STACK = { 'kubernetes:kubeconfig': '/stack', 'kubernetes:context': 'staging', 'kubernetes:deleteUnreachable': 'true' };

    test('that the stack settings select', async () => {
      const { inputs } = waiter(await Program.run(make(), STACK), 'hello/OperatorReady');
      expect(inputs).toMatchObject({ kubeconfig: { value: '/stack' }, context: 'staging', deleteUnreachable: true });
    });

    test('unless the component selects one', async () => {
      const context = waiter(await Program.run(make({ context: 'test' }), STACK), 'hello/OperatorReady');
      expect(context.inputs).toMatchObject({ kubeconfig: { value: '/stack' }, context: 'test' });
      const kubeconfig = waiter(await Program.run(make({ kubeconfig: '/own', deleteUnreachable: false }), STACK), 'hello/OperatorReady');
      expect(kubeconfig.inputs).toMatchObject({ kubeconfig: { value: '/own' }, deleteUnreachable: false });
      expect(kubeconfig.inputs['context']).toBeUndefined();
    });

    test('and none if it only writes files', async () => {
      expect(waiting(await Program.run(make(), { 'kubernetes:renderYamlToDirectory': 'out' }))).toEqual([]);
    });

    test('and an error if a setting selects it that waiters do not support', async () => {
      await expect(Program.run(make(), { 'kubernetes:cluster': 'prod' })).rejects.toThrow('the stack setting kubernetes:cluster');
    });
  });

  test('with a kubeconfig that is always a secret', async () => {
    let secret: boolean | undefined;
    const program = await Program.run(async () => {
      const { ready } = new OperatorSubscription('hello', {
        catalog: CatalogRef.named('a', 'olm'), packageName: 'other', wait: { kubeconfig: 'hidden' },
      });
      secret = await pulumi.isSecret((ready as unknown as { kubeconfig: pulumi.Output<string> }).kubeconfig);
    });
    expect(secret).toBe(true);
    expect(waiter(program, 'hello/OperatorReady').options.additionalSecretOutputs).toEqual(['kubeconfig']);
  });

  test('that take the name of the Subscription from its resource, so that they are replaced before it', async () => {
    const needed = new Map<string, Promise<Set<pulumi.Resource>>>();
    type Needing = pulumi.OutputInstance<string> & { resources(): Promise<Set<pulumi.Resource>> };
    await Program.run(() => {
      pulumi.runtime.registerStackTransformation(({ name, props }) => {
        if (name.endsWith('/OperatorReady')) {
          needed.set(name, (props as { subscription: Needing }).subscription.resources());
        }
        return undefined;
      });
      new BundleDeployment('one', { bundle: HELLO });
      new OperatorSubscription('two', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other' });
    });
    const names = async (waiting: string): Promise<string[]> => (
      [...await needed.get(waiting)!].map((resource) => (resource as unknown as { __name: string }).__name)
    );
    expect(await names('one/OperatorReady')).toEqual(['one/Subscription/Subscription']);
    expect(await names('two/OperatorReady')).toEqual(['two/Subscription']);
  });

  test('with outputs that the program can use', async () => {
    let known: object = {};
    await Program.run(() => {
      const { ready, csvName, version } = new OperatorSubscription('hello', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other' });
      pulumi.all([csvName, version, ready?.phaseSeconds, ready?.ready, ready?.drift]).apply((found) => {
        const [csv, of, phaseSeconds, isReady, drift] = found;
        known = { csvName: csv, version: of, phaseSeconds, ready: isReady, drift };
      });
    }, {}, { csvName: 'other.v1.0.0', version: '1.0.0', phaseSeconds: { starting: 1.5 }, ready: true, drift: [] });
    expect(known).toEqual({ csvName: 'other.v1.0.0', version: '1.0.0', phaseSeconds: { starting: 1.5 }, ready: true, drift: [] });
  });

  test('for a stepwise upgrade only if the catalog is known', async () => {
    await expect(Program.run(() => {
      new OperatorSubscription('hello', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other', version: '2.0.0', wait: { upgradePath: 'stepwise' } });
    })).rejects.toThrow('name the versions on the way in `wait.intermediateCsvs`');
    const program = await Program.run(() => {
      new OperatorSubscription('hello', {
        catalog: CatalogRef.named('a', 'olm'), packageName: 'other', version: '2.0.0', wait: { upgradePath: 'stepwise', intermediateCsvs: ['other.v1.0.0'] },
      });
    });
    expect(waiter(program, 'hello/OperatorReady').inputs['pin']).toMatchObject({ csv: 'other.v2.0.0', intermediateCsvs: ['other.v1.0.0'] });
  });
});
