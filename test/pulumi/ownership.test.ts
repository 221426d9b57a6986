import * as kubernetes from '@pulumi/kubernetes';
import { App, Chart } from 'cdk8s';
import * as constructs from '../../lib';
import {
  BundleDeployment, CatalogRef, ChartComponent, DefaultCatalog, OlmInstallation, type OlmInstallationArgs, OperatorGroupRef,
  OperatorRegistry, OperatorSubscription, type OperatorSubscriptionArgs,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';

const CATALOG = { catalog: CatalogRef.named('a', 'olm'), packageName: 'other', namespace: 'team' };

function subscribed(args: Partial<OperatorSubscriptionArgs>, options: { retainOnDelete?: boolean } = {}): Promise<Program> {
  return Program.run(() => {
    new OperatorSubscription('hello', { ...CATALOG, ...args }, options);
  });
}

/** Resources of the Namespace and the OperatorGroup: type, name, and whether the object stays on deletion. */
function owned(program: Program): string[] {
  return program.objects.filter(({ type }) => /Namespace|OperatorGroup/.test(type)).map(({ type, name, options }) => (
    `${type.replace('kubernetes:', '')} ${name}${options.retainOnDelete === true ? ' stays' : ''}`
  ));
}

function removal({ registered }: Program): Registered | undefined {
  return registered.find(({ type }) => type.endsWith(':OperatorPlace'));
}

const NAMESPACE = 'core/v1:Namespace';
const GROUP = 'operators.coreos.com/v1:OperatorGroup';

describe('the Namespace and the OperatorGroup of an operator', () => {
  test.each<[string, Partial<OperatorSubscriptionArgs>, string[], object | undefined]>([
    ['are removed by a waiter', {}, [`${NAMESPACE} hello/Namespace stays`, `${GROUP} hello/OperatorGroup stays`],
      { removeNamespace: true, removeOperatorGroup: true }],
    ['are deleted with their resources without waiters', { wait: false }, [`${NAMESPACE} hello/Namespace`, `${GROUP} hello/OperatorGroup`], undefined],
    ['are adopted', { existingNamespace: 'adopt', existingOperatorGroup: 'adopt' },
      [`${NAMESPACE}Patch hello/Namespace stays`, `${GROUP}Patch hello/OperatorGroup stays`], { removeNamespace: true, removeOperatorGroup: true }],
    ['are shared, and stay', { existingNamespace: 'share', existingOperatorGroup: 'share' },
      [`${NAMESPACE}Patch hello/SharedNamespace`, `${GROUP}Patch hello/SharedOperatorGroup stays`], undefined],
    ['are adopted or shared without waiters', { existingNamespace: 'adopt', existingOperatorGroup: 'share', wait: false },
      [`${NAMESPACE}Patch hello/Namespace`, `${GROUP}Patch hello/SharedOperatorGroup stays`], undefined],
    ['may have different policies', { existingNamespace: 'share' }, [`${NAMESPACE}Patch hello/SharedNamespace`, `${GROUP} hello/OperatorGroup stays`],
      { removeNamespace: false, removeOperatorGroup: true }],
    ['may both belong to others', { createNamespace: false, operatorGroup: OperatorGroupRef.named('theirs') }, [], undefined],
    ['may belong to others in part', { createNamespace: false }, [`${GROUP} hello/OperatorGroup stays`],
      { removeNamespace: false, removeOperatorGroup: true }],
  ])('%s', async (_, args, expected, removes) => {
    const program = await subscribed(args);
    expect(owned(program)).toEqual(expected);
    if (removes === undefined) {
      expect(removal(program)).toBeUndefined();
    } else {
      expect(removal(program)).toMatchObject({ name: 'hello/OperatorPlace', inputs: { namespace: 'team', operatorGroup: 'other', ...removes } });
    }
  });

  test('have a Subscription with an annotation if there is no waiter, so that turning off the waiter leaves the operator', async () => {
    const annotations = async (args: Partial<OperatorSubscriptionArgs>): Promise<unknown> => (
      ((await subscribed(args)).named('hello/Subscription').inputs['metadata'] as { annotations?: object }).annotations
    );
    const own = { 'olm-constructs/part-of': 'Subscription/team/other' };
    expect(await annotations({})).toEqual(own);
    expect(await annotations({ wait: false })).toEqual({ ...own, 'olm-constructs/waiter': 'none' });
    expect(await annotations({ wait: { skip: true }, annotations: { team: 'a' } })).toEqual({ ...own, 'team': 'a', 'olm-constructs/waiter': 'none' });
  });

  test.each<[string, boolean, string[]]>([
    ['stay for their waiter', true, [`${NAMESPACE} it/hello/Namespace stays`, `${GROUP} it/hello/OperatorGroup stays`]],
    ['are deleted with their resources without waiters', false, [`${NAMESPACE} it/hello/Namespace`, `${GROUP} it/hello/OperatorGroup`]],
  ])('in a chart %s', async (_, waits, expected) => {
    const chart = new Chart(new App(), 'chart');
    new constructs.OperatorSubscription(chart, 'hello', CATALOG);
    const program = await Program.run(() => ChartComponent.fromChart('it', chart, waits ? {} : { wait: false }));
    expect(owned(program)).toEqual(expected);
  });

  test('come before their waiter, and what is in the namespace after it', async () => {
    const program = await Program.run(() => {
      const { namespace } = new BundleDeployment('hello', { bundle: HELLO });
      new kubernetes.core.v1.ConfigMap('settings', { metadata: { name: 'settings', namespace } });
      new OperatorSubscription('second', { ...CATALOG, namespace: 'hello-operator', createNamespace: false, operatorGroup: OperatorGroupRef.named('hello-operator') });
    });
    expect(removal(program)!.after).toEqual(['hello/Subscription/Namespace', 'hello/Subscription/OperatorGroup']);
    expect(program.named('hello/Subscription/Subscription').after).toContain('hello/OperatorPlace');
    expect(program.named('hello/Registry/Deployment').after).toContain('hello/OperatorPlace');
    expect(program.named('second/Subscription').after).toContain('hello/OperatorPlace');
  });

  test('pass the settings of the removal to their waiter', async () => {
    const program = await subscribed({ wait: { context: 'prod', timeouts: { total: 90 }, onDestroy: { force: true, operands: 'ignore' } } });
    expect(removal(program)!.inputs).toMatchObject({ context: 'prod', timeouts: { total: 90 }, force: true });
    expect(removal(program)!.inputs).not.toHaveProperty('onDestroy');
  });

  test('stay with retainOnDelete', async () => {
    const program = await subscribed({}, { retainOnDelete: true });
    expect(removal(program)!.options.retainOnDelete).toBe(true);
  });

  test('overwrite the fields of others only with adopt', async () => {
    const annotations = (program: Program): unknown => (program.objects.find(({ type }) => type.includes('Namespace'))!.inputs['metadata'] as { annotations?: object }).annotations;
    expect(annotations(await subscribed({ existingNamespace: 'adopt', annotations: { team: 'a' } }))).toEqual({ 'team': 'a', 'pulumi.com/patchForce': 'true' });
    expect(annotations(await subscribed({ existingNamespace: 'share', annotations: { team: 'a' } }))).toEqual({ team: 'a' });
  });

  test('keep their resource when the policy changes, except from share to fail', async () => {
    const aliases = async (args: Partial<OperatorSubscriptionArgs>): Promise<unknown> => (
      (await subscribed(args)).objects.find(({ type }) => type.includes('Namespace'))!.options.aliases
    );
    expect(await aliases({})).toEqual([{ type: 'kubernetes:core/v1:NamespacePatch' }]);
    expect(await aliases({ existingNamespace: 'adopt' })).toEqual([{ type: 'kubernetes:core/v1:Namespace' }, { name: 'hello/SharedNamespace' }]);
    expect(await aliases({ existingNamespace: 'share' })).toEqual([{ name: 'hello/Namespace' }, { name: 'hello/Namespace', type: 'kubernetes:core/v1:Namespace' }]);
  });

  test('must have policies that fit the other arguments', async () => {
    await expect(subscribed({ existingNamespace: 'take' as 'adopt' })).rejects.toThrow("existingNamespace in args of OperatorSubscription 'hello' must be 'adopt', 'fail' or 'share'");
    await expect(subscribed({ existingNamespace: 'adopt', createNamespace: false })).rejects.toThrow('with `createNamespace: false` the component creates no Namespace');
    await expect(subscribed({ existingOperatorGroup: 'share', operatorGroup: OperatorGroupRef.named('a') })).rejects.toThrow('with `operatorGroup` the component creates no OperatorGroup');
  });
});

describe('the Namespaces of OLM', () => {
  const installed = (args: Partial<OlmInstallationArgs> = {}): Promise<Program> => Program.run(() => {
    new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), ...args });
  });
  const namespaces = (program: Program): string[] => owned(program).filter(text => text.includes('Namespace'));
  const places = ({ registered }: Program): Registered[] => registered.filter(({ type }) => type.endsWith(':OperatorPlace'));

  test('are each removed by a waiter', async () => {
    const program = await installed({ wait: { context: 'prod', onDestroy: { force: true } } });
    expect(namespaces(program)).toEqual([`${NAMESPACE} olm/Namespace-olm stays`, `${NAMESPACE} olm/Namespace-operators stays`]);
    expect(places(program).map(({ name, inputs: { __provider, ...inputs } }) => ({ name, inputs }))).toEqual([
      { name: 'olm/OperatorPlace-olm', inputs: { namespace: 'olm', removeNamespace: true, force: true, context: 'prod' } },
      { name: 'olm/OperatorPlace-operators', inputs: { namespace: 'operators', removeNamespace: true, force: true, context: 'prod' } },
    ]);
    const { removal } = program.registered.find(({ name }) => name === 'olm/OlmReady')!.inputs as { removal: { title: string }[] };
    expect(removal.map(({ title }) => title)).not.toContain('namespaces');
  });

  test('are deleted after everything in them', async () => {
    const program = await Program.run(() => {
      const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
      const registry = new OperatorRegistry('catalog', { olm, bundles: [HELLO] });
      new OperatorSubscription('hello', {
        catalog: registry, namespace: olm.operatorNamespace, createNamespace: false, operatorGroup: olm.globalOperators,
      });
    });
    for (const name of ['olm/ServiceAccount-olm-operator-serviceaccount', 'catalog/Deployment', 'catalog/CatalogSource']) {
      expect(program.named(name).after).toContain('olm/OperatorPlace-olm');
    }
    expect(program.named('hello/Subscription').after).toContain('olm/OperatorPlace-operators');
  });

  test('are deleted after everything in them in a chart', async () => {
    const chart = new Chart(new App(), 'platform');
    const olm = new constructs.OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new constructs.OperatorRegistry(chart, 'catalog', { olm, bundles: [HELLO] });
    new constructs.OperatorSubscription(chart, 'hello', {
      catalog: registry, namespace: olm.operatorNamespace, createNamespace: false, operatorGroup: olm.globalOperators,
    });
    const program = await Program.run(() => {
      ChartComponent.fromChart('platform', chart);
    });
    expect(program.named('platform/catalog/Deployment').after).toContain('platform/olm/OperatorPlace-olm');
    expect(program.named('platform/hello/Subscription').after).toContain('platform/olm/OperatorPlace-operators');
  });

  test.each<[string, Partial<OlmInstallationArgs>, string[], number]>([
    ['are adopted', { existingNamespaces: 'adopt' }, [`${NAMESPACE}Patch olm/Namespace-olm stays`, `${NAMESPACE}Patch olm/Namespace-operators stays`], 2],
    ['are shared, and stay', { existingNamespaces: 'share' },
      [`${NAMESPACE}Patch olm/SharedNamespace-olm`, `${NAMESPACE}Patch olm/SharedNamespace-operators`], 0],
    ['are deleted with their resources without waiters', { wait: false }, [`${NAMESPACE} olm/Namespace-olm`, `${NAMESPACE} olm/Namespace-operators`], 0],
  ])('%s', async (_, args, expected, count) => {
    const program = await installed(args);
    expect(namespaces(program)).toEqual(expected);
    expect(places(program)).toHaveLength(count);
  });

  test('leave an annotation on the Deployment of OLM if there is no waiter', async () => {
    const annotations = async (args: Partial<OlmInstallationArgs>): Promise<unknown> => (
      ((await installed(args)).named('olm/Deployment-olm-operator').inputs['metadata'] as { annotations?: object }).annotations
    );
    expect(await annotations({})).toBeUndefined();
    expect(await annotations({ wait: false })).toEqual({ 'olm-constructs/waiter': 'none' });
  });

  test('must have a valid policy', async () => {
    await expect(installed({ existingNamespaces: 'take' as 'adopt' })).rejects.toThrow(
      "existingNamespaces in args of OlmInstallation 'olm' must be 'adopt', 'fail' or 'share'",
    );
  });
});

