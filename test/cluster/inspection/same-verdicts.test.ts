import { Judgement, Subject } from '../../../lib/cluster/inspection/judgement/judge';
import { subjectKind } from '../../../lib/cluster/inspection/judgement/subject-kind';
import { olmSubject, operatorSubject, subjectOf } from '../../../lib/cluster/inspection/judgement/subjects';
import { withCommandLineRemedies } from '../../../lib/cluster/waiting/explain/command-line-remedies';
import { operatorReady } from '../../../lib/cluster/waiting/operator/operator-waiter';
import { describeWith, itWith } from '../../needed';
import { DEMO, event, object } from '../waiting/objects';
import { OLM_V1_FAILURES } from '../waiting/olm-v1/failures';
import { CATALOG_FAILURES } from '../waiting/olm/catalog-failures';
import { OLM_FAILURES } from '../waiting/olm/failures';
import { eventsOf, FAILURES } from '../waiting/operator/failures';
import { TRACE_SCENARIOS } from '../waiting/operator/trace-scenarios';
import { recordedTrace, TRACES } from '../waiting/recorded-traces';
import { simulate, SimulatedWait } from '../waiting/simulated-cluster';
import { clusterOf, contentAt, dumpOf, START, startOf, withProblems } from './dumped-cluster';
import { judged } from './judged';

/** Time between the verdict of the waiter and the dump, in milliseconds: the waiter started before the objects existed. */
const LATER = 10_000;

type Result = Pick<Judgement, 'verdict' | 'causes'>;

/** Returns the causes without the one about missing permissions: a waiter lists less, and later. */
const inspected = (causes: Judgement['causes']): Judgement['causes'] => causes.filter(({ cause }) => cause !== 'not-inspected');

/** Returns verdict, causes and remedies of a wait. */
function ofWait({ verdict }: SimulatedWait<unknown>): Result {
  return verdict.kind === 'done' ? { verdict: 'healthy', causes: [] } : { verdict: 'failed', causes: inspected(withCommandLineRemedies(verdict.explanation.findings)) };
}

/** Returns verdict, causes and remedies of an inspection of the cluster at the end of a wait. */
async function ofCluster({ objects, problems, at }: SimulatedWait<unknown>, subject: Subject, start = START): Promise<Result> {
  const { verdict, causes } = await judged(withProblems(clusterOf(objects), problems), subject, start + at + LATER);
  return { verdict, causes: inspected(causes) };
}

/** No dump shows that a Deployment of a catalog should exist. */
const WITHOUT_DEPLOYMENT = 'a catalog whose Deployment does not exist';

const WAITS = [...CATALOG_FAILURES, ...OLM_V1_FAILURES].map(({ title, simulate: run }) => ({ title, wait: run() }));

describeWith(TRACES)('an operator that becomes ready has not failed before', () => {
  for (const { title, trace, options, from = 0, until = Infinity } of TRACE_SCENARIOS.filter(({ ready }) => ready !== undefined)) {
    it(`in the recording ${trace}: ${title}`, async () => {
      const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
      const operator = { namespace: `t-${trace}`, ...options };
      const end = simulate(operatorReady(operator), events, { from: from * 1000 }).at;
      const { at: created } = events.find(({ resource, object }) => resource.startsWith('subscriptions.') && object.metadata.name === options.subscription)!;
      const moments = [...new Set(events.map(({ at }) => at))].filter((at) => at >= Math.max(created, from * 1000) && at <= end);
      const verdicts = await Promise.all(moments.map(async (at) => (
        (await judged(dumpOf(contentAt(events, at)), operatorSubject(operator), startOf(events) + at)).verdict
      )));
      expect(verdicts).not.toContain('failed');
      expect(verdicts).not.toContain('degraded');
    });
  }
});

describe('an inspection has the same verdict as the waiter', () => {
  for (const { title, trace, options, from = 0, until = Infinity } of TRACE_SCENARIOS) {
    itWith(TRACES)(`in the recording ${trace}: ${title}`, async () => {
      const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
      const operator = { namespace: `t-${trace}`, ...options };
      const wait = simulate(operatorReady(operator), events, { from: from * 1000 });
      expect(await ofCluster(wait, operatorSubject(operator), startOf(events))).toEqual(ofWait(wait));
    });
  }

  for (const failure of FAILURES) {
    it(`when ${failure.title}`, async () => {
      const { options, problems } = failure;
      const operator = { namespace: DEMO, subscription: 'plain', ...options };
      const wait = simulate(operatorReady(operator), eventsOf(failure), problems === undefined ? {} : { problems });
      expect(await ofCluster(wait, operatorSubject(operator))).toEqual(ofWait(wait));
    });
  }

  it.each(WAITS.map(({ title, wait }) => [title, wait] as const))('for %s', async (title, wait) => {
    const expected = ofWait(wait);
    expect(await ofCluster(wait, subject(wait))).toEqual({
      ...expected, causes: title === WITHOUT_DEPLOYMENT ? expected.causes.slice(1) : expected.causes,
    });
  });

  it.each(OLM_FAILURES.map((failure) => [failure.title, failure] as const))('for %s, whose parts are those of a release', async (_, { simulate: run }) => {
    const wait = run();
    expect(await ofCluster(wait, olmSubject())).toMatchObject({ verdict: 'failed' });
  });
});

