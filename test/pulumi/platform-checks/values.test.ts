import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { InstallMode, InstallPlanApproval } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorPolicy } from 'olm-constructs/gitops';
import {
  CatalogRef, DefaultCatalog, OlmInstallation, OperatorGroupRef, OperatorRegistry, OperatorSubscription, type OperatorSubscriptionArgs,
  PlatformChecks, type PlatformChecksArgs,
} from '../../../lib/pulumi';
import { operator } from '../../builders/operator-objects';
import { Program } from '../program';
import { recordLog } from './components-of';

const CACHE = operator('cache', 'Cache', {}, { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, mode: { type: 'string' } } } } });

/** An output whose value is not known in a preview. */
function unknown(): pulumi.Output<string> {
  return pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
}

function subscribe(name: string, args: Partial<OperatorSubscriptionArgs>): OperatorSubscription {
  const catalog = CatalogRef.named('catalog', 'olm', args.packageName === undefined ? { content: Catalog.fromBundles([CACHE]) } : {});
  return new OperatorSubscription(name, { catalog, packageName: 'cache', wait: false, createNamespace: false, ...args });
}

function cache(name: string, spec: object, namespace: pulumi.Input<string> = 'team'): kubernetes.apiextensions.CustomResource {
  return new kubernetes.apiextensions.CustomResource(name, { apiVersion: 'example.test/v1', kind: 'Cache', metadata: { name, namespace }, spec });
}

/** Checks a program. Returns its messages, and the error that it ends with. */
async function check(make: () => unknown, args: PlatformChecksArgs = {}): Promise<{ readonly log: string[]; readonly error: string | undefined }> {
  const log = recordLog();
  try {
    await Program.run(() => {
      new PlatformChecks('checks', args);
      make();
    });
    return { log, error: undefined };
  } catch (error) {
    return { log, error: (error as Error).message };
  }
}

async function run(make: () => unknown): Promise<Program> {
  recordLog();
  return Program.run(make);
}

afterEach(() => jest.restoreAllMocks());

const TWO_GROUPS = "namespace 'team' has another OperatorGroup, at 'OperatorSubscription/two/OperatorGroup', and OLM does nothing in a namespace with two; "
  + "set `operatorGroup` to the `operatorGroupRef` of 'OperatorSubscription/two', or use a separate namespace for this operator";

describe('two operators in the namespace of one output', () => {
  test('are refused at once if it is the same output, even if its value is not known', async () => {
    for (const namespace of [unknown(), pulumi.output('team'), pulumi.secret('team')]) {
      await expect(run(() => ['one', 'two'].map((name) => subscribe(name, { namespace, packageName: name })))).rejects.toThrow(
        "[OperatorSubscription/two] namespace '<args.namespace of OperatorSubscription 'two'>' has another OperatorGroup, at 'OperatorSubscription/one/OperatorGroup'",
      );
    }
  });

  test('are refused without PlatformChecks if two outputs have the same value', async () => {
    await expect(run(() => {
      const team = new kubernetes.core.v1.Namespace('team', { metadata: { name: 'team' } });
      ['one', 'two'].forEach((name) => subscribe(name, { namespace: team.metadata.name, packageName: name }));
    })).rejects.toThrow(`[OperatorSubscription/one] ${TWO_GROUPS}`);
  });

  test('are refused if one of them has an output, and the other its value', async () => {
    await expect(run(() => {
      subscribe('one', { namespace: 'team', packageName: 'one' });
      subscribe('two', { namespace: pulumi.output('team'), packageName: 'two' });
    })).rejects.toThrow(`[OperatorSubscription/one] ${TWO_GROUPS}`);
  });

  test('are two operators in different namespaces if the values differ', async () => {
    const program = await run(() => ['one', 'two'].forEach((name) => subscribe(name, { namespace: pulumi.output(name), packageName: name })));
    expect(program.objects.filter(({ type }) => type.endsWith(':OperatorGroup'))).toHaveLength(2);
  });

  test('are the same package twice', async () => {
    const namespace = unknown();
    await expect(run(() => ['one', 'two'].map((name) => subscribe(name, { namespace })))).rejects.toThrow(
      "package 'cache' has another Subscription in namespace '<args.namespace of OperatorSubscription 'two'>', at 'OperatorSubscription/one'",
    );
  });

  test('cannot be compared while two outputs are not known, which PlatformChecks says', async () => {
    const { log, error } = await check(() => ['one', 'two'].forEach((name) => subscribe(name, { namespace: unknown(), packageName: name })));
    expect(error).toBeUndefined();
    expect(log).toEqual(['info checks: not checked, because the values are not known yet: args.namespace of OperatorSubscription \'one\', '
      + "args.namespace of OperatorSubscription 'two'; `pulumi up` checks what depends on them"]);
  });
});

