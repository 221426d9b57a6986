import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { runOlm } from '../state/cluster-objects';
import { ApiError } from '../../../lib/cluster/client/client-error';
import { ResourceFailure } from '../../../lib/pulumi/provider/resource-provider';
import { olmDetection } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };
const STATE = { clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1 };
const RELEASE = { version: '0.46.0', crds: [] };

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
});

afterEach(() => jest.restoreAllMocks());

const detected = async (inputs: JsonMap): Promise<JsonMap> => (await olmDetection.create({ ...INPUTS, ...inputs })).outs;

/** Adds the OLM of OpenShift, of which no upstream release is known. */
function runOpenShift(): void {
  blue.add(...['olm-operator', 'catalog-operator', 'packageserver'].map((name) => (
    { path: '/apis/apps/v1/deployments', name, namespace: 'openshift-operator-lifecycle-manager', spec: {} }
  )));
}

describe('the provider of OlmDetection', () => {
  it.each([
    ['fail', 'installation of OLM'], ['adopt', 'adoption of OLM'], ['use', 'use of the existing OLM'],
  ])('names what it is for: %s', async (existing, subject) => {
    const { id, reasons } = await notReady(olmDetection.create({ ...INPUTS, existing, kubeconfig: 'nowhere' }));
    expect([id, reasons]).toEqual([subject, [`${subject} did not become ready: nothing is listening at nowhere`]]);
  });

  it('outputs nothing found in a cluster without OLM, and prints no more about it', async () => {
    const inputs = { ...INPUTS, existing: 'adopt', release: RELEASE };
    expect(await detected(inputs)).toEqual({ ...inputs, ...STATE, found: {} });
    expect(lines).toEqual([expect.stringMatching(/^adoption of OLM: ready after /)]);
  });

  it('outputs and prints what it found, as far as that is known', async () => {
    runOlm(blue);
    const inputs = { ...INPUTS, existing: 'use' };
    expect(await detected(inputs)).toEqual({ ...inputs, ...STATE, found: { namespace: 'olm' } });
    expect(lines[0]).toBe('use of the existing OLM: found OLM of an unknown release in namespace olm');
  });

  it('prints who manages the OLM of OpenShift', async () => {
    runOpenShift();
    const namespace = 'openshift-operator-lifecycle-manager';
    await detected({ existing: 'use', namespace, catalogNamespace: namespace });
    expect(lines[0]).toBe('use of the existing OLM: found OLM of an unknown release in namespace openshift-operator-lifecycle-manager, installed by OpenShift');
  });

  it('has no output of a check that failed, and checks again', async () => {
    runOlm(blue);
    const { properties } = await notReady(olmDetection.create({ ...INPUTS, existing: 'fail' }));
    expect(properties).toEqual({ ...INPUTS, existing: 'fail', clusterUid: 'uid-of-blue', ready: false, schemaVersion: 1 });
    const before = { ...properties, found: { namespace: 'elsewhere' } };
    expect((await notReady(olmDetection.update('id', before, { ...INPUTS, existing: 'fail' }))).properties).toMatchObject({ found: { namespace: 'elsewhere' } });
    expect((await olmDetection.update('id', properties, { ...INPUTS, existing: 'use' })).outs).toMatchObject({ ready: true, found: { namespace: 'olm' } });
  });

  it.each(['fail', 'adopt'])('looks for nothing again once the OLM belongs to the stack, and keeps what it found: %s', async (existing) => {
    const outputs = { ...INPUTS, ...STATE, existing, found: { namespace: 'olm', release: '0.31.0' } };
    runOlm(blue);
    const { outs } = await olmDetection.update('id', outputs, { ...INPUTS, existing: 'fail', release: RELEASE });
    expect(outs).toEqual({ ...outputs, existing: 'fail', release: RELEASE });
    expect(await olmDetection.read('id', outs)).toEqual({ id: 'id', props: outs });
    expect(blue.lists).toEqual([]);
  });

  it('keeps no output that an older state does not have', async () => {
    const { outs } = await olmDetection.update('id', { ...INPUTS, ...STATE, existing: 'fail' }, { ...INPUTS, existing: 'adopt' });
    expect(outs).not.toHaveProperty('found');
  });

  it.each<[string, string]>([['use', 'fail'], ['fail', 'use']])('looks again after a change from %s to %s', async (from, to) => {
    runOlm(blue);
    const update = olmDetection.update('id', { ...INPUTS, ...STATE, existing: from, found: {} }, { ...INPUTS, existing: to });
    if (to === 'use') {
      expect((await update).outs).toMatchObject({ found: { namespace: 'olm' } });
    } else {
      expect((await notReady(update)).reasons.join()).toContain('the cluster already has OLM');
    }
  });

  it('finds on a refresh what is in use now, and is gone with it', async () => {
    runOlm(blue);
    const outputs = { ...INPUTS, ...STATE, existing: 'use', found: { namespace: 'olm', release: '0.31.0' } };
    expect(await olmDetection.read('id', outputs)).toEqual({ id: 'id', props: { ...outputs, found: { namespace: 'olm' } } });
    blue = new FakeCluster('blue');
    expect(await olmDetection.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('fails a refresh that may not list everything', async () => {
    runOlm(blue);
    const outputs = await detected({ existing: 'use' });
    blue.refuse('deployments', new ApiError(403, 'Forbidden', 'cannot list deployments'));
    const refresh = olmDetection.read('id', outputs);
    await expect(refresh).rejects.toThrow(ResourceFailure);
    await expect(refresh).rejects.toThrow(/use of the existing OLM could not be inspected[^]*not allowed to list and watch deployments/);
  });

  it('removes nothing', async () => {
    runOlm(blue);
    await olmDetection.delete('id', { ...INPUTS, ...STATE, existing: 'fail' });
    expect([blue.changes, blue.lists, lines]).toEqual([[], [], []]);
  });
});