/** One operator creates the Namespace and the OperatorGroup, another one uses them. Each is a component, or in a chart. */
describe('two operators in one namespace', () => {
  const catalog = CatalogRef.named('a', 'olm');
  const HOST = { catalog, packageName: 'host', namespace: 'team' };
  const GUEST = { catalog, packageName: 'guest', namespace: 'team', createNamespace: false, operatorGroup: OperatorGroupRef.named('host') };
  const engine = new constructs.OlmV0Engine({ operatorGroup: OperatorGroupRef.named('host') });

  const charted = (name: string, make: (chart: Chart) => void): ChartComponent => {
    const chart = new Chart(new App(), name);
    make(chart);
    return ChartComponent.fromChart(name, chart);
  };
  const host = (chart: Chart): unknown => new constructs.OperatorSubscription(chart, 'host', HOST);
  const guest = (chart: Chart): unknown => new constructs.OperatorSubscription(chart, 'guest', GUEST);

  test.each<[string, () => void, string, string]>([
    ['of two components', () => {
      new OperatorSubscription('host', HOST);
      new OperatorSubscription('guest', GUEST);
    }, 'host/OperatorPlace', 'guest/Subscription'],
    ['of one chart', () => charted('both', (chart) => [host(chart), guest(chart)]), 'both/host/OperatorPlace', 'both/guest/Subscription'],
    ['of one chart with the guest first', () => charted('both', (chart) => [guest(chart), host(chart)]), 'both/host/OperatorPlace', 'both/guest/Subscription'],
    ['of two charts', () => [charted('one', host), charted('two', guest)], 'one/host/OperatorPlace', 'two/guest/Subscription'],
    ['of a component and a chart', () => {
      new OperatorSubscription('host', HOST);
      charted('two', guest);
    }, 'host/OperatorPlace', 'two/guest/Subscription'],
    ['of a chart and a component', () => {
      charted('one', host);
      new OperatorSubscription('guest', GUEST);
    }, 'one/host/OperatorPlace', 'guest/Subscription'],
    ['of a component and a chart with its catalog in the namespace', () => {
      new OperatorSubscription('host', HOST);
      charted('two', (chart) => new constructs.BundleDeployment(chart, 'guest', { bundle: HELLO, namespace: 'team', createNamespace: false, engine }));
    }, 'host/OperatorPlace', 'two/guest/Registry/Deployment'],
  ])('%s: the second one comes after the waiter that removes the namespace', async (_, make, removes, comes) => {
    const program = await Program.run(make);
    expect(program.registered.filter(({ type }) => type.endsWith(':OperatorPlace')).map(({ name }) => name)).toEqual([removes]);
    expect(program.named(comes).after).toEqual(expect.arrayContaining([removes, removes.replace('OperatorPlace', 'Namespace')]));
  });

  test('add no dependencies to a chart, which may also be written to files', async () => {
    const chart = new Chart(new App(), 'both');
    await Program.run(() => {
      new OperatorSubscription('first', HOST);
      guest(chart);
      ChartComponent.fromChart('both', chart);
    });
    expect(chart.node.findAll().flatMap(({ node }) => node.dependencies).filter(({ node }) => node.root !== chart.node.root)).toEqual([]);
  });
});
