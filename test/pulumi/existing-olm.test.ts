import { ApiError } from '../../lib/cluster/client/client-error';
import type { JsonMap } from '../../lib/formats/json/json-value';
import { OlmVersion } from '../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../lib/olm/v0/olm-release';
import type { OlmSettings } from '../../lib/olm/v0/settings/olm-settings';
import { DefaultCatalog, ExistingOlm, OlmInstallation, type OlmInstallationArgs, OperatorRegistry } from '../../lib/pulumi';
import { ResourceFailure } from '../../lib/pulumi/provider/resource-provider';
import { olmDetection } from '../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from './fake-cluster';
import { HELLO } from './hello-bundle';
import { notReady } from './not-ready';
import { printedLines } from './printed-lines';
import { Program } from './program';

jest.mock('../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('./fake-cluster'));

const PATHS: { readonly [kind: string]: string } = {
  CustomResourceDefinition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', Deployment: '/apis/apps/v1/deployments',
  ClusterServiceVersion: '/apis/operators.coreos.com/v1alpha1/clusterserviceversions', OperatorGroup: '/apis/operators.coreos.com/v1/operatorgroups',
};

let lines: string[];
let cluster: FakeCluster;

beforeEach(() => {
  lines = printedLines();
  cluster = new FakeCluster('blue');
});

afterEach(() => jest.restoreAllMocks());

/** Installs an OLM as a tool does that manages fields under a name. */
function install(settings: OlmSettings, manager = 'kubectl-create', only: readonly string[] = Object.keys(PATHS)): void {
  cluster.add(...OlmRelease.of(settings).objects.filter(({ kind }) => only.includes(String(kind))).map((object): FakeObject => {
    const copy = JSON.parse(JSON.stringify(object)) as JsonMap & { metadata: { name: string; namespace?: string } };
    const { metadata: { name, namespace, ...metadata }, ...fields } = copy;
    return {
      ...fields, path: PATHS[String(object['kind'])]!, name, ...(namespace === undefined ? {} : { namespace }),
      metadata: { ...metadata, managedFields: [{ manager }] },
    };
  }));
}

const WHERE = { kubeconfig: 'blue', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };

async function failure(inputs: JsonMap): Promise<string> {
  return (await notReady(olmDetection.create({ ...WHERE, ...inputs }))).reasons.join('\n');
}

const found = async (inputs: JsonMap): Promise<unknown> => (await olmDetection.create({ ...WHERE, ...inputs })).outs['found'];

describe('with FAIL, an OLM in the cluster', () => {
  test('ends `up` with its release, namespace and installer, and the remedies', async () => {
    install({ version: OlmVersion.V0_31_0, namespace: 'lifecycle' }, 'operator-sdk');
    expect(await failure({ existing: 'fail' })).toBe([
      'installation of OLM is not possible: gave up immediately while inspecting',
      '  - the cluster already has OLM 0.31.0 in namespace lifecycle, installed by operator-sdk',
      '    remedy: set `existing` to ExistingOlm.USE to use it unchanged, or to ExistingOlm.ADOPT to take it over, or remove it first with `operator-sdk olm uninstall`',
      '    see: https://github.com/olm-constructs/olm-constructs/blob/main/docs/troubleshooting/causes.md#olm-exists',
    ].join('\n'));
  });

  test('that is part of OpenShift is named as such', async () => {
    install({ namespace: 'openshift-operator-lifecycle-manager', operatorNamespace: 'openshift-operators', catalogNamespace: 'openshift-marketplace' });
    expect(await failure({ existing: 'fail' })).toContain('the cluster already has the OLM of OpenShift in namespace openshift-operator-lifecycle-manager\n'
      + '    remedy: use it with OlmInstallation.fromOpenShift');
  });

  test('that was removed in part is named by what is left', async () => {
    install({}, 'kubectl', ['CustomResourceDefinition']);
    expect(await failure({ existing: 'fail' })).toContain('the cluster already has CustomResourceDefinitions of OLM 0.45.0 or 0.46.0 without olm-operator\n'
      + '    remedy: set `existing: ExistingOlm.ADOPT` to take them over with the objects of their kinds, or delete them first');
  });

  test('may be missing: nothing is found', async () => {
    cluster.unserve('operators.coreos.com');
    expect(await found({ existing: 'fail' })).toEqual({});
  });

  test('is not looked for again once the stack has installed its own', async () => {
    const { outs } = await olmDetection.create({ ...WHERE, existing: 'fail' });
    install({}, 'pulumi-kubernetes-1');
    const { outs: updated } = await olmDetection.update('OLM', outs, { ...WHERE, existing: 'fail', release: { version: '0.46.0', crds: [] } });
    expect(updated).toMatchObject({ ready: true, found: {} });
    const { outs: adopting } = await olmDetection.update('OLM', outs, { ...WHERE, existing: 'adopt' });
    expect(adopting).toMatchObject({ ready: true });
  });

  test('installed by Pulumi may be that of the stack', async () => {
    install({}, 'pulumi-kubernetes-1');
    expect(await failure({ existing: 'fail' })).toContain('; omit `existing` if this stack installed it');
  });
});

describe('with ADOPT, an OLM in the cluster', () => {
  const release = (version: OlmVersion): JsonMap => ({
    version: version.version, crds: OlmRelease.of({ version }).objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ metadata }) => (
      { name: (metadata as { name: string }).name, stored: 'v1', versions: ['v1', 'v1alpha1', 'v1alpha2', 'v2'] }
    )),
  });

  test('is found with its release', async () => {
    install({ version: OlmVersion.V0_28_0 });
    expect(await found({ existing: 'adopt', release: release(OlmVersion.V0_46_0) })).toEqual({
      namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm', release: '0.28.0', installedBy: 'kubectl',
    });
    expect(lines).toContain('adoption of OLM: found OLM 0.28.0 in namespace olm, installed by kubectl');
  });

  test('may have been installed by an unknown tool', async () => {
    install({}, 'shell-script');
    await found({ existing: 'adopt' });
    expect(lines).toContain('adoption of OLM: found OLM 0.46.0 in namespace olm');
  });

  test('may be missing: it is installed then', async () => {
    expect(await found({ existing: 'adopt' })).toEqual({});
  });

  test('must be in the namespaces of the program', async () => {
    install({ namespace: 'lifecycle', operatorNamespace: 'all' });
    expect(await failure({ existing: 'adopt' })).toContain(
      "the cluster has OLM 0.46.0 in namespace lifecycle, installed by kubectl, but namespace is 'olm' instead of 'lifecycle' and operatorNamespace is "
      + "'operators' instead of 'all' and catalogNamespace is 'olm' instead of 'lifecycle'\n"
      + "    remedy: set `namespace: 'lifecycle'` and `operatorNamespace: 'all'` and `catalogNamespace: 'lifecycle'`",
    );
  });

  test('must not be downgraded to a release that loses objects', async () => {
    install({});
    expect(await failure({ existing: 'adopt', release: release(OlmVersion.V0_19_1) })).toContain('cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs');
  });

  test('must not have a strategy that the API server does not let it change', async () => {
    install({ version: OlmVersion.V0_26_0 });
    const patch = (name: string): string => (
      `\`kubectl patch -n olm deployment ${name} --type merge -p '{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}'\``
    );
    expect(await failure({ existing: 'adopt', release: release(OlmVersion.V0_46_0) })).toContain([
      '  - Deployments olm/olm-operator and olm/catalog-operator have the strategy RollingUpdate, which an adoption cannot change to Recreate, that of OLM 0.46.0',
      `    remedy: run ${patch('olm-operator')} and ${patch('catalog-operator')} first`,
    ].join('\n'));
    expect(await found({ existing: 'adopt', release: release(OlmVersion.V0_26_0) })).toMatchObject({ release: '0.26.0' });
  });

  test('must not be that of OpenShift', async () => {
    install({ namespace: 'openshift-operator-lifecycle-manager' });
    expect(await failure({ existing: 'adopt' })).toContain('which OpenShift manages: it would revert every change');
  });

  test('must be the only one', async () => {
    install({});
    install({ namespace: 'another' }, 'kubectl', ['Deployment']);
    expect(await failure({ existing: 'adopt' })).toContain('the cluster has more than one OLM: olm-operator is in the namespaces another, olm');
  });
});

