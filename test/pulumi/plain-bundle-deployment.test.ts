import * as pulumi from '@pulumi/pulumi';
import { PlainBundle } from '../../lib/bundle';
import { PlainBundleDeployment } from '../../lib/pulumi';
import { withFiles } from '../builders/bundle-files';
import { Program } from './program';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n';
const bundle = withFiles({ 'manifests/a.yaml': CONFIG }, (folder) => PlainBundle.fromDirectory(folder));

test('the objects of a plain+v0 bundle are resources', async () => {
  const program = await Program.run(() => new PlainBundleDeployment('demo', { bundle, namespace: 'demo', labels: { team: pulumi.output('a') } }));
  expect(program.objects.map(({ name }) => name)).toEqual(['demo/Namespace-demo', 'demo/ConfigMap-settings']);
  expect(program.named('demo/ConfigMap-settings').inputs).toMatchObject({ metadata: { name: 'settings', namespace: 'demo', labels: { team: 'a' } } });
});

test('an unknown argument is refused', async () => {
  await expect(Program.run(() => new PlainBundleDeployment('demo', { bundle, namespace: 'demo', crdScope: undefined, values2: {} } as never)))
    .rejects.toThrow("unknown key 'values2' in args of PlainBundleDeployment 'demo'");
});

const CACHE = withFiles({
  'manifests/crd.yaml': JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'caches.demo.test' },
    spec: {
      group: 'demo.test', scope: 'Namespaced', names: { plural: 'caches', singular: 'cache', kind: 'Cache', listKind: 'CacheList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }),
  'manifests/cache.yaml': 'apiVersion: demo.test/v1\nkind: Cache\nmetadata: {name: first}\n',
  'manifests/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: cache}\nspec: {ports: [{port: 80}]}\n',
  'manifests/settings.yaml': CONFIG,
  'manifests/other.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n',
}, (folder) => PlainBundle.fromDirectory(folder));

describe('a plain+v0 bundle with an API', () => {
  it('has a waiter for what becomes ready or must be removed in order', async () => {
    const program = await Program.run(() => new PlainBundleDeployment('cache', { bundle: CACHE, namespace: 'cache', wait: { onDestroy: { deleteCrds: true } } }));
    const waiters = program.registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
    expect(waiters.map(({ name }) => name)).toEqual(['cache/OperatorPlace', 'cache/OperatorPlace-other', 'cache/PlainReady']);
    expect(waiters.at(-1)!.inputs).toMatchObject({
      name: 'cache', namespace: 'cache', onDestroy: { deleteCrds: true },
      objects: [
        { apiVersion: 'demo.test/v1', kind: 'Cache', name: 'first', namespace: 'cache' }, { apiVersion: 'v1', kind: 'Service', name: 'cache', namespace: 'cache' },
        { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'caches.demo.test' },
      ],
    });
    expect(program.named('cache/CustomResourceDefinition-caches.demo.test').options.retainOnDelete).toBe(true);
    // The provider would wait for endpoints, of a Deployment that comes later.
    expect(program.named('cache/Service-cache').inputs).toMatchObject({ metadata: { annotations: { 'pulumi.com/skipAwait': 'true' } } });
  });

  it('has none with wait: false, or without anything to wait for', async () => {
    const made = [{ bundle: CACHE, namespace: 'cache', wait: false as const }, { bundle, namespace: 'demo', createNamespace: false }];
    for (const args of made) {
      const program = await Program.run(() => new PlainBundleDeployment('cache', args));
      expect(program.registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'))).toEqual([]);
    }
  });

  it.each<[string, object, string]>([
    ['an unknown key of wait', { wait: { recover: 1 } }, "unknown key 'recover' in wait in args of PlainBundleDeployment 'it'"],
    ['an unknown key of onDestroy', { wait: { onDestroy: { deleteDependencies: true } } }, "unknown key 'deleteDependencies' in wait.onDestroy in args of PlainBundleDeployment 'it'"],
    ['a policy for CRDs that it does not have', { bundle, existingCrds: 'adopt' },
      "[PlainBundleDeployment/it] existingCrds is 'adopt', but the bundle has no CRDs; omit `existingCrds`"],
  ])('refuses %s', async (_, args, message) => {
    await expect(Program.run(() => new PlainBundleDeployment('it', { bundle: CACHE, namespace: 'cache', ...args }))).rejects.toThrow(message);
  });
});
