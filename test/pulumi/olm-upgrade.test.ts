import { FakeCluster } from './fake-cluster';
import { Program } from './program';
import { OlmRelease } from '../../lib/olm/v0/olm-release';
import { OlmVersion } from '../../lib/olm/v0/model/olm-version';
import { DefaultCatalog, OlmInstallation } from '../../lib/pulumi';
import type { JsonMap } from '../../lib/formats/json/json-value';
import { olmReady } from '../../lib/pulumi/waiters';

jest.mock('../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('./fake-cluster'));

/** A program with one release of OLM. */
function installed(version: OlmVersion): Promise<Program> {
  return Program.run(() => {
    new OlmInstallation('olm', { version, defaultCatalog: DefaultCatalog.none() });
  });
}

async function inputsOf(version: OlmVersion): Promise<JsonMap> {
  const { registered } = await installed(version);
  return registered.find(({ name }) => name === 'olm/OlmReady')!.inputs;
}

/** Returns the names of the resources by the objects that they stand for. */
async function resources(version: OlmVersion): Promise<Map<string, string>> {
  const { objects } = await installed(version);
  return new Map(objects.map(({ type, name, inputs }) => {
    const { metadata } = inputs as { metadata: { name: string; namespace?: string } };
    return [`${type} ${metadata.namespace ?? ''}/${metadata.name}`, name];
  }));
}

describe('a change of the release in a stack', () => {
  const reasons = async (before: JsonMap, inputs: JsonMap): Promise<string[]> => (
    (await olmReady.check(before, inputs)).failures.map(({ property, reason }) => `${property}: ${reason}`)
  );

  test('is refused at preview if it would lose stored objects', async () => {
    expect(await reasons(await inputsOf(OlmVersion.V0_46_0), await inputsOf(OlmVersion.V0_19_1))).toEqual([
      'release: cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored; '
      + 'downgrade to a release that has it, or remove OLM 0.46.0 and install 0.19.1 again',
    ]);
  });

  test.each([
    [OlmVersion.V0_31_0, OlmVersion.V0_46_0], [OlmVersion.V0_18_3, OlmVersion.V0_22_0], [OlmVersion.V0_46_0, OlmVersion.V0_45_0],
  ])('from %s to %s is accepted, and starts a wait', async (from, to) => {
    const [before, inputs] = [await inputsOf(from), await inputsOf(to)];
    expect(await reasons(before, inputs)).toEqual([]);
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await olmReady.diff('OLM', { ...before, ready: true }, inputs)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    jest.restoreAllMocks();
  });

  const thing = (version: string, crds: { stored: string; versions: string[] }[]): JsonMap => ({
    parts: { crds: [], deployments: [], csvs: [], apiServices: [] }, removal: [],
    release: { version, crds: crds.map((crd) => ({ name: 'things.example.com', ...crd })) },
  });
  const old = thing('0.46.0', [{ stored: 'v1', versions: ['v1'] }]);

  test('is refused if it skips the release that migrates objects, or deletes a CRD', async () => {
    expect(await reasons(old, thing('0.48.0', [{ stored: 'v2', versions: ['v2'] }]))).toEqual([
      expect.stringContaining('cannot upgrade from OLM 0.46.0 to 0.48.0: it lacks v1 of things.example.com, in which objects are stored; upgrade first to'),
    ]);
    expect(await reasons(old, thing('0.48.0', []))).toEqual([
      expect.stringContaining('it lacks things.example.com, which would be deleted with all of its objects'),
    ]);
  });

  test('is accepted in another cluster, and after a state that names no release', async () => {
    new FakeCluster('blue');
    new FakeCluster('green');
    const next = thing('0.45.0', []);
    expect(await reasons({ ...old, kubeconfig: 'blue' }, { ...next, kubeconfig: 'green' })).toEqual([]);
    expect(await reasons({ ...old, kubeconfig: 'blue' }, { ...next, kubeconfig: 'blue' })).toHaveLength(1);
    expect(await reasons({ parts: next['parts'], removal: [] }, next)).toEqual([]);
    expect(await reasons({}, next)).toEqual([]);
  });
});

describe('the resources of an installation keep their names, so that Pulumi deletes only what the new release does not have', () => {
  test.each([
    [OlmVersion.V0_18_3, OlmVersion.V0_22_0], [OlmVersion.V0_31_0, OlmVersion.V0_46_0], [OlmVersion.V0_37_0, OlmVersion.V0_38_0],
  ])('from %s to %s', async (from, to) => {
    const [before, after] = [await resources(from), await resources(to)];
    const names = new Set(after.values());
    const deleted = [...before].filter(([, name]) => !names.has(name));
    const { removed } = OlmRelease.plan(from, to).content;
    expect(deleted.map(([, name]) => name).sort()).toEqual(removed.map(({ kind, name }) => `olm/${kind}-${name}`).sort());
    for (const [object, name] of before) {
      expect(after.get(object) ?? name).toBe(name);
    }
  });

  test.each([[OlmVersion.V0_26_0, undefined], [OlmVersion.V0_27_0, ['spec.strategy.type']]])(
    'OLM %s replaces a controller only if its strategy changes to Recreate, which the API server would reject', async (version, replaceOnChanges) => {
      const { options } = (await installed(version)).named('olm/Deployment-olm-operator');
      expect(options.replaceOnChanges).toEqual(replaceOnChanges);
    },
  );

  test('and never deletes a CRD', () => {
    const crds = (version: OlmVersion): string[] => (
      OlmRelease.of({ version }).objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ metadata }) => (metadata as { name: string }).name)
    );
    OlmVersion.all.slice(1).forEach((version, index) => expect(crds(version)).toEqual(expect.arrayContaining(crds(OlmVersion.all[index]!))));
  });
});