describe('with USE, an OLM in the cluster', () => {
  test('is found, and found again by a refresh', async () => {
    install({ version: OlmVersion.V0_31_0 });
    const { id, outs } = await olmDetection.create({ ...WHERE, existing: 'use' });
    expect(outs['found']).toMatchObject({ namespace: 'olm', release: '0.31.0' });
    install({ version: OlmVersion.V0_46_0 });
    expect((await olmDetection.read(id, outs)).props['found']).toMatchObject({ release: '0.46.0' });
  });

  test('ends a refresh that may not list what identifies it, and is gone for one that finds nothing', async () => {
    install({});
    const { id, outs } = await olmDetection.create({ ...WHERE, existing: 'use' });
    cluster.refuse('deployments', new ApiError(403, 'Forbidden', 'cannot list deployments'));
    await expect(olmDetection.read(id, outs)).rejects.toThrow(ResourceFailure);
    cluster = new FakeCluster('blue');
    expect(await olmDetection.read(id, outs)).toEqual({ id: '', props: {} });
  });

  test('must exist', async () => {
    expect(await failure({ existing: 'use' })).toBe([
      'use of the existing OLM is not possible: gave up immediately while inspecting',
      '  - no OLM is installed in the cluster',
      '    remedy: install OLM first, or omit `existing` to install it here',
      '    see: https://github.com/olm-constructs/olm-constructs/blob/main/docs/troubleshooting/causes.md#olm-missing',
    ].join('\n'));
    install({}, 'kubectl', ['CustomResourceDefinition']);
    expect(await failure({ existing: 'use' })).toContain('no OLM runs in the cluster, which has CustomResourceDefinitions of OLM 0.45.0 or 0.46.0 without olm-operator');
  });

  test('must be in the namespaces of the program', async () => {
    install({ catalogNamespace: 'catalogs' });
    expect(await failure({ existing: 'use' })).toContain("remedy: set `catalogNamespace: 'catalogs'`");
  });

  test('is accepted in OpenShift, where no upstream release is named', async () => {
    const where = { namespace: 'openshift-operator-lifecycle-manager', operatorNamespace: 'openshift-operators', catalogNamespace: 'openshift-marketplace' };
    install(where);
    expect(await found({ existing: 'use', ...where })).toEqual({ ...where, installedBy: 'OpenShift' });
  });
});

