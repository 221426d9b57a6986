import * as fc from 'fast-check';
import { ClusterDump, explain, statusOf } from '../../../lib/cluster';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { ClusterStatus, clusterStatus, overallVerdict } from '../../../lib/cluster/inspection/cluster-status';
import { SUBJECT_KINDS } from '../../../lib/cluster/inspection/judgement/subject-kind';
import { DumpedObject } from '../../../lib/cluster/inspection/source/dumped-objects';
import { runCommandLine } from '../../builders/command-line';
import { describeWith } from '../../needed';
import { clusterObject } from '../waiting/objects';
import { TRACES } from '../waiting/recorded-traces';
import { clusterOfObjects, dumpFileOf, dumpOfObjects } from './dumped-cluster';
import { HEALTHY_CLUSTERS, HealthyCluster, RECORDINGS } from './healthy-clusters';

/** What a command prints only if something is wrong. */
const FAILURES = /failed|degraded|missing|✗|does not exist|not installed|no OLM|Traceback|TypeError/i;

const kindOf = ({ kind: { group, kind } }: DumpedObject): string => `${kind}.${group}`;
const namespaceOf = ({ object }: DumpedObject): string => object.metadata.namespace ?? '';

/** Returns the references to those objects of a dump that can be explained, with their namespaces. */
function explainable(objects: readonly DumpedObject[]): { readonly reference: string; readonly namespace: string | undefined }[] {
  return objects.flatMap(({ kind: { group, kind }, object }) => {
    const known = SUBJECT_KINDS.find(({ resource }) => resource.group === group && resource.kind === kind);
    return known === undefined ? [] : [{ reference: `${known.names[0]!}/${object.metadata.name}`, namespace: object.metadata.namespace }];
  });
}

/** How far a dump is: everything in it is ready, or some of it is not ready yet. */
type Progress = 'ready' | 'on the way';

/** Checks that no command finds a failure in a dump, and that the commands agree. */
async function expectNoFailure(objects: readonly DumpedObject[], progress: Progress = 'ready'): Promise<void> {
  const file = dumpFileOf(objects);
  const options = { columns: 200, env: { NO_COLOR: '1' } };
  const results = [await runCommandLine(['status', '--from', file, '-o', 'wide'], options)];
  const dump = ClusterDump.read([file]);
  const status = await statusOf(dump);
  for (const namespace of new Set(explainable(objects).map((found) => found.namespace))) {
    const references = explainable(objects).filter((found) => found.namespace === namespace).map(({ reference }) => reference);
    results.push(await runCommandLine(['explain', ...references, '--from', file, ...(namespace === undefined ? [] : ['-n', namespace])], options));
  }
  // On the way, objects report errors that OLM overcomes by itself.
  expect(results.filter(({ exitCode, stdout, stderr }) => (
    progress === 'ready' ? exitCode !== ExitCode.SUCCESS || FAILURES.test(`${stdout}${stderr}`) : ![ExitCode.SUCCESS, ExitCode.PROGRESSING].includes(exitCode)
  ))).toEqual([]);
  for (const { namespace, name, verdict } of status.subscriptions) {
    expect((await explain(dump, `subscription/${name}`, { namespace })).verdict).toBe(verdict);
  }
}

/** Returns the subsets in which one kind, namespace or object is missing, or is alone. */
function singleChanges(objects: readonly DumpedObject[]): DumpedObject[][] {
  const parts = (of: (found: DumpedObject) => string): DumpedObject[][] => [...new Set(objects.map(of))].flatMap((key) => [
    objects.filter((found) => of(found) !== key), objects.filter((found) => of(found) === key),
  ]);
  const single = objects.flatMap((found) => [objects.filter((other) => other !== found), [found]]);
  return [[...objects], ...parts(kindOf), ...parts(namespaceOf), ...single].filter((subset) => subset.length > 0);
}

/** Returns any subset of the kinds, namespaces and objects of a dump. */
function subsetsOf(all: readonly DumpedObject[]): fc.Arbitrary<DumpedObject[]> {
  const kinds = [...new Set(all.map(kindOf))];
  const namespaces = [...new Set(all.map(namespaceOf))];
  return fc.tuple(fc.subarray(kinds), fc.subarray(namespaces, { minLength: 1 }), fc.subarray([...all])).map(
    ([ofKinds, ofNamespaces, found]) => found.filter((each) => ofKinds.includes(kindOf(each)) && ofNamespaces.includes(namespaceOf(each))),
  ).filter((found) => found.length > 0);
}