describe('a value that is not known', () => {
  test('may be the name of the OperatorGroup that another operator names', async () => {
    const guest = (name: pulumi.Input<string>) => (): unknown => [
      subscribe('host', { namespace: 'team', name, packageName: 'host' }),
      subscribe('guest', { namespace: 'team', packageName: 'guest', operatorGroup: OperatorGroupRef.named('shared') }),
    ];
    expect((await check(guest(unknown()))).error).toBeUndefined();
    expect((await check(guest(pulumi.output('shared')))).error).toBeUndefined();
    expect((await check(guest(pulumi.output('mine')))).error).toContain("namespace 'team' has another OperatorGroup, at 'OperatorSubscription/host/OperatorGroup'");
  });

  test('may be the namespace that the operator watches', async () => {
    const own = operator('own', 'Own', { spec: { installModes: [{ type: 'OwnNamespace', supported: true }] } });
    const catalog = CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([own]) });
    const watch = (namespace: pulumi.Input<string>) => (): unknown => subscribe('own', { catalog, packageName: 'own', namespace, installMode: InstallMode.singleNamespace('team') });
    expect((await check(watch(unknown()))).error).toBeUndefined();
    expect((await check(watch(pulumi.output('team')))).error).toBeUndefined();
    expect((await check(watch(pulumi.output('other')))).error).toContain("bundle 'own.v1.0.0' does not support the install mode SingleNamespace");
  });

  test('may be the namespace of a catalog that has what an operator requires', async () => {
    const required = [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }];
    const shop = operator('shop', 'Shop', { spec: { customresourcedefinitions: { owned: [{ name: 'shops.example.test', version: 'v1', kind: 'Shop' }], required } } });
    const elsewhere = (namespace: pulumi.Input<string>) => (): unknown => {
      new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait: false });
      new OperatorRegistry('caches', { bundles: [CACHE], namespace, wait: false });
      const catalog = new OperatorRegistry('shops', { bundles: [shop], wait: false });
      return new OperatorSubscription('shop', { catalog, packageName: 'shop', namespace: 'team', wait: false });
    };
    expect((await check(elsewhere(unknown()))).error).toBeUndefined();
    expect((await check(elsewhere(pulumi.output('team')))).error).toBeUndefined();
    expect((await check(elsewhere(pulumi.output('other')))).error).toContain("bundle 'shop.v1.0.0' requires the API");
  });

  test('may be an allowed approval', async () => {
    const law = (rules: object): PlatformChecksArgs => ({ policies: [new OperatorPolicy({ name: 'law', ...rules })] });
    const plain = (installPlanApproval: pulumi.Input<string>) => (): unknown => new kubernetes.apiextensions.CustomResource('plain', {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'cache', namespace: 'team' },
      spec: { name: 'cache', source: 'catalog', sourceNamespace: 'olm', installPlanApproval },
    });
    const approval = law({ allowedApprovals: [InstallPlanApproval.MANUAL] });
    expect((await check(plain(unknown()), approval)).error).toBeUndefined();
    expect((await check(plain(pulumi.output('Manual')), approval)).error).toBeUndefined();
    expect((await check(plain(pulumi.output('Automatic')), approval)).error).toContain("package 'cache' has the approval Automatic");
  });
});