describe('a component', () => {
  const run = (args: OlmInstallationArgs): Promise<Program> => Program.run(() => {
    new OlmInstallation('olm', args);
  });
  const NONE = { defaultCatalog: DefaultCatalog.none() };
  const types = ({ registered }: Program): string[] => registered.map(({ type }) => type).filter((type) => /dynamic/.test(type));

  test('looks for nothing by default', async () => {
    expect(types(await run(NONE)).some((type) => type.endsWith(':OlmDetection'))).toBe(false);
  });

  test.each([ExistingOlm.FAIL, ExistingOlm.ADOPT])('looks for an OLM before it applies anything: %s', async (existing) => {
    const program = await run({ ...NONE, existing, wait: { context: 'prod', timeouts: { total: 90 } } });
    const detection = program.registered.find(({ name }) => name === 'olm/OlmDetection')!;
    expect(detection.inputs).toMatchObject({ existing, context: 'prod', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' });
    expect(detection.inputs['release']).toMatchObject({ version: '0.46.0' });
    expect(detection.inputs['timeouts']).toBeUndefined();
    expect(detection.after).toEqual([]);
    for (const { after } of program.objects) {
      expect(after).toContain('olm/OlmDetection');
    }
  });

  test('that adopts patches every object, and leaves their removal to the waiters', async () => {
    const { objects } = await run({ ...NONE, existing: ExistingOlm.ADOPT });
    for (const { type, inputs, options } of objects) {
      expect(type).toMatch(/Patch$/);
      expect(inputs).toMatchObject({ metadata: { annotations: { 'pulumi.com/patchForce': 'true' } } });
      expect(options.retainOnDelete).toBe(true);
    }
  });

  test('that has adopted keeps its resources when the option is omitted', async () => {
    const { objects } = await run(NONE);
    for (const { type, options } of objects) {
      expect(options.aliases).toContainEqual({ type: `${type}Patch` });
    }
  });

  test('that uses an OLM creates nothing, and other components take its namespaces', async () => {
    const names: unknown[] = [];
    const { objects, registered } = await Program.run(() => {
      const olm = OlmInstallation.fromOpenShift('olm');
      const { namespace } = new OperatorRegistry('catalog', { olm, bundles: [HELLO] });
      names.push(olm.namespace, olm.operatorNamespace, olm.catalogNamespace, olm.version, olm.ready, olm.resources);
      namespace.apply((value) => names.push(value));
    });
    expect(names).toEqual([
      'openshift-operator-lifecycle-manager', 'openshift-operators', 'openshift-marketplace', undefined, undefined, [], 'openshift-marketplace',
    ]);
    expect(objects.filter(({ name }) => name.startsWith('olm/'))).toEqual([]);
    const { inputs } = registered.find(({ name }) => name === 'olm/OlmDetection')!;
    expect(inputs).toMatchObject({ existing: 'use', catalogNamespace: 'openshift-marketplace' });
    expect(inputs).not.toHaveProperty('release');
    expect(inputs).not.toHaveProperty('objects');
    expect(registered.find(({ name }) => name === 'catalog/CatalogReady')?.after).toContain('olm/OlmDetection');
  });

  test('refers to an OLM in any namespaces, without a check if nothing waits', async () => {
    const namespaces: string[] = [];
    const { registered } = await Program.run(() => {
      const olm = OlmInstallation.fromExisting('olm', { namespace: 'lifecycle', wait: false });
      namespaces.push(olm.namespace, olm.operatorNamespace, olm.catalogNamespace);
    });
    expect(namespaces).toEqual(['lifecycle', 'operators', 'lifecycle']);
    expect(registered.filter(({ type }) => /dynamic/.test(type))).toEqual([]);
  });

  test('returns what was found', async () => {
    const releases: unknown[] = [];
    await Program.run(() => {
      OlmInstallation.fromExisting('olm').found!.apply(({ release }) => releases.push(release));
    }, {}, { found: { release: '0.31.0' } });
    expect(releases).toEqual(['0.31.0']);
  });

  test.each<[string, OlmInstallationArgs, string]>([
    ['FAIL without a waiter', { existing: ExistingOlm.FAIL, wait: false },
      "existing of OlmInstallation 'olm' needs a waiter, which looks for OLM in the cluster; remove `wait: false` or `existing`"],
    ['an unknown value', { existing: 'share' as ExistingOlm },
      "existing in args of OlmInstallation 'olm' must be ExistingOlm.FAIL ('fail'), ExistingOlm.ADOPT ('adopt') or ExistingOlm.USE ('use'), got 'share'"],
    ['USE with settings', { existing: ExistingOlm.USE, version: OlmVersion.V0_31_0, debug: true },
      "OlmInstallation 'olm' has `existing: ExistingOlm.USE`, with which it installs nothing, and 'debug', 'version'; omit one of the two"],
  ])('refuses %s', async (_, args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });

  test('applies objects as usual where nothing is waited for', async () => {
    const { objects } = await run({ ...NONE, existing: ExistingOlm.ADOPT, wait: { skip: true } });
    expect(objects.some(({ type }) => type.endsWith('Patch'))).toBe(false);
  });
});
