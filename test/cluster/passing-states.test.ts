import { FluxHealthChecks } from 'olm-constructs/gitops';
import { clusterStatus, overallVerdict } from '../../lib/cluster/inspection/cluster-status';
import { ChainLink } from '../../lib/cluster/inspection/explain/chain-link';
import { explainObject } from '../../lib/cluster/inspection/explain/explain';
import { CauseName } from '../../lib/cluster/waiting/explain/known-causes';
import { operatorReady } from '../../lib/cluster/waiting/operator/operator-waiter';
import { referencedCsvs } from '../../lib/cluster/waiting/operator/situation';
import { SUBSCRIPTIONS } from '../../lib/cluster/waiting/view/api-resource';
import { KubernetesObject, statusString } from '../../lib/cluster/waiting/view/kubernetes-object';
import { stringField } from '../../lib/formats/json/json-value';
import { WANTED_CSV } from '../../lib/formats/schema/wanted-csv';
import { judgeHealth } from '../../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../../lib/gitops/health/known-health';
import { celVerdict } from '../gitops/flux/cel-verdict';
import { describeWith } from '../needed';
import { REPLACEMENTS } from '../olm/v0/resolution-messages';
import { clusterOf, contentAt } from './inspection/dumped-cluster';
import { Recording, recordings, slowUpgrade, Span, spansOf } from './recordings';
import { TRACES } from './waiting/recorded-traces';
import { ClusterEvent, simulate } from './waiting/simulated-cluster';

/** Time within which a problem that no tool will get rid of is reported, in milliseconds. */
const MINUTE = 60_000;

const FLUX = new Map(FluxHealthChecks.all().map((check) => [check.kind, check]));

/** Messages about two versions with the names in the recorded upgrade. */
const UPGRADES = REPLACEMENTS.filter(([, text]) => !text.includes('keda.v2.7.10'));

const isKind = (plural: string) => ({ resource }: ClusterEvent): boolean => resource.startsWith(`${plural}.`);

/** Returns the user's Subscriptions at a time. */
function subscriptionsAt({ events }: Recording, at: number): KubernetesObject[] {
  const all = contentAt(events, at).filter(isKind('subscriptions')).map(({ object }) => object);
  return all.filter(({ metadata }) => metadata.annotations?.['olm.generated-by'] === undefined);
}

/** Whether a ClusterServiceVersion that a Subscription refers to runs. */
function hasSucceeded(subscription: KubernetesObject, { events }: Recording, at: number): boolean {
  const csvs = contentAt(events, at).filter(isKind('clusterserviceversions')).map(({ object }) => object);
  return csvs.some((csv) => referencedCsvs(subscription).includes(csv.metadata.name) && statusString(csv, 'phase') === 'Succeeded');
}

/** Whether everything that the user wants runs at the end of a part of a recording. */
function succeeds(recording: Recording, { until }: Span): boolean {
  const found = subscriptionsAt(recording, until);
  return found.length > 0 && found.every((subscription) => hasSucceeded(subscription, recording, until));
}

/** Returns the times at which something changes in a part of a recording, and times in between if nothing changes for long. */
function momentsOf({ events }: Recording, { from, until }: Span): number[] {
  const changes = [...new Set(events.map(({ at }) => at))].filter((at) => at > from && at <= until);
  return changes.flatMap((at, index) => {
    const between = [1_000, 12_000, MINUTE].map((later) => at + later);
    return [at, ...between.filter((moment) => moment < (changes[index + 1] ?? until))];
  });
}

/** Returns the failures that the health checks report about an object, with and without each wanted version. */
function failedHealth(object: KubernetesObject, wanted: readonly string[]): string[] {
  const kind = stringField(object, 'kind');
  const check = KNOWN_HEALTH.find((health) => health.kind === kind);
  const annotated = wanted.map((csv) => {
    const annotations = { ...object.metadata.annotations, [WANTED_CSV]: csv };
    return { ...object, metadata: { ...object.metadata, annotations } };
  });
  return check === undefined ? [] : [object, ...(kind === 'Subscription' ? annotated : [])].flatMap((state) => {
    const { verdict, message } = judgeHealth(check, state);
    return [
      ...(verdict === 'failed' ? [`Argo CD about ${check.kind} ${object.metadata.name}: ${message}`] : []),
      ...(celVerdict(FLUX.get(check.kind)!, state) === 'failed' ? [`Flux about ${check.kind} ${object.metadata.name}: ${message}`] : []),
    ];
  });
}

