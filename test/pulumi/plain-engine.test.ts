import * as pulumi from '@pulumi/pulumi';
import { ApiObject, App, Chart } from 'cdk8s';
import { BundleDeployment as Deployment } from '../../lib/constructs/bundle-deployment';
import { BundleDeployment, ChartComponent, PlainEngine } from '../../lib/pulumi';
import { bundleOf, crdOf, podOf } from '../builders/bundle-of';
import { HELLO } from './hello-bundle';
import { Program, type Registered } from './program';

const engine = new PlainEngine();
const CRD = 'CustomResourceDefinition-greetings.hello.example.com';
const CRD_REF = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'greetings.hello.example.com' };

/** The waiters of a program. */
function waiters({ registered }: Program): Registered[] {
  return registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic'));
}

function waiter(program: Program, name: string): Registered {
  return waiters(program).find((found) => found.name === name)!;
}

describe('a bundle without OLM', () => {
  it('consists of the objects of the operator, each after those that it needs', async () => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine }));
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

  it('has a waiter that comes after its objects, and outputs what is installed', async () => {
    const outputs: unknown[] = [];
    const program = await Program.run(() => {
      const hello = new BundleDeployment('hello', { bundle: HELLO, engine, wait: { onDestroy: { operands: 'delete', deleteCrds: ['Greeting.hello.example.com'] } } });
      pulumi.all([hello.namespace, hello.csvName, hello.version]).apply((found) => outputs.push(...found));
    }, {}, { bundleName: 'hello-operator.v0.1.0', installedVersion: '0.1.0' });
    expect(waiters(program).map(({ name }) => name)).toEqual(['hello/OperatorPlace', 'hello/PlainReady']);
    const { inputs, after } = waiter(program, 'hello/PlainReady');
    expect(inputs).toMatchObject({
      name: 'hello-operator', namespace: 'hello-operator', bundle: { name: 'hello-operator.v0.1.0', version: '0.1.0' },
      objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'hello-operator', namespace: 'hello-operator' }, CRD_REF],
      onDestroy: { operands: 'delete', deleteCrds: ['Greeting.hello.example.com'] }, revision: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(after).toEqual(expect.arrayContaining([`hello/${CRD}`, 'hello/Deployment-hello-operator', 'hello/Namespace-hello-operator']));
    expect(outputs).toEqual(['hello-operator', 'hello-operator.v0.1.0', '0.1.0']);
  });

  it('leaves the wait for Deployments to the waiter, and without one to the Kubernetes provider', async () => {
    const annotations = async (wait?: false): Promise<unknown> => {
      const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, ...(wait === undefined ? {} : { wait }) }));
      return (program.named('hello/Deployment-hello-operator').inputs['metadata'] as { annotations?: unknown }).annotations;
    };
    expect(await annotations()).toMatchObject({ 'pulumi.com/skipAwait': 'true' });
    expect(await annotations(false)).not.toHaveProperty(['pulumi.com/skipAwait']);
    expect(await annotations(false)).toMatchObject({ 'olm-constructs/waiter': 'none' });
  });

  it.each([true, false])('keeps its CRDs when they leave the state, with a waiter: %s', async (isWaitedFor) => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, ...(isWaitedFor ? {} : { wait: false }) }));
    expect(program.named(`hello/${CRD}`).options.retainOnDelete).toBe(true);
    expect(program.named('hello/Namespace-hello-operator').options.retainOnDelete).toBe(isWaitedFor ? true : undefined);
    expect(program.named('hello/Deployment-hello-operator').options.retainOnDelete).toBeUndefined();
  });

  it('removes its Namespace only if nothing uses it, not even objects of its APIs', async () => {
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine }));
    expect(waiter(program, 'hello/OperatorPlace').inputs).toMatchObject({ namespace: 'hello-operator', removeNamespace: true, crds: ['greetings.hello.example.com'] });
    expect(program.named('hello/Deployment-hello-operator').after).toContain('hello/OperatorPlace');
  });

  it('takes over CRDs and shares a Namespace if the policies allow it', async () => {
    const args = { existingCrds: 'adopt', existingNamespace: 'share', wait: { onDestroy: { deleteCrds: true } } } as const;
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, ...args }));
    expect(program.objects.map(({ type }) => type)).toEqual(expect.arrayContaining([
      'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinitionPatch', 'kubernetes:core/v1:NamespacePatch',
    ]));
    expect(waiters(program).map(({ name }) => name)).toEqual(['hello/PlainReady']);
    expect(waiter(program, 'hello/PlainReady').inputs).toMatchObject({ onDestroy: { deleteCrds: true } });
  });

  it('does not delete CRDs that are shared', async () => {
    const args = { existingCrds: 'share', wait: { onDestroy: { operands: 'ignore', deleteCrds: true } } } as const;
    const program = await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, ...args }));
    expect(waiter(program, 'hello/PlainReady').inputs['onDestroy']).toEqual({ operands: 'ignore' });
  });

  it('waits again when an object changes', async () => {
    const revision = async (annotations: { [key: string]: string }): Promise<unknown> => waiter(
      await Program.run(() => new BundleDeployment('hello', { bundle: HELLO, engine, annotations })), 'hello/PlainReady',
    ).inputs['revision'];
    expect(await revision({ team: 'a' })).toBe(await revision({ team: 'a' }));
    expect(await revision({ team: 'a' })).not.toBe(await revision({ team: 'b' }));
  });

  it.each<[string, object, string]>([
    ['adopt', { adopt: true }, '[BundleDeployment/it] adopt needs an engine that subscribes to the operator'],
    ['existingOperatorGroup', { existingOperatorGroup: 'share' }, '[BundleDeployment/it] existingOperatorGroup has no meaning with the plain engine; omit `existingOperatorGroup`'],
    ['recover', { wait: { recover: 1 } }, "unknown key 'recover' in wait of 'BundleDeployment/it', which the plain engine installs"],
    ['deleteDependencies', { wait: { onDestroy: { deleteDependencies: true } } }, "unknown key 'deleteDependencies' in onDestroy in wait of 'BundleDeployment/it', which the plain engine installs"],
    ['an unknown kind', { wait: { onDestroy: { deleteCrds: ['Hello.hello.example.com'] } } },
      "[BundleDeployment/it] wait.onDestroy.deleteCrds has 'Hello.hello.example.com', which the operator does not own; choose from its kinds: 'Greeting.hello.example.com'"],
    ['an unknown policy', { existingCrds: 'keep' }, "existingCrds in args of BundleDeployment 'it' must be 'adopt', 'fail' or 'share', got 'keep'"],
    ['a policy for a Namespace that it does not create', { existingNamespace: 'adopt', createNamespace: false },
      "[BundleDeployment/it] existingNamespace is 'adopt', but the component creates no Namespace; omit `existingNamespace`"],
  ])('refuses %s', async (_, args, message) => {
    await expect(Program.run(() => new BundleDeployment('it', { bundle: HELLO, engine, ...args }))).rejects.toThrow(message);
  });

  it('is not installed by OLM v0 with a policy for CRDs', async () => {
    await expect(Program.run(() => new BundleDeployment('it', { bundle: HELLO, existingCrds: 'adopt' })))
      .rejects.toThrow('[BundleDeployment/it] existingCrds has no meaning with OLM v0; omit `existingCrds`');
  });
});

