import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { InstallPlanApproval } from 'olm-constructs';
import { OperatorPolicy } from 'olm-constructs/gitops';
import { FindingSeverity } from 'olm-constructs/validation';
import * as constructs from '../../../lib';
import { CatalogRef, ChartComponent, OperatorSubscription, PlatformChecks, type PlatformChecksArgs } from '../../../lib/pulumi';
import { Program } from '../program';
import { recordLog } from './components-of';

const CATALOG = CatalogRef.named('catalog', 'olm');

function subscribe(name: string, packageName: string, namespace: string, options: pulumi.ComponentResourceOptions = {}): OperatorSubscription {
  return new OperatorSubscription(name, { catalog: CATALOG, packageName, namespace, createNamespace: false, wait: false }, options);
}

function provider(name: string): kubernetes.Provider {
  return new kubernetes.Provider(name, { kubeconfig: pulumi.secret('{}') });
}

const cacheOnly = (): OperatorPolicy => new OperatorPolicy({ name: 'law', allowedPackages: ['cache'] });

const BREACH = /^policy-package: \[OperatorSubscription\/(.*)\] package 'queue' is installed, and the allowed packages are 'cache'; remove the operator, or allow its package$/;

/** Runs a program. Returns its messages, and the error that it ends with. */
async function run(make: () => unknown): Promise<{ readonly log: string[]; readonly error: string | undefined }> {
  const log = recordLog();
  try {
    await Program.run(make);
    return { log, error: undefined };
  } catch (error) {
    return { log, error: (error as Error).message };
  }
}

afterEach(() => jest.restoreAllMocks());

describe('PlatformChecks of several clusters', () => {
  test('compare only what has the same provider', async () => {
    const { error } = await run(() => {
      new PlatformChecks('checks');
      const options = ['blue', 'green'].map((name) => ({ provider: provider(name) }));
      options.forEach((option, index) => subscribe(`operator-${index}`, 'cache', 'team', option));
      subscribe('operator', 'cache', 'team');
      new kubernetes.apiextensions.CustomResource('extension', {
        apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'cache' },
        spec: { namespace: 'cache', source: { sourceType: 'Catalog', catalog: { packageName: 'cache' } } },
      }, options[1]);
    });
    expect(error).toBe("package-twice: [ClusterExtension/extension] package 'cache' is installed by OlmV1 and OlmV0, at 'ClusterExtension/extension' and "
      + "'OperatorSubscription/operator-1', and each of them changes the objects of the other; remove all but one of them");
  });

  test('with a provider check only its cluster, and those without one all others', async () => {
    const checked = async (make: (blue: pulumi.ComponentResourceOptions) => unknown): Promise<string | undefined> => BREACH.exec((await run(() => {
      const blue = { provider: provider('blue') };
      make(blue);
      subscribe('in-blue', 'queue', 'team', blue);
      subscribe('in-default', 'cache', 'team');
    })).error ?? '')?.[1];
    expect(await checked((blue) => new PlatformChecks('checks', { policies: [cacheOnly()] }, blue))).toBe('in-blue');
    expect(await checked(() => new PlatformChecks('checks', { policies: [cacheOnly()] }))).toBe('in-blue');
    expect(await checked((blue) => [new PlatformChecks('rest', { policies: [cacheOnly()] }), new PlatformChecks('checks', {}, blue)])).toBeUndefined();
  });

  test('report a waiver as unused only if it is in all of them', async () => {
    const waived = (reason: string, id: string): PlatformChecksArgs['waivers'] => [{ id, reason }];
    const { log } = await run(() => {
      new PlatformChecks('checks', { existingNamespaces: ['team', 'queue'], waivers: [...waived('on the way', 'engines-in-cluster')!, ...waived('none', 'package-twice')!] });
      const blue = { provider: provider('blue') };
      subscribe('first', 'cache', 'team', blue);
      new kubernetes.apiextensions.CustomResource('second', {
        apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'queue' },
        spec: { namespace: 'queue', source: { sourceType: 'Catalog', catalog: { packageName: 'queue' } } },
      }, blue);
      subscribe('third', 'cache', 'team');
    });
    expect(log).toEqual(["warn checks: waiver-unused: the waiver for 'package-twice' does not apply to any finding (its reason: none); remove the waiver"]);
  });
});