describe('PlatformChecks', () => {
  test('also refuses an OperatorGroup that the program creates itself', async () => {
    const { error } = await check(() => {
      subscribe('one', { namespace: 'team' });
      new kubernetes.apiextensions.CustomResource('group', {
        apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'team', namespace: pulumi.output('team') }, spec: {},
      });
    });
    expect(error).toBe("construct-refused: [OperatorSubscription/one] namespace 'team' has another OperatorGroup, at 'OperatorGroup/group', and OLM does nothing in a "
      + 'namespace with two; set `operatorGroup` to that one, or use a separate namespace for this operator');
  });

  test('compares the namespaces that operators watch with the values of outputs', async () => {
    const { error } = await check(() => {
      const shared = InstallMode.multiNamespace(['shared', 'other']);
      ['one', 'two'].forEach((name) => subscribe(name, { namespace: pulumi.output(name), installMode: shared }));
    }, { existingNamespaces: ['shared', 'other'] });
    expect(error).toContain("operator-groups-intersect: [OperatorSubscription/two] bundle 'cache.v1.0.0' in namespace 'two' and bundle 'cache.v1.0.0' in namespace 'one', at "
      + "'OperatorSubscription/one', watch a common namespace");
  });

  test('checks fields of custom resources with values, and only those that are known', async () => {
    const { log, error } = await check(() => {
      subscribe('operator', { namespace: 'team' });
      cache('one', { size: pulumi.output('large') });
      cache('two', { size: unknown(), mode: 3 });
      cache('three', { size: unknown(), mode: 'fast' });
    }, { existingNamespaces: ['team'] });
    expect(error).toContain('2 problems\n');
    expect(error).toContain("[Cache/one] the API server refuses Cache 'one' under the CustomResourceDefinition 'caches.example.test' of the bundle 'cache.v1.0.0': "
      + 'spec.size: must be an integer, got the string "large"');
    expect(error).toContain("[Cache/two] the API server refuses Cache 'two' under the CustomResourceDefinition 'caches.example.test' of the bundle 'cache.v1.0.0': spec.mode: ");
    expect(error).not.toContain('spec.size: must be an integer, got the string "late');
    expect(log).toEqual(["info checks: not checked, because the values are not known yet: spec.size of Cache 'three', spec.size of Cache 'two'; `pulumi up` checks what depends on them"]);
  });

  test('refuses a list of objects, whose items no check would see', async () => {
    const { error } = await check(() => new kubernetes.apiextensions.CustomResource('all', {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'SubscriptionList', metadata: {},
      items: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'cache', namespace: 'team' } }],
    }));
    expect(error).toBe('construct-refused: [SubscriptionList/all] SubscriptionList has the field items with 1 object, which checks and policies do not see; write each item '
      + 'as a document of its own, or create an object for each');
  });

  test('knows the namespaces that the program creates, and finds none missing while the name of one is not known', async () => {
    const watch = (target: string) => (): unknown => subscribe('one', { namespace: 'team', installMode: InstallMode.singleNamespace(target) });
    const namespace = (name: pulumi.Input<string>): unknown => new kubernetes.core.v1.Namespace('blue', { metadata: { name } });
    const missing = async (make: () => unknown): Promise<boolean> => (await check(make)).log.some((line) => line.includes('target-namespace-missing'));
    expect(await missing(watch('blue'))).toBe(true);
    expect(await missing(() => [namespace(pulumi.output('blue')), watch('blue')()])).toBe(false);
    expect(await missing(() => [namespace(pulumi.output('green')), watch('blue')()])).toBe(true);
    expect(await missing(() => [namespace(unknown()), watch('blue')()])).toBe(false);
    expect(await missing(() => [new kubernetes.core.v1.NamespacePatch('blue', { metadata: { name: 'blue' } }), watch('blue')()])).toBe(false);
  });

  test('finds no breach of a policy in a value that is not known', async () => {
    const waivers = [{ id: 'policy-registry', path: 'OperatorSubscription/one', reason: 'the content of the catalog is not known' }];
    const policies = [new OperatorPolicy({ name: 'law', allowedCatalogs: ['good'], allowedRegistries: ['example.test'], waivers })];
    const installed = (catalogName: pulumi.Input<string>, image: pulumi.Input<string>) => (): void => {
      new OperatorSubscription('one', { catalog: { catalogName, catalogNamespace: 'olm' }, packageName: 'cache', wait: false });
      new kubernetes.core.v1.Pod('pod', { metadata: { name: 'pod' }, spec: { containers: [{ name: 'a', image }] } });
    };
    const bad = await check(installed(pulumi.output('bad'), pulumi.output('other.test/a')), { policies });
    expect(bad.error).toContain("policy-catalog: [OperatorSubscription/one] package 'cache' comes from catalog 'olm/bad'");
    expect(bad.error).toContain("policy-registry: [Pod/pod] Pod 'pod' has the image 'other.test/a'");
    expect((await check(installed('good', pulumi.interpolate`example.test/${'a'}`), { policies })).error).toBeUndefined();
    const open = await check(installed(unknown(), unknown()), { policies });
    expect(open.error).toBeUndefined();
    expect(open.log).toEqual([expect.stringContaining("args.catalog.catalogName of OperatorSubscription 'one', spec.containers[0].image of Pod 'pod'")]);
  });

  test('lists variables and arguments that are not known if a policy reads images, which may be in them', async () => {
    const pod = (): unknown => new kubernetes.core.v1.Pod('pod', {
      metadata: { name: 'pod' }, spec: { containers: [{ name: 'a', image: 'example.test/a', env: [{ name: 'RELATED_IMAGE_B', value: unknown() }] }] },
    });
    const logWith = async (rules: object): Promise<string[]> => (await check(pod, { policies: [new OperatorPolicy({ name: 'law', ...rules })] })).log;
    expect(await logWith({ allowedRegistries: ['example.test'] })).toEqual([expect.stringContaining("spec.containers[0].env[0].value of Pod 'pod'")]);
    expect(await logWith({ allowedCatalogs: ['good'] })).toEqual([]);
  });

  test('never prints a secret', async () => {
    const secret = pulumi.secret('hunter2');
    const { log, error } = await check(() => {
      subscribe('one', { namespace: secret, installMode: InstallMode.ownNamespace(), config: { env: [{ name: 'PASSWORD', value: secret }] } });
      cache('two', { size: secret }, secret);
      new kubernetes.core.v1.Secret('three', { metadata: { name: 'three' }, stringData: { password: 'hunter2' } });
      new kubernetes.apiextensions.CustomResource('group', {
        apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'team', namespace: pulumi.secret('hunter2') }, spec: {},
      });
    });
    expect([...log, error].join('\n')).not.toContain('hunter2');
    expect(error).toContain("[OperatorSubscription/one] namespace '<args.namespace of OperatorSubscription 'one'>' has another OperatorGroup, at 'OperatorGroup/group'");
    expect(log.filter((line) => line.includes('secret'))).toEqual([
      "info checks: not checked, because the values are secret: args.namespace of OperatorSubscription 'one'",
    ]);
  });
});