/** Returns the failures that the health checks report in a part of a recording, without those from before until OLM has processed the change. */
function newFailures({ events }: Recording, { from, until }: Span): string[] {
  const targets = events.filter(isKind('subscriptions')).map(({ object }) => statusString(object, 'currentCSV'));
  const wanted = [...new Set(targets.filter((csv) => csv !== undefined))];
  const before = events.filter(({ at }) => at <= from);
  const known = new Map(before.map(({ resource, object }) => [`${resource} ${object.metadata.name}`, failedHealth(object, wanted)]));
  return events.filter(({ at, type }) => at > from && at <= until && type !== 'DELETED').flatMap(({ at, resource, object }) => {
    const found = failedHealth(object, wanted);
    const key = `${resource} ${object.metadata.name}`;
    const isOld = found.length > 0 && found.join() === known.get(key)?.join();
    if (!isOld) {
      known.delete(key);
    }
    return isOld ? [] : found.map((failure) => `${at}: ${failure}`);
  });
}

const marksOf = ({ object, state, mark, links }: ChainLink): string[] => (
  [...(mark === 'failed' ? [`${object}: ${state}`] : []), ...links.flatMap(marksOf)]
);

/** Returns the failures that `status` and `explain` report at one time. */
async function failedInspection(recording: Recording, at: number): Promise<{ verdicts: string[]; causes: CauseName[] }> {
  const now = recording.start + at;
  const cluster = clusterOf(contentAt(recording.events, at));
  const { olm: _, ...status } = await clusterStatus(cluster, { namespace: recording.namespace, now });
  const explained = await Promise.all(subscriptionsAt(recording, at).map(({ metadata: { name, namespace } }) => (
    explainObject({ resource: SUBSCRIPTIONS, name, namespace: namespace! }, cluster, now)
  )));
  const failed = overallVerdict(status) === 'failed' ? [...status.catalogs, ...status.subscriptions].filter(({ verdict }) => verdict === 'failed') : [];
  const ofOlm = failed.map(({ name, detail }) => `status of ${name}: ${detail}`);
  return {
    verdicts: [...ofOlm, ...explained.flatMap(({ object, verdict, causes, chain }) => [
      ...(verdict === 'failed' ? [`explain ${object}: ${causes[0]?.message}`] : []),
      ...marksOf(chain).map((mark) => `explain ${object}: ✗ ${mark}`),
    ])],
    causes: explained.flatMap(({ causes }) => causes.map(({ cause }) => cause)),
  };
}

/** Returns the failures of waiters that start at different times of a part of a recording. */
function failedWaits(recording: Recording, { from, until }: Span, starts: readonly number[]): string[] {
  const events = recording.events.filter(({ at }) => at <= until);
  return subscriptionsAt(recording, until).flatMap(({ metadata: { name, namespace }, status }) => {
    const csv = stringField(status, 'installedCSV') ?? stringField(status, 'currentCSV')!;
    const others = [...new Set(events.filter(isKind('clusterserviceversions')).map(({ object }) => object.metadata.name))];
    return [{}, { pin: { csv, intermediateCsvs: others } }].flatMap((options) => [from, ...starts].flatMap((start) => {
      const { verdict, at } = simulate(operatorReady({ namespace: namespace!, subscription: name, ...options }), events, { from: start });
      return verdict.kind === 'done' || at > until ? [] : [`${start}: wait for ${name} failed at ${at}: ${verdict.explanation.findings[0]!.message}`];
    }));
  });
}