/** Time after which a dump without any progress tells a failure that only the absence of an object explains, in milliseconds. */
const MUCH_LATER = 60 * 60_000;

/** Causes that are the absence of an object, which a dump may lack: possible reasons for a failure that other objects tell. */
const ABSENCES: readonly (string | undefined)[] = ['operator-group-missing', 'csv-missing', 'catalog-missing', 'package-unknown', 'cluster-catalog-missing'];

/** Causes that the object to judge, or all that could tell about it, is missing, and nothing is judged by its absence. */
const NOTHING: readonly (string | undefined)[] = ['object-missing', 'subscription-missing', 'namespace-missing', 'olm-v1-missing'];

/** Checks that a dump at the end of a wait has the verdict and the first cause of the wait. */
async function expectCause(wait: SimulatedWait<unknown>, subject: Subject, start = START): Promise<void> {
  const expected = ofWait(wait);
  const [cause] = expected.causes;
  const isAbsence = ABSENCES.includes(cause?.cause);
  const objects = [...wait.objects, ...(isAbsence ? ELSEWHERE : [])];
  const { verdict, causes } = await judged(dumpOf(objects), subject, start + wait.at + (isAbsence ? MUCH_LATER : LATER));
  const found = inspected(causes);
  if (NOTHING.includes(cause?.cause) && found[0]?.cause !== cause!.cause) {
    expect(found.map(({ message }) => message)).not.toContain(cause!.message);
    return;
  }
  const [told] = isAbsence ? found.filter((each) => each.cause === cause!.cause) : found;
  expect([verdict, told?.cause]).toEqual([expected.verdict, cause?.cause]);
}

/** Objects of other namespaces, which show that their kinds were dumped. */
const ELSEWHERE = ['operatorgroups', 'catalogsources', 'clusterserviceversions'].map((plural) => (
  event(0, plural, object('elsewhere', { metadata: { namespace: 'elsewhere' } }))
));

describe('a dump keeps the cause of a failure that its objects tell', () => {
  for (const { title, trace, options, from = 0, until = Infinity } of TRACE_SCENARIOS) {
    itWith(TRACES)(`in the recording ${trace}: ${title}`, async () => {
      const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
      const operator = { namespace: `t-${trace}`, ...options };
      const wait = simulate(operatorReady(operator), events, { from: from * 1000 });
      await expectCause(wait, operatorSubject(operator), startOf(events));
    });
  }

  for (const failure of FAILURES.filter(({ problems }) => problems === undefined)) {
    it(`when ${failure.title}`, async () => {
      const operator = { namespace: DEMO, subscription: 'plain', ...failure.options };
      await expectCause(simulate(operatorReady(operator), eventsOf(failure)), operatorSubject(operator));
    });
  }

  // Without any ClusterCatalog in the dump, the error of the ClusterExtension itself is the cause.
  it.each(WAITS.filter(({ title }) => title !== 'a cluster extension without a catalog').map(({ title, wait }) => [title, wait] as const))('for %s', async (_, wait) => {
    await expectCause(wait, subject(wait));
  });
});

function headline({ verdict }: SimulatedWait<unknown>): string {
  return verdict.kind === 'failed' ? verdict.explanation.headline : '';
}

/** Returns the subject of a wait by the headline of its failure. */
function subject(wait: SimulatedWait<unknown>): Subject {
  const [, kind = '', namespace, name = ''] = /^(.*) (?:(\S+)\/)?(\S+) did not/.exec(headline(wait)) ?? [];
  const { resource } = subjectKind(kind.replace(' ', ''))!;
  const [, expected] = /installed instead of (\S+)/.exec(ofWait(wait).causes[0]?.message ?? '') ?? [];
  return subjectOf(resource, { name, ...(namespace === undefined ? {} : { namespace }), ...(expected === undefined ? {} : { expected }) })!;
}
