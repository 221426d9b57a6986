import { explainObject, type ObjectExplanation } from '../../../lib/cluster/inspection/explain/explain';
import { SUBJECT_KINDS } from '../../../lib/cluster/inspection/judgement/subject-kind';
import type { DumpedObject } from '../../../lib/cluster/inspection/source/dumped-objects';
import type { ObjectSource } from '../../../lib/cluster/inspection/source/object-source';
import { ClusterStore } from '../../../lib/cluster/waiting/view/cluster-store';
import { interestKey } from '../../../lib/cluster/waiting/view/cluster-view';
import { describeWith } from '../../needed';
import { TRACES } from '../waiting/recorded-traces';
import { clusterOfObjects, dumpOfObjects } from './dumped-cluster';
import { HEALTHY_CLUSTERS, RECORDINGS } from './healthy-clusters';

const NOW = Date.parse('2030-01-01T00:00:00Z');

/** Returns the explanation of each object, from a source for each of them; `undefined` for OLM itself if the source has nothing of it. */
async function explanations(
  objects: readonly DumpedObject[], source: () => ObjectSource, store: () => ClusterStore,
): Promise<(ObjectExplanation | undefined)[]> {
  const targets = objects.flatMap(({ kind, object: { metadata: { name, namespace } } }) => {
    const known = SUBJECT_KINDS.find(({ resource }) => resource.group === kind.group && resource.kind === kind.kind);
    return known === undefined ? [] : [{ resource: known.resource, name, ...(namespace === undefined ? {} : { namespace }) }];
  });
  const found: (ObjectExplanation | undefined)[] = [await explainObject({ name: 'olm' }, source(), NOW, store()).catch(() => undefined)];
  for (const target of targets) {
    found.push(await explainObject(target, source(), NOW, store()));
  }
  return found;
}

/** Expects that objects which are explained together, in any order, have the explanations that they have alone. */
async function expectSameTogether(objects: readonly DumpedObject[]): Promise<void> {
  for (const sourceOf of [dumpOfObjects, clusterOfObjects]) {
    const source = (): ObjectSource => sourceOf(objects);
    const alone = await explanations(objects, source, () => new ClusterStore());
    expect(alone.length).toBeGreaterThan(1);
    const [forwards, backwards] = [new ClusterStore(), new ClusterStore()];
    expect(await explanations(objects, source, () => forwards)).toEqual(alone);
    const [olm, ...others] = await explanations([...objects].reverse(), source, () => backwards);
    expect([olm, ...others.reverse()]).toEqual(alone);
  }
}

describe('objects that are explained together have the explanations that they have alone', () => {
  it.each(HEALTHY_CLUSTERS.map(({ title, objects }) => [title, objects] as const))('in %s', async (_, objects) => {
    await expectSameTogether(objects());
  });
});

it('objects that are explained together are listed once', async () => {
  const listed: string[] = [];
  const objects = HEALTHY_CLUSTERS[0]!.objects();
  const { list, notes } = clusterOfObjects(objects);
  const store = new ClusterStore();
  await explanations(objects, () => ({ notes, list: (interest) => list(interest).finally(() => listed.push(interestKey(interest))) }), () => store);
  expect(listed.length).toBeGreaterThan(10);
  expect(new Set(listed).size).toBe(listed.length);
});

describeWith(TRACES)('objects of a recording that are explained together have the explanations that they have alone', () => {
  it.each(RECORDINGS.map((recording) => [recording.title, recording] as const))('in %s', async (_, recording) => {
    const moments = recording.moments();
    for (const moment of moments.filter((__, index) => index === moments.length - 1 || index === Math.floor(moments.length / 2))) {
      await expectSameTogether(moment);
    }
  });
});