describeWith(TRACES)('what succeeds without a change by the user was no failure before', () => {
  const all = TRACES.missing === undefined
    ? [...recordings(), ...UPGRADES.map((message) => slowUpgrade(40, message)), slowUpgrade(240, UPGRADES[0]!)] : [];
  const spans = all.flatMap((recording) => spansOf(recording).filter((span) => succeeds(recording, span)).map((span) => ({ recording, span })));

  it('in nine recorded parts, and in upgrades on a slow machine', () => {
    expect(spans.map(({ recording: { title } }) => title).filter((title) => !title.startsWith('an upgrade'))).toHaveLength(9);
    expect(spans).toHaveLength(9 + UPGRADES.length + 1);
  });

  for (const { recording, span } of spans) {
    describe(`${recording.title}, from ${span.from / 1000} s`, () => {
      const moments = momentsOf(recording, span);

      it('in the health checks', () => {
        expect(newFailures(recording, span)).toEqual([]);
      });

      it('in status and explain', async () => {
        const found = await Promise.all(moments.map(async (at) => ({ at, ...await failedInspection(recording, at) })));
        // A failure of before the change is reported until OLM has processed the change.
        const first = span.from === recording.changes[0] ? 0 : found.findIndex(({ verdicts }) => verdicts.length === 0);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(found.slice(first).flatMap(({ at, verdicts }) => verdicts.map((verdict) => `${at}: ${verdict}`))).toEqual([]);
      });

      it('in waiters', () => {
        expect(failedWaits(recording, span, moments.filter((_, index) => index % 3 === 0))).toEqual([]);
      });
    });
  }
});

/** A part of a recording in which nothing will succeed, the cause, what a health check says about it, and what the waiter waits for. */
const NEVER: readonly (readonly [title: string, cause: CauseName, health: RegExp, waitsFor?: RegExp])[] = [
  ['catalog-unreachable', 'catalog-unreachable', /OLM has no connection to cat/, /catalog \S+ to answer/],
  ['dependency-missing', 'dependency-missing', /^failed: OLM cannot resolve it: .*requires an operator providing an API/],
  ['deployment-never-ready', 'deployment-unavailable', /waiting for deployment stuck-op to become ready/, /Deployment stuck-op/],
  ['install-manual-then-upgrade', 'plan-not-owned', /requires approval/, /an InstallPlan/],
  ['min-kube-version', 'kubernetes-too-old', /^failed: .*minKubeVersion/],
  ['no-operator-group', 'operator-group-missing', /only if namespace t-no-operator-group has exactly one OperatorGroup/],
  ['recreated-subscription', 'csv-without-subscription', /^failed: OLM cannot resolve it: .*own\.v0\.1\.0 exists and is not referenced/],
  ['two-operator-groups', 'too-many-operator-groups', /^failed: .*has more than one OperatorGroup/],
  ['unknown-channel', 'catalog-unreachable', /OLM has no connection to cat/, /catalog \S+ to answer/],
  ['unknown-package', 'catalog-unreachable', /OLM has no connection to cat/, /catalog \S+ to answer/],
  ['unsupported-install-mode', 'install-mode-unsupported', /^failed: UnsupportedOperatorGroup/],
];

describeWith(TRACES)('what does not succeed without a change by the user is reported within a minute', () => {
  const parts = TRACES.missing !== undefined ? [] : recordings().flatMap((recording) => (
    spansOf(recording).map((span) => ({ recording, span }))
  )).filter(({ recording, span }) => !succeeds(recording, span) && subscriptionsAt(recording, span.until).length > 0);

  it('in eleven recorded parts', () => {
    expect(parts.map(({ recording: { title } }) => title)).toEqual(NEVER.map(([title]) => title));
  });

  for (const [index, [title, cause, health, waitsFor]] of NEVER.entries()) {
    it(`${title}: ${cause}`, async () => {
      const { recording, span } = parts[index]!;
      const at = Math.min(span.until, span.from + MINUTE);
      expect((await failedInspection(recording, at)).causes).toContain(cause);

      const judged = contentAt(recording.events, at).flatMap(({ object }) => {
        const check = KNOWN_HEALTH.find(({ kind }) => kind === stringField(object, 'kind'));
        return check === undefined ? [] : [judgeHealth(check, object)];
      });
      expect(judged.map(({ verdict, message }) => `${verdict}: ${message}`)).toContainEqual(expect.stringMatching(health));

      const [{ metadata: { name } }] = subscriptionsAt(recording, span.until) as [KubernetesObject];
      const events = recording.events.filter((event) => event.at <= span.until);
      const wait = simulate(operatorReady({ namespace: recording.namespace, subscription: name }), events, { from: span.from });
      const findings = wait.verdict.kind === 'failed' ? wait.verdict.explanation.findings : [];
      expect(findings.map((finding) => finding.cause)).toContain(cause);
      const early = wait.lines.filter((line) => Number.parseFloat(line) * 1000 <= span.from + MINUTE);
      expect(wait.at <= span.from + MINUTE || (waitsFor !== undefined && early.some((line) => waitsFor.test(line)))).toBe(true);
    });
  }
});
