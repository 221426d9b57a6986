import { ApiObject, App, Chart } from 'cdk8s';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import { BundleDeployment, BundleEngine, ChartComponent } from '../../lib/pulumi';

test('a bundle without OLM is the objects of the operator, each after those that it needs, and no waiter', async () => {
  const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine: BundleEngine.plain() }));
  const order = Object.fromEntries(program.objects.map(({ type, after }) => [type, after]));
  expect(Object.keys(order).sort()).toEqual([
    'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition',
    'kubernetes:apps/v1:Deployment',
    'kubernetes:core/v1:Namespace',
    'kubernetes:core/v1:ServiceAccount',
    'kubernetes:rbac.authorization.k8s.io/v1:Role',
    'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding',
  ]);
  expect(order['kubernetes:core/v1:ServiceAccount']).toEqual(expect.arrayContaining([expect.stringContaining('Namespace')]));
  expect(order['kubernetes:apps/v1:Deployment']).toEqual(expect.arrayContaining([expect.stringContaining('ServiceAccount'), expect.stringContaining('RoleBinding')]));
});

test('integers beyond 2^53 are rounded', async () => {
  const chart = new Chart(new App(), 'chart');
  new ApiObject(chart, 'object', { apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { size: 9223372036854775807n } });
  const { objects } = await Program.run(() => ChartComponent.fromChart('chart', chart));
  expect(objects.map(({ inputs }) => inputs['spec'])).toEqual([{ size: 2 ** 63 }]);
});