function testsOf({ title, objects }: HealthyCluster): void {
  it(`tells no failure from ${title} if a kind, a namespace or an object is missing, or alone`, async () => {
    for (const subset of singleChanges(objects())) {
      await expectNoFailure(subset);
    }
  }, 120_000);

  it(`tells no failure from any subset of ${title}`, async () => {
    await fc.assert(fc.asyncProperty(subsetsOf(objects()), (subset) => expectNoFailure(subset)), { numRuns: 20 });
  }, 120_000);
}

describe('a dump of a healthy cluster', () => {
  HEALTHY_CLUSTERS.forEach(testsOf);
});

/** Recording in which an operator fails until the user changes its OperatorGroup. */
const CHANGED = 'unsupported-install-mode';

describeWith(TRACES)('a dump of a recorded healthy cluster', () => {
  RECORDINGS.filter(({ title }) => title !== CHANGED).forEach((recording) => {
    it(`tells no failure from any subset of the recording ${recording.title}, at any moment`, async () => {
      const moments = fc.constantFrom(...recording.moments()).chain(subsetsOf);
      await fc.assert(fc.asyncProperty(moments, (subset) => expectNoFailure(subset, 'on the way')), { numRuns: 30 });
    }, 120_000);
  });

  it('tells that everything is ready from any subset of a recording in which it is', async () => {
    const settled = RECORDINGS.map((recording) => recording.settled()).filter((found) => found !== undefined);
    expect(settled.length).toBeGreaterThan(1);
    for (const subset of settled.flatMap(singleChanges)) {
      await expectNoFailure(subset);
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom(...settled).chain(subsetsOf), (subset) => expectNoFailure(subset)), { numRuns: 30 });
  }, 120_000);
});

/** An object that was created long after everything else, so that whatever is still awaited has timed out. */
const CREATED = { name: 'late', creationTimestamp: '2030-01-01T00:00:00Z' };
const LATE = clusterObject('late', { metadata: CREATED, status: { phase: 'Active' } });

/** Returns the verdict on each Subscription of some objects, much later. */
async function verdictsLater(objects: readonly DumpedObject[]): Promise<Map<string, string>> {
  const { subscriptions } = await clusterStatus(dumpOfObjects([...objects, { kind: { group: '', kind: 'Namespace' }, object: LATE }]), { now: Date.parse('2030-01-01T00:00:00Z') });
  return new Map(subscriptions.map(({ namespace, name, verdict }) => [`${namespace}/${name}`, verdict]));
}

describeWith(TRACES)('a dump that was made long after the last change', () => {
  it('tells no failure of an operator from any part of a dump that tells that it is ready', async () => {
    let compared = 0;
    for (const moment of RECORDINGS.flatMap((recording) => recording.moments())) {
      const whole = await verdictsLater(moment);
      const ready = [...whole].filter(([, verdict]) => verdict === 'healthy').map(([name]) => name);
      for (const subset of ready.length === 0 ? [] : singleChanges(moment)) {
        const part = await verdictsLater(subset);
        expect({ subset: subset.map(kindOf), failed: ready.filter((name) => part.get(name) === 'failed') }).toEqual({ subset: subset.map(kindOf), failed: [] });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  }, 120_000);
});

describe('a status of a whole cluster', () => {
  test.each(HEALTHY_CLUSTERS.map(({ title, objects }) => [title, objects] as const))('tells that %s is ready, as one of its dump does', async (_, objects) => {
    const found = await clusterStatus(clusterOfObjects(objects()), { now: Date.parse('2026-11-20T13:00:00Z') });
    const ofDump = await clusterStatus(dumpOfObjects(objects()), { now: Date.parse('2026-11-20T13:00:00Z') });
    const verdicts = ({ catalogs, subscriptions, clusterCatalogs, clusterExtensions }: ClusterStatus): unknown[] => (
      [...catalogs, ...subscriptions, ...clusterCatalogs, ...clusterExtensions].map(({ name, verdict, state }) => [name, verdict, state])
    );
    expect(overallVerdict(ofDump)).toBe('healthy');
    expect(verdicts(ofDump)).toEqual(verdicts(found));
  });
});