describe('PlatformChecks', () => {
  const chart = (name: string, packageName: string, namespace: string): ChartComponent => {
    const made = new Chart(new App(), name);
    new constructs.OperatorSubscription(made, 'operator', { catalog: CATALOG, packageName, namespace, createNamespace: false });
    return ChartComponent.fromChart(name, made, { wait: false });
  };

  test('compare components with charts, and charts with each other', async () => {
    const refused = async (make: () => unknown): Promise<string | undefined> => (await run(() => {
      new PlatformChecks('checks');
      make();
    })).error;
    expect(await refused(() => [chart('blue', 'cache', 'team'), subscribe('mine', 'queue', 'team')])).toContain(
      "[OperatorSubscription/mine] namespace 'team' has another OperatorGroup, at 'blue/operator/OperatorGroup'",
    );
    expect(await refused(() => [chart('blue', 'cache', 'team'), chart('green', 'queue', 'team')])).toContain(
      "[green/operator] namespace 'team' has another OperatorGroup, at 'blue/operator/OperatorGroup'",
    );
    expect(await refused(() => [chart('blue', 'cache', 'one'), chart('green', 'queue', 'two'), subscribe('mine', 'queue', 'three')])).toBeUndefined();
  });

  test('print findings at the resources that they are about', async () => {
    const { log, error } = await run(() => {
      const law = new OperatorPolicy({ name: 'law', allowedPackages: ['cache'], severity: FindingSeverity.WARNING });
      new PlatformChecks('checks', { policies: [law], existingNamespaces: ['team', 'other'] });
      subscribe('mine', 'queue', 'team');
      chart('blue', 'queue', 'other');
    });
    expect(error).toBeUndefined();
    expect(log.map((line) => line.slice(0, line.indexOf(']') + 1))).toEqual(['warn blue: policy-package: [blue/operator]', 'warn mine: policy-package: [OperatorSubscription/mine]']);
  });

  test('fail the program for warnings if they are strict', async () => {
    const law = new OperatorPolicy({ name: 'law', allowedPackages: ['cache'], severity: FindingSeverity.WARNING });
    expect((await run(() => [new PlatformChecks('checks', { policies: [law], strict: true, existingNamespaces: ['team'] }), subscribe('mine', 'queue', 'team')])).error).toMatch(BREACH);
  });

  test('say which resources they do not see, and then find nothing missing', async () => {
    const { log, error } = await run(() => {
      new kubernetes.core.v1.Namespace('early', { metadata: { name: 'early' } });
      subscribe('mine', 'cache', 'team');
      new PlatformChecks('checks');
      new kubernetes.apiextensions.CustomResource('unknown', { apiVersion: 'example.test/v1', kind: 'Unknown', metadata: { name: 'unknown' } });
      new kubernetes.helm.v4.Chart('redis', { chart: 'redis' });
    });
    expect(error).toBeUndefined();
    expect(log).toEqual(['info checks: the objects of these resources are not checked, and neither is whether namespaces, kinds and APIs are missing: '
      + "kubernetes:core/v1:Namespace 'early', kubernetes:helm.sh/v4:Chart 'redis'; create PlatformChecks before all other resources. "
      + 'The content of charts and files is never checked']);
  });

  test('print nothing for a program that fails by itself', async () => {
    expect(await run(() => {
      new PlatformChecks('checks', { policies: [cacheOnly()], existingNamespaces: ['team'] });
      subscribe('mine', 'queue', 'team');
      throw new Error('my own');
    })).toEqual({ log: [], error: 'my own' });
  });

  test('run without a stack, in a unit test', async () => {
    recordLog();
    await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }), call: () => ({}) });
    const { report } = new PlatformChecks('alone', { existingNamespaces: ['team'], policies: [new OperatorPolicy({ name: 'law', allowedPackages: ['cache'], severity: FindingSeverity.WARNING })] });
    subscribe('mine', 'queue', 'team');
    expect((await report).findings.map(({ id, paths }) => [id, ...paths])).toEqual([['policy-package', 'OperatorSubscription/mine']]);
  });

  test.each<[string, () => unknown, string]>([
    ['an unknown key', () => new PlatformChecks('checks', { policy: [] } as never), "unknown key 'policy' in args of PlatformChecks 'checks'"],
    ['a waiver without a reason', () => new PlatformChecks('checks', { waivers: [{ id: 'package-twice', reason: '' }] }), "args of PlatformChecks 'checks': waivers[0] for 'package-twice' has no reason"],
    ['policies that contradict each other', () => new PlatformChecks('checks', {
      policies: [InstallPlanApproval.MANUAL, InstallPlanApproval.AUTOMATIC].map((approval, index) => new OperatorPolicy({ name: `law-${index}`, allowedApprovals: [approval] })),
    }), "args of PlatformChecks 'checks': policy 'law-1' contradicts policy 'law-0' of the app"],
    ['a second one for the same cluster', () => [new PlatformChecks('one'), new PlatformChecks('two')],
      "PlatformChecks 'two' has no provider, and neither has 'one', so that both check the same components"],
    ['a version that is none', () => new PlatformChecks('checks', { kubernetesVersion: 'new' }), "args of PlatformChecks 'checks': kubernetesVersion must be a version such as '1.33'"],
  ])('refuse %s', async (_, make, message) => {
    expect((await run(make)).error).toContain(message);
  });
});