describe('a chart with bundles without OLM', () => {
  it('has a waiter for each, and what depends on one comes after it is ready', async () => {
    const chart = new Chart(new App(), 'platform');
    const hello = new Deployment(chart, 'hello', { bundle: HELLO, engine });
    const operand = new ApiObject(chart, 'operand', { apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first' } });
    operand.node.addDependency(hello);
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart));
    expect(waiters(program).map(({ name }) => name)).toEqual(['platform/hello/OperatorPlace', 'platform/hello/PlainReady']);
    expect(program.named('platform/operand').after).toContain('platform/hello/PlainReady');
  });

  it('waits for each operator of a chart by itself: for the objects that its annotation marks', async () => {
    const chart = new Chart(new App(), 'platform');
    const packages = ['shop', 'cart'];
    packages.forEach((name) => new Deployment(chart, name, {
      bundle: bundleOf({
        package: name, spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: `${name}-op`, spec: podOf(`example.test/${name}:1`) }] } } },
        files: { 'manifests/crd.yaml': crdOf(name) },
      }),
      engine, namespace: 'team', createNamespace: false,
    }));
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart, { wait: {} }));
    const marked = (mark: string): unknown[] => program.objects.filter(({ inputs }) => (
      (inputs['metadata'] as { annotations?: { [key: string]: string } }).annotations?.['olm-constructs/part-of'] === mark
    )).map(({ inputs }) => `${inputs['kind'] as string} ${(inputs['metadata'] as { name: string }).name}`);
    for (const name of packages) {
      const objects = waiter(program, `platform/${name}/PlainReady`).inputs['objects'] as { kind: string; name: string }[];
      const waited = objects.map((object) => `${object.kind} ${object.name}`);
      expect(waited).toEqual([`Deployment ${name}-op`, `CustomResourceDefinition ${name}s.example.test`]);
      expect(marked(`PlainOperator/team/${name}`)).toEqual(expect.arrayContaining(waited));
    }
  });

  it('waits for the CRDs of another chart, and does not delete them', async () => {
    const app = new App();
    const crds = new Chart(app, 'crds');
    const chart = new Chart(app, 'platform');
    new Deployment(chart, 'hello', { bundle: HELLO, engine: new PlainEngine({ crdScope: crds }) });
    const program = await Program.run(() => {
      ChartComponent.fromChart('crds', crds);
      ChartComponent.fromChart('platform', chart, { wait: { onDestroy: { deleteCrds: true } } });
    });
    const { inputs } = waiter(program, 'platform/hello/PlainReady');
    expect(inputs['objects']).toContainEqual(CRD_REF);
    expect(inputs['onDestroy']).toEqual({});
    expect(program.named(`crds/${CRD}`).options.retainOnDelete).toBeUndefined();
  });
});

