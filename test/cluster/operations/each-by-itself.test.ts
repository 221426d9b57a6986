import type { Manifest } from '../../../lib/cluster/operations/manifests';
import { isNeeded, removalOfManifests, type RemovalOptions, type RemovalPart, type RemovalPlan } from '../../../lib/cluster/operations/removal-plan';
import { waitTargets } from '../../../lib/cluster/operations/wait-targets';
import { explainObject, type ObjectExplanation } from '../../../lib/cluster/inspection/explain/explain';
import { clusterStatus } from '../../../lib/cluster/inspection/cluster-status';
import { explanationLines } from '../../builders/explanation-lines';
import { CLUSTER_EXTENSIONS, DEPLOYMENTS, SUBSCRIPTIONS } from '../../../lib/cluster/waiting/view/api-resource';
import { BUNDLE_DEPLOYMENTS } from '../../../lib/cluster/waiting/rukpak/resources';
import { dumpOf, START } from '../inspection/dumped-cluster';
import { actionTitles, type ClusterEvent, simulate } from '../waiting/simulated-cluster';
import { clusterWith, deletion, type MixedOperator, mixedOperators } from './mixed-operators';

const OPERATORS = mixedOperators(30);
const FOLDER = OPERATORS.flatMap(({ manifests }) => manifests);
const OPTIONS = { namespace: 'default', operators: { approve: false, stepwise: false, allowedCsvs: [], recover: 0, adopt: false } };

/** Returns the result of the wait for each target of manifests: when it ended, all lines, and the explanation. */
function waits(manifests: readonly Manifest[], cluster: readonly ClusterEvent[]): Map<string, object> {
  return new Map(waitTargets(manifests, OPTIONS).map((target) => {
    const { verdict, at, lines } = simulate(target.waiter(undefined), cluster);
    return [target.subject, verdict.kind === 'done' ? { at, lines, outcome: verdict.outcome, detail: target.readyText(verdict.outcome) }
      : { at, lines, explanation: explanationLines(verdict.explanation) }];
  }));
}

const REMOVAL: RemovalOptions = { operands: 'abort', deleteCrds: true, resetConversion: false, dependencies: false, deleteLeftovers: false, force: false, removeOperators: false };

/** Returns the actions and the result of the removal of each operator in manifests, without what is removed after all of them. */
function removals(manifests: readonly Manifest[], cluster: readonly ClusterEvent[], operands: RemovalOptions['operands']): Map<string, object> {
  return new Map(removalOfManifests(manifests, 'default', { ...REMOVAL, operands })[0]!.map(({ subject, removal }) => {
    const wait = simulate(removal(undefined), cluster, { onAction: (action, now) => deletion(cluster, action, now) });
    const { verdict } = wait;
    return [subject, { actions: actionTitles(wait), ...(verdict.kind === 'done' ? verdict.outcome : { explanation: explanationLines(verdict.explanation) }) }];
  }));
}

const NAMED = { 'olm-v0': SUBSCRIPTIONS, 'olm-v1': CLUSTER_EXTENSIONS, 'rukpak': BUNDLE_DEPLOYMENTS, 'plain': DEPLOYMENTS };

/** Returns what `explain` shows of each operator. */
async function explanations(operators: readonly MixedOperator[], cluster: readonly ClusterEvent[]): Promise<Map<string, Partial<ObjectExplanation>>> {
  const found = operators.map(async ({ name, namespace, engine }): Promise<[string, Partial<ObjectExplanation>]> => {
    const { verdict, causes, chain } = await explainObject({ resource: NAMED[engine], name, namespace }, dumpOf(cluster), START);
    return [name, { verdict, causes, chain }];
  });
  return new Map(await Promise.all(found));
}

/** Returns the rows of `status`, by name. */
async function rows(cluster: readonly ClusterEvent[]): Promise<Map<string, object>> {
  const { subscriptions, catalogs, clusterExtensions, clusterCatalogs } = await clusterStatus(dumpOf(cluster), { now: START });
  return new Map(Object.entries({ subscriptions, catalogs, clusterExtensions, clusterCatalogs }).flatMap(([list, found]) => (
    found.map((row) => [`${list} ${row.name}`, row] as const)
  )));
}

