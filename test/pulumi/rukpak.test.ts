import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { BundleDeployment as Deployment } from '../../lib/constructs/bundle-deployment';
import {
  BundleDeployment, ChartComponent, ProvisionerClass, RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakEngine, RukpakSource,
  RukpakVersion,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';

const APP = { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image('quay.io/demo/app:v1') };
const KEPT = { metadata: { annotations: { 'olm-constructs/waiter': 'none' } } };

/** The waiters, in the order of the program. */
function waiters(program: Program): readonly Registered[] {
  return program.registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
}

function waiter(program: Program, name: string): Registered {
  return waiters(program).find((found) => found.name === name)!;
}

describe('RukpakBundleDeployment', () => {
  it('waits for the bundle, and outputs what is installed', async () => {
    const outputs: unknown[] = [];
    const program = await Program.run(() => {
      const app = new RukpakBundleDeployment('app', { ...APP, name: 'app', installNamespace: pulumi.output('team'), wait: { onDestroy: { operands: 'delete' } } });
      pulumi.all([app.deploymentName, app.resolvedSource, app.deployments]).apply((found) => outputs.push(...found));
    }, {}, { resolvedSource: 'quay.io/demo/app@sha256:1', deployments: ['team/app'] });
    expect(program.named('app/BundleDeployment').inputs).toMatchObject({ metadata: { name: 'app' }, spec: { installNamespace: 'team' } });
    expect(waiter(program, 'app/RukpakReady')).toMatchObject({
      after: ['app/BundleDeployment'],
      inputs: { kind: 'BundleDeployment', apiVersion: 'core.rukpak.io/v1alpha2', name: 'app', onDestroy: { operands: 'delete' }, revision: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
    });
    expect(outputs).toEqual(['app', 'quay.io/demo/app@sha256:1', ['team/app']]);
  });

  it('starts a new wait for another source', async () => {
    const revisions = await Promise.all(['v1', 'v1', 'v2'].map(async (tag) => waiter(await Program.run(() => (
      new RukpakBundleDeployment('app', { ...APP, source: RukpakSource.image(`quay.io/demo/app:${tag}`), installNamespace: 'team' })
    )), 'app/RukpakReady').inputs['revision']));
    expect(revisions[0]).toBe(revisions[1]);
    expect(revisions[0]).not.toBe(revisions[2]);
  });

  it('takes values of a chart that other resources know', async () => {
    const program = await Program.run(() => (
      new RukpakBundleDeployment('app', { ...APP, provisionerClass: ProvisionerClass.HELM, helmValues: { host: pulumi.output('db.test') }, installNamespace: 'team' })
    ));
    expect(program.named('app/BundleDeployment').inputs).toMatchObject({ spec: { config: { values: 'host: db.test\n' } } });
  });

  it('is kept when only waiting is turned off', async () => {
    const program = await Program.run(() => new RukpakBundleDeployment('app', { ...APP, installNamespace: 'team', wait: false }));
    expect(program.named('app/BundleDeployment').inputs).toMatchObject(KEPT);
    expect(waiters(program)).toEqual([]);
  });
});

describe('RukpakBundle and RukpakBundleInstance', () => {
  it('are unpacked and installed in order', async () => {
    const program = await Program.run(() => {
      const bundle = new RukpakBundle('content', { ...APP, name: 'app-v1', version: RukpakVersion.V0_3_0, wait: { force: true } });
      new RukpakBundleInstance('app', { provisionerClass: ProvisionerClass.PLAIN, bundle, name: 'app', version: RukpakVersion.V0_3_0 });
    });
    expect(waiter(program, 'content/RukpakReady').inputs).toMatchObject({ kind: 'Bundle', name: 'app-v1', onDestroy: { force: true } });
    expect(program.named('app/BundleInstance').inputs).toMatchObject({ spec: { bundleName: 'app-v1' } });
    expect(program.named('app/BundleInstance').after).toEqual(expect.arrayContaining(['content/Bundle', 'content/RukpakReady']));
    expect(waiter(program, 'app/RukpakReady').inputs).toMatchObject({ kind: 'BundleInstance', apiVersion: 'core.rukpak.io/v1alpha1', name: 'app' });
  });
});

describe('components with RukPak', () => {
  const engine = new RukpakEngine();

  it('wait for the BundleDeployment of a bundle, and output what is installed', async () => {
    const outputs: unknown[] = [];
    const program = await Program.run(() => {
      const hello = new BundleDeployment('hello', { bundle: HELLO, engine, wait: { onDestroy: { operands: 'delete', force: true } } });
      pulumi.all([hello.namespace, hello.csvName, hello.version, hello.deployments]).apply((found) => outputs.push(...found));
    }, {}, { ready: true, deployments: ['hello-operator/hello-op'], ownedApis: [] });
    expect(waiters(program).map(({ name }) => name)).toEqual(['hello/RukpakReady']);
    expect(waiter(program, 'hello/RukpakReady').inputs).toMatchObject({ kind: 'BundleDeployment', name: 'hello-operator', onDestroy: { operands: 'delete', force: true } });
    expect(outputs).toEqual(['hello-operator', HELLO.name, HELLO.version, ['hello-op']]);
  });

  it('include those of a chart', async () => {
    const chart = new Chart(new App(), 'operators');
    new Deployment(chart, 'hello', { bundle: HELLO, engine });
    const program = await Program.run(() => ChartComponent.fromChart('chart', chart, { wait: { onDestroy: { deleteCrds: true, force: true } } }));
    expect(waiters(program)).toMatchObject([{ name: 'chart/hello/Deployment/RukpakReady', inputs: { onDestroy: { force: true } } }]);
    expect(waiters(program)[0]?.inputs['onDestroy']).toEqual({ force: true });
  });

  it('keep the BundleDeployment when only waiting is turned off', async () => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, wait: false }));
    expect(program.objects.filter(({ inputs }) => JSON.stringify(inputs).includes('olm-constructs/waiter'))).toHaveLength(1);
  });

  it.each<[string, () => unknown, string]>([
    ['adopt', () => new BundleDeployment('it', { bundle: HELLO, engine, adopt: true }), 'adopt needs an engine that subscribes to the operator'],
    ['existingNamespace', () => new BundleDeployment('it', { bundle: HELLO, engine, existingNamespace: 'share' }), 'existingNamespace has no meaning with RukPak'],
    ['deleteCrds', () => new BundleDeployment('it', { bundle: HELLO, engine, wait: { onDestroy: { deleteCrds: true } } }),
      "unknown key 'deleteCrds' in onDestroy in wait of 'BundleDeployment/it', which RukPak installs; known keys: 'operands', 'force'"],
    ['an unknown key', () => new RukpakBundleDeployment('it', { ...APP, image: 'x' } as never), "unknown key 'image' in args of RukpakBundleDeployment 'it'"],
    ['an unknown key of wait', () => new RukpakBundle('it', { ...APP, wait: { onDestroy: {} } }), "unknown key 'onDestroy' in wait in args of RukpakBundle 'it'"],
    ['a source that the release lacks', () => new RukpakBundleInstance('it', { ...APP, version: RukpakVersion.V0_3_0 }), "set 'bundle' to a RukpakBundle with the source"],
  ])('refuse %s', async (_, make, message) => {
    await expect(Program.run(make)).rejects.toThrow(message);
  });
});
