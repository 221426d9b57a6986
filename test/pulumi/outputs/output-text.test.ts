import * as pulumi from '@pulumi/pulumi';
import { ApiObject, App, Chart } from 'cdk8s';
import {
  CatalogReady, CatalogRef, ChartComponent, InstallMode, OlmInstallation, OperatorGroupRef, OperatorReady, OperatorSubscription,
  ProvisionerClass, RukpakBundle, RukpakSource,
} from '../../../lib/pulumi';
import { Program } from '../program';

const it = { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello' };
const output = pulumi.output('team');
const map = pulumi.output({ team: 'a' });
// As a program writes it that no linter checks.
const text = (value: unknown): string => `x-${String(value)}`;

function chart(): Chart {
  const made = new Chart(new App(), 'chart');
  new ApiObject(made, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { team: text(output) } });
  return made;
}

describe('an Output that JavaScript made into something else is an error with the remedy', () => {
  test.each<[string, () => unknown, string]>([
    ['in an argument', () => new OperatorSubscription('it', { ...it, namespace: text(output) }),
      "namespace in args of OperatorSubscription 'it' must be a string, got the warning of an Output in a string: use pulumi.interpolate`…` instead of `…${output}…`"],
    ['deep in an argument', () => new OperatorSubscription('it', { ...it, config: { env: [{ name: 'A', value: text(output) }] } }),
      "config.env[0].value in args of OperatorSubscription 'it' must be a string, got the warning of an Output in a string: use pulumi.interpolate"],
    ['in the key of a map', () => new OperatorSubscription('it', { ...it, labels: { [text(output)]: 'a' } }),
      "labels in args of OperatorSubscription 'it' must have plain strings as its keys, got the warning of an Output in a string: create the whole map in `output.apply"],
    ['in JSON', () => new OperatorSubscription('it', { ...it, annotations: { a: JSON.stringify({ output }) } }),
      "annotations.a in args of OperatorSubscription 'it' must be a string, got the warning of an Output in JSON"],
    ['as a promise in a string', () => new OperatorSubscription('it', { ...it, annotations: { a: text(Promise.resolve('a')) } }),
      'got a string with `[object Promise]`'],
    ['as a copy of its fields', () => new OperatorSubscription('it', { ...it, labels: { ...map } }),
      "labels in args of OperatorSubscription 'it' must be an object with strings as its values, got the fields of an Output itself: pass the Output itself"],
    ['in the name of a component', () => new OperatorSubscription(text(output), it), 'the name of the OperatorSubscription must be a plain string, got the warning of an Output'],
    ['in the name of a waiter', () => new CatalogReady(text(output), { namespace: 'olm', name: 'shop' }), 'the name of the CatalogReady must be a plain string'],
    ['in an argument of a waiter', () => new OperatorReady('it', { namespace: text(output), subscription: 'hello' }),
      "namespace in args of OperatorReady 'it' must be a string, got the warning of an Output in a string"],
    ['in an object of a chart', () => ChartComponent.fromChart('it', chart()), '[chart/settings] data.team contains an Output that became a string: use pulumi.interpolate'],
    ['in a factory', () => new RukpakBundle('it', { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image(text(output)) }), 'ref of RukpakSource.image must be a string, got the warning of an Output in a string'],
    ['in the namespaces of an install mode', () => new OperatorSubscription('it', { ...it, installMode: InstallMode.multiNamespace([text(output), 'b']) }),
      'namespaces[0] of InstallMode.multiNamespace must be a string, got the warning of an Output'],
    ['in the name of an OperatorGroup', () => new OperatorSubscription('it', { ...it, operatorGroup: OperatorGroupRef.named(text(output)) }),
      'name of OperatorGroupRef.named must be a string, got the warning of an Output'],
  ])('%s', async (_, make, message) => {
    await expect(Program.run(make)).rejects.toThrow(message);
  });
});

test('pulumi.interpolate works', async () => {
  const { objects } = await Program.run(() => new OperatorSubscription('it', {
    ...it, config: { env: [{ name: 'A', value: pulumi.interpolate`x-${output}` }] }, labels: map, namespace: pulumi.interpolate`${output}-b`,
  }));
  expect(objects.find(({ type }) => type.endsWith(':Subscription'))?.inputs).toMatchObject({
    metadata: { labels: { team: 'a' }, namespace: 'team-b' }, spec: { config: { env: [{ name: 'A', value: 'x-team' }] } },
  });
});

const number = pulumi.output(2);

test.each<[string, object]>([
  ['apiServerPort', { apiServerPort: number }],
  ['olmOperator.replicas', { olmOperator: { replicas: number } }],
  ['catalogOperator.tolerations[0].tolerationSeconds', { catalogOperator: { tolerations: [{ key: 'a', tolerationSeconds: number }] } }],
  ['podSecurity.namespace.version', { podSecurity: { namespace: { enforce: 'baseline', version: pulumi.interpolate`v1.3${number}` } } }],
])('an Output in %s of OlmInstallation, which is compared with the schemas of Kubernetes, is an error with the remedy', async (path, args) => {
  await expect(Program.run(() => new OlmInstallation('olm', args as never))).rejects.toThrow(`OlmInstallation 'olm': args.${path} must be a plain value, got an Output: `
    + 'it decides what is created, so it must be known when the program runs; pass a plain value, or create the component in `output.apply(…)`');
});