/** Returns what a function finds for each of the operators alone, while one of them is broken. Those that are not are looked at once. */
function aloneEach<Found>(find: (operator: MixedOperator, cluster: readonly ClusterEvent[]) => Found): (broken?: MixedOperator) => Found[] {
  const healthy = new Map<MixedOperator, Found>();
  return (broken) => OPERATORS.map((operator) => {
    const found = operator === broken ? undefined : healthy.get(operator);
    const result = found ?? find(operator, clusterWith([operator], broken));
    return operator === broken ? result : healthy.set(operator, result).get(operator)!;
  });
}

/** Returns the later removals that do not start if some removals fail. */
function skippedAfter(plan: RemovalPlan, failed: (part: RemovalPart) => boolean): string[] {
  const unfinished: RemovalPart[] = plan[0]!.filter(failed);
  for (const stage of plan.slice(1)) {
    unfinished.push(...stage.filter((part) => unfinished.some((earlier) => isNeeded(earlier, part))));
  }
  return unfinished.slice(plan[0]!.filter(failed).length).map(({ subject }) => subject);
}

describe('each of thirty operators of mixed engines', () => {
  const waitsAlone = aloneEach(({ manifests }, cluster) => [...waits(manifests, cluster)]);
  const explainedAlone = aloneEach(async (operator, cluster) => [...await explanations([operator], cluster)]);
  const rowsAlone = aloneEach(async (_, cluster) => [...await rows(cluster)]);
  const removedAlone = aloneEach(({ manifests }, cluster) => [...removals(manifests, cluster, 'abort')]);
  const inTurn = OPERATORS.map((operator) => [`${operator.name} with ${operator.engine}`, operator] as const);

  it('is ready', () => {
    const found = waits(FOLDER, clusterWith(OPERATORS));
    expect([...found].filter(([, result]) => 'explanation' in result)).toEqual([]);
    expect(found).toEqual(new Map(waitsAlone().flat()));
    expect(found.size).toBe(40);
  });

  it.each(inTurn)('is waited for as if alone while %s is broken', (_, broken) => {
    const found = waits(FOLDER, clusterWith(OPERATORS, broken));
    const failed = [...found].filter(([, result]) => 'explanation' in result);
    expect(failed.map(([subject]) => subject.split(/[ /]/).at(-1))).toEqual([broken.name]);
    expect(found).toEqual(new Map(waitsAlone(broken).flat()));
  });

  it.each(inTurn)('is explained, and has the status, as if alone while %s is broken', async (_, broken) => {
    const cluster = clusterWith(OPERATORS, broken);
    const found = await explanations(OPERATORS, cluster);
    expect([...found].filter(([, { verdict }]) => verdict !== 'healthy').map(([name]) => name)).toEqual([broken.name]);
    expect(found).toEqual(new Map((await Promise.all(explainedAlone(broken))).flat()));
    expect(await rows(cluster)).toEqual(new Map((await Promise.all(rowsAlone(broken))).flat()));
  });

  it.each(['abort', 'ignore', 'delete'] as const)('is removed as if alone (operands: %s)', (operands) => {
    const expected = OPERATORS.flatMap((operator) => [...removals(operator.manifests, clusterWith([operator]), operands)]);
    expect(expected).toHaveLength(OPERATORS.length);
    expect(removals(FOLDER, clusterWith(OPERATORS), operands)).toEqual(new Map(expected));
  });

  it.each(inTurn)('waits only for its own catalogs, and its catalog and Namespace only for it: %s', (_, operator) => {
    const ownAfter = (manifests: readonly Manifest[]): [string, string[]][] => (
      waitTargets(manifests, OPTIONS).map(({ subject, after }) => [subject, after.map((one) => one.subject)])
    );
    const own = ownAfter(operator.manifests);
    expect(ownAfter(FOLDER).filter(([subject]) => own.some(([other]) => other === subject))).toEqual(own);

    const planOf = (manifests: readonly Manifest[]): RemovalPlan => removalOfManifests(manifests, 'default', REMOVAL);
    const [[first] = []] = planOf(operator.manifests);
    const isBroken = ({ subject }: RemovalPart): boolean => subject === first?.subject;
    expect(first).toBeDefined();
    expect(skippedAfter(planOf(FOLDER), isBroken)).toEqual(skippedAfter(planOf(operator.manifests), isBroken));
    expect(skippedAfter(planOf(operator.manifests), isBroken)).toHaveLength(planOf(operator.manifests).flat().length - 1);
  });

  it.each(inTurn)('is removed as if alone while %s is broken', (_, broken) => {
    expect(removals(FOLDER, clusterWith(OPERATORS, broken), 'abort')).toEqual(new Map(removedAlone(broken).flat()));
  });
});