describe('integers beyond 2^53', () => {
  const run = (kind: string, spec: object): Promise<Program> => {
    const chart = new Chart(new App(), 'chart');
    new ApiObject(chart, 'object', { apiVersion: 'example.test/v1', kind, metadata: { name: 'a' }, spec });
    return Program.run(() => ChartComponent.fromChart('chart', chart));
  };

  it.each<[string, object, string]>([
    ['Thing', { sizes: [1, 9223372036854775807n] }, "spec.sizes[1] of Thing 'a' is 9223372036854775807, which Pulumi would send as 9223372036854776000"],
    // A float holds this integer, but is written with fewer digits.
    ['Thing', { size: 2n ** 60n }, "spec.size of Thing 'a' is 1152921504606846976, which Pulumi would send as 1152921504606847000"],
    ['CustomResourceDefinition', { properties: { maximum: { default: { maximum: 9007199254740993n } } } },
      "spec.properties.maximum.default.maximum of CustomResourceDefinition 'a' is 9007199254740993, which Pulumi would send as 9007199254740992"],
  ])('are an error if Pulumi would change them: %s %j', async (kind, spec, message) => {
    await expect(run(kind, spec)).rejects.toThrow(`[chart/object] ${message}: its numbers are 64-bit floats; change the value, or apply this object without Pulumi`);
  });

  it.each<[string, object, object]>([
    ['Thing', { size: 10n ** 18n }, { size: 1e18 }],
    // Kubernetes' own type of these fields is float64.
    ['CustomResourceDefinition', { properties: { default: { minimum: -9223372036854775808n, maximum: 9223372036854775807n } } },
      { properties: { default: { minimum: -(2 ** 63), maximum: 2 ** 63 } } }],
  ])('are sent if that changes nothing in the cluster: %s', async (kind, spec, sent) => {
    const { objects } = await run(kind, spec);
    expect(objects.map(({ inputs }) => inputs['spec'])).toEqual([sent]);
  });
});
