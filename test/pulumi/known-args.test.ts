import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import {
  BundleDeployment, CatalogReady, CatalogRef, ChartComponent, ClusterCatalogReady, ExistingOlm, type LockedOperatorArgs, OlmDetection,
  OlmInstallation, OlmReady, OperatorAdoption, OperatorNamespace, OperatorReady, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';

const SUBSCRIBED = { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello' };
const REGISTRY = { bundles: [HELLO] };
const DEPLOYED = { bundle: HELLO };
const SUBSCRIPTION = { namespace: 'team', subscription: 'hello' };

/** Arguments as a program in plain JavaScript passes them. */
function plus<Args extends object>(args: Args, more: object): Args {
  return { ...args, ...more };
}

describe('an unknown key is an error', () => {
  test.each<[string, () => unknown, string]>([
    ['of a component', () => new OperatorRegistry('it', plus({ bundles: [HELLO] }, { replica: 2 })),
      "unknown key 'replica' in args of OperatorRegistry 'it'; known keys: "],
    ['of a component without arguments', () => new OlmInstallation('it', plus({}, { nodeSelectors: {} })), "unknown key 'nodeSelectors' in args of OlmInstallation 'it'"],
    ['of an operator', () => new BundleDeployment('it', plus({ bundle: HELLO }, { existingNamespaces: 'share' })),
      "unknown key 'existingNamespaces' in args of BundleDeployment 'it'"],
    ['of a subscription', () => new OperatorSubscription('it', plus(SUBSCRIBED, { package: 'hello' })), "unknown key 'package' in args of OperatorSubscription 'it'"],
    ['of a chart', () => ChartComponent.fromChart('it', new Chart(new App(), 'chart'), plus({}, { waitForOLM: false })),
      "unknown key 'waitForOLM' in args of ChartComponent 'it'; known keys: 'wait', 'waitForOlm'"],
    ['of wait', () => new OperatorRegistry('it', { bundles: [HELLO], wait: plus({}, { timeout: 90 }) }),
      "unknown key 'timeout' in wait in args of OperatorRegistry 'it'; known keys: 'kubeconfig', 'context', 'timeouts', 'deleteUnreachable', 'skip'"],
    ['of wait of an operator', () => new OperatorSubscription('it', { ...SUBSCRIBED, wait: plus({}, { through: ['hello.v1'] }) }),
      "unknown key 'through' in wait in args of OperatorSubscription 'it'"],
    ['of wait of OLM', () => new OlmInstallation('it', { wait: plus({}, { recover: 1 }) }), "unknown key 'recover' in wait in args of OlmInstallation 'it'"],
    ['of waitForOlm', () => ChartComponent.fromChart('it', new Chart(new App(), 'chart'), { waitForOlm: plus({}, { recover: 1 }) }),
      "unknown key 'recover' in waitForOlm in args of ChartComponent 'it'"],
    ['of timeouts', () => new OlmInstallation('it', { wait: { timeouts: plus({}, { short: 1 }) } }),
      "unknown key 'short' in wait.timeouts in args of OlmInstallation 'it'; known keys: 'total', 'phases', 'settling', 'terminalGrace', 'transientGrace'"],
    ['of onDestroy of an operator', () => new BundleDeployment('it', { bundle: HELLO, wait: { onDestroy: plus({}, { removeOperators: true }) } }),
      "unknown key 'removeOperators' in wait.onDestroy in args of BundleDeployment 'it'; known keys: 'operands', 'deleteCrds', 'resetConversion', 'deleteLeftovers', 'deleteDependencies', 'force'"],
    ['of onDestroy of OLM', () => new OlmInstallation('it', { wait: { onDestroy: plus({}, { deleteCrds: true }) } }),
      "unknown key 'deleteCrds' in wait.onDestroy in args of OlmInstallation 'it'; known keys: 'removeOperators', 'deleteLeftovers', 'force'"],
    ['of CatalogReady', () => new CatalogReady('it', plus({ namespace: 'olm', name: 'shop' }, { skip: true })), "unknown key 'skip' in args of CatalogReady 'it'"],
    ['of OlmDetection', () => new OlmDetection('it', plus({ existing: ExistingOlm.FAIL, namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' }, { adopt: true })),
      "unknown key 'adopt' in args of OlmDetection 'it'"],
    ['of an existing OLM', () => OlmInstallation.fromExisting('it', plus({}, { version: '0.46.0' })), "unknown key 'version' in args of OlmInstallation.fromExisting 'it'"],
    ['of OlmReady', () => new OlmReady('it', plus({ objects: [] }, { parts: {} })), "unknown key 'parts' in args of OlmReady 'it'"],
    ['of OperatorAdoption', () => new OperatorAdoption('it', plus({ ...SUBSCRIPTION, package: 'hello' }, { adopt: true })), "unknown key 'adopt' in args of OperatorAdoption 'it'"],
    ['of OperatorNamespace', () => new OperatorNamespace('it', plus({ namespace: 'team' }, { removeGroup: true })), "unknown key 'removeGroup' in args of OperatorNamespace 'it'"],
    ['of OperatorReady', () => new OperatorReady('it', plus(SUBSCRIPTION, { version: '1.0.0' })), "unknown key 'version' in args of OperatorReady 'it'"],
    ['of a pin', () => new OperatorReady('it', { ...SUBSCRIPTION, pin: plus({ csv: 'hello.v1' }, { along: [] }) }),
      "unknown key 'along' in pin in args of OperatorReady 'it'; known keys: 'csv', 'version', 'intermediateCsvs', 'dependencyCsvs'"],
    ['of a locked operator', () => new OperatorReady('it', { ...SUBSCRIPTION, locked: [plus({} as LockedOperatorArgs, { name: 'hello' })] }),
      "unknown key 'name' in locked[0] in args of OperatorReady 'it'; known keys: 'packageName', 'version', 'csv', 'channel', 'catalog', 'catalogNamespace', 'subscription'"],
    ['of a catalog', () => new OperatorSubscription('it', { ...SUBSCRIBED, catalog: plus({ catalogName: 'shop', catalogNamespace: 'olm' }, { content: {} }) }),
      "unknown key 'content' in catalog in args of OperatorSubscription 'it'; known keys: 'catalogName', 'catalogNamespace', 'catalogContent'"],
    ['of a toleration', () => new OperatorSubscription('it', { ...SUBSCRIBED, config: { tolerations: [plus({ key: 'a' }, { efect: 'NoSchedule' })] } }),
      "unknown key 'efect' in config.tolerations[0] in args of OperatorSubscription 'it'; known keys: 'key', 'operator', "],
    ['of timeouts of a waiter', () => new CatalogReady('it', { namespace: 'olm', name: 'shop', timeouts: plus({}, { long: 1 }) }),
      "unknown key 'long' in timeouts in args of CatalogReady 'it'"],
    ['of timeouts of a ClusterCatalogReady', () => new ClusterCatalogReady('it', { name: 'shop', timeouts: plus({}, { long: 1 }) }),
      "unknown key 'long' in timeouts in args of ClusterCatalogReady 'it'"],
    ['of onDestroy of a waiter', () => new OperatorReady('it', { ...SUBSCRIPTION, onDestroy: plus({}, { operand: 'delete' }) }),
      "unknown key 'operand' in onDestroy in args of OperatorReady 'it'"],
  ])('%s', async (_, make, message) => {
    await expect(Program.run(make)).rejects.toThrow(message);
  });
});

test('a missing catalog is an error', async () => {
  await expect(Program.run(() => new OperatorSubscription('it', { packageName: 'hello' } as never))).rejects.toThrow(
    "catalog in args of OperatorSubscription 'it' is required: use new ImageCatalog(name, args), new OperatorRegistry(name, args) or "
      + '{ catalogName, catalogNamespace }',
  );
});

describe('no error is thrown for', () => {
  test('a key without a value', async () => {
    await expect(Program.run(() => new OperatorRegistry('it', plus({ bundles: [HELLO] }, { replica: undefined })))).resolves.toBeDefined();
  });

  test('outputs in a config', async () => {
    const config = { env: [{ name: 'A', value: pulumi.output('b') }], nodeSelector: { pool: pulumi.output('c') } };
    const { objects } = await Program.run(() => new OperatorSubscription('it', { ...SUBSCRIBED, config }));
    expect(objects.find(({ type }) => type.endsWith(':Subscription'))?.inputs['spec']).toMatchObject({
      config: { env: [{ name: 'A', value: 'b' }], nodeSelector: { pool: 'c' } },
    });
  });

  test('a catalog that is a custom object', async () => {
    class Hub {
      public readonly catalogName = 'hub';
      public readonly catalogNamespace = 'olm';
      public readonly team = 'a';
    }
    await expect(Program.run(() => new OperatorSubscription('it', { ...SUBSCRIBED, catalog: new Hub() }))).resolves.toBeDefined();
  });

  test('arguments that are outputs as a whole', async () => {
    await expect(Program.run(() => (
      new OperatorReady('it', { ...SUBSCRIPTION, onDestroy: pulumi.output({ operands: 'ignore' as const }) })
    ))).resolves.toBeDefined();
  });

  test('an argument of a subclass, which the construct does not receive', async () => {
    class TeamOlm extends OlmInstallation {}
    class TeamRegistry extends OperatorRegistry {}
    class TeamSubscription extends OperatorSubscription {}
    class TeamDeployment extends BundleDeployment {}
    class TeamOperator extends OperatorReady {}
    const team = { team: 'a' };
    const { objects } = await Program.run(() => {
      new TeamOlm('olm', { wait: false, ...team });
      new TeamRegistry('registry', { ...REGISTRY, ...team, name: 'shop' });
      new TeamSubscription('subscription', { ...SUBSCRIBED, ...team });
      new TeamDeployment('deployment', { ...DEPLOYED, ...team });
      new TeamOperator('operator', { ...SUBSCRIPTION, ...team });
    });
    expect(new Set(objects.map(({ name }) => name.split('/')[0]))).toEqual(new Set(['olm', 'registry', 'subscription', 'deployment']));
  });
});
