import { defined } from '../../../formats/json/defined';
import { list } from '../explain/formatting';
import { dependenciesOf, isGenerated, NamespaceOperators, provisionsOf, requirementsOf, subscribedCsvs } from '../operator/installed-dependencies';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { CLUSTER_SERVICE_VERSIONS, resourceName, SUBSCRIPTIONS } from '../view/api-resource';
import { ClusterView, objectsOf } from '../view/cluster-view';
import { KubernetesObject, namespacedName, specString } from '../view/kubernetes-object';
import { DependencyFootprint, footprintOf, OperatorFootprint, updateFootprint } from './operator-footprint';
import { FoundObject, Leftover, objectTitle } from './stage';
import { groupBy, groupByEach, missing } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { shell } from '../../../text/shell';

/** Operator whose dependencies are determined. */
interface Dependent {
  readonly namespace: string;
  /** Name of its Subscription. */
  readonly subscription: string;
}

/** Dependency of an operator that is being removed. */
export interface Dependency {
  readonly footprint: DependencyFootprint;
  /** Its Subscription and its ClusterServiceVersions, if they exist. */
  readonly objects: readonly FoundObject[];
  /** Why it is still required, or may be required, or undefined if it is not. */
  readonly stillNeeded?: string;
}

/**
 * Adds the dependencies that are currently in the cluster to the known dependencies of an operator, and removes those that now have another
 * Subscription.
 */
export function updateDependencies(
  { namespace }: Dependent, known: readonly DependencyFootprint[], { csvs: names }: OperatorFootprint, view: ClusterView,
): DependencyFootprint[] {
  const found = operatorsIn(namespace, view);
  const current = footprintOf({ dependencies: dependenciesOf(names, found) }).dependencies ?? [];
  const added = missing(current, known, ({ subscription }) => subscription);
  const byPackage = groupBy(found.subscriptions, (subscription) => specString(subscription, 'name') ?? '');
  return [...known, ...added].flatMap((footprint) => {
    const { subscription } = footprint;
    const ofPackage = byPackage.get(footprint.package ?? '') ?? [];
    return ofPackage.every((other) => other.metadata.name === subscription && isGenerated(other))
      ? [{ ...updateFootprint({ namespace, subscription }, footprint, view), subscription }] : [];
  });
}

/**
 * Returns the dependencies that still exist, each one before those that it requires. A dependency is kept if it may be required by another operator
 * of the namespace, even one that is being removed, or by a Subscription whose operator is not installed yet.
 */
export function remainingDependencies(
  { namespace, subscription: ownName }: Dependent, { csvs: own }: OperatorFootprint, known: readonly DependencyFootprint[], view: ClusterView,
): Dependency[] {
  const { subscriptions, csvs } = operatorsIn(namespace, view);
  const all = dependentsFirst(known.map((footprint): Candidate => ({
    footprint, subscription: byName(subscriptions, footprint.subscription),
    csvs: footprint.csvs.map((name) => byName(csvs, name)).filter((csv) => csv !== undefined),
  })).filter((found) => found.subscription !== undefined || found.csvs.length > 0));
  const names = new Set([ownName, ...all.map(({ footprint: { subscription } }) => subscription)]);
  const pending = subscriptions.find((other) => (
    !names.has(other.metadata.name) && !subscribedCsvs(other).some((name) => byName(csvs, name) !== undefined)
  ));
  const ownCsvs = new Set([...own, ...all.flatMap(({ footprint }) => footprint.csvs)]);
  const claims = claimsOn(all, csvs.filter(({ metadata: { name } }) => !ownCsvs.has(name)));
  return all.map((candidate): Dependency => {
    const { footprint, subscription } = candidate;
    const stillNeeded = claims.get(candidate)
      ?? (pending === undefined ? undefined : `Subscription ${namespacedName(pending)} may require it: its operator is not installed yet`);
    return {
      footprint,
      objects: [
        ...(subscription === undefined ? [] : [{ resource: SUBSCRIPTIONS, object: subscription }]),
        ...candidate.csvs.map((object) => ({ resource: CLUSTER_SERVICE_VERSIONS, object })),
      ],
      ...defined({ stillNeeded }),
    };
  });
}

/** Returns the dependencies to remove, in order: first those that no longer exist, to find what they left behind. */
export function removableDependencies(known: readonly DependencyFootprint[], remaining: readonly Dependency[]): DependencyFootprint[] {
  const gone = missing(known, remaining.map(({ footprint }) => footprint), ({ subscription }) => subscription);
  return [...gone, ...remaining.filter(({ stillNeeded }) => stillNeeded === undefined).map(({ footprint }) => footprint)];
}

/** Returns the dependencies that nothing requires any longer, with the command that removes them, for a removal that keeps dependencies. */
export function unneededDependencies(namespace: string, dependencies: readonly Dependency[]): Leftover[] {
  return dependencies.filter(({ stillNeeded }) => stillNeeded === undefined).map(({ footprint: { csvs }, objects }) => {
    const names = objects.map(({ resource, object: { metadata: { name } } }) => `${resourceName(resource)}/${name}`);
    return {
      object: objectTitle(objects[0]!),
      reason: `OLM installed ${list(csvs)} as a dependency, and nothing in the namespace requires it any longer; to remove it, run `
        + shell`kubectl delete -n ${namespace} ${names}`,
    };
  });
}

/** Returns the dependencies that are still required, for a removal that removes dependencies. */
export function neededDependencies(dependencies: readonly Dependency[]): Leftover[] {
  return dependencies.flatMap(({ objects: [object], stillNeeded: reason }) => (
    reason === undefined ? [] : [{ object: objectTitle(object!), reason }]
  ));
}

interface Candidate {
  readonly footprint: DependencyFootprint;
  readonly subscription: KubernetesObject | undefined;
  readonly csvs: readonly KubernetesObject[];
}

/** Returns why dependencies are kept: one of the operators, or another dependency that is kept, requires them. */
function claimsOn(candidates: readonly Candidate[], operators: readonly KubernetesObject[]): Map<Candidate, string> {
  const claims = new Map<Candidate, string>();
  const providers = providersOf(candidates);
  let unclaimed = candidates.filter(({ csvs }) => csvs.length > 0);
  let dependents = operators;
  while (dependents.length > 0) {
    const claimed = new Set<Candidate>();
    for (const csv of dependents) {
      const title = `ClusterServiceVersion ${namespacedName(csv)}`;
      const claim = (found: readonly Candidate[], reason: string): void => {
        for (const candidate of found.filter((other) => !claims.has(other))) {
          claims.set(candidate, reason);
          claimed.add(candidate);
        }
      };
      const { keys, hasOpaque } = requirementsOf(csv);
      for (const key of keys) {
        claim(providers.get(key) ?? [], `${title} requires it too`);
        providers.delete(key);
      }
      if (hasOpaque) {
        claim(unclaimed, `${title} may require it: it has a constraint that only OLM evaluates`);
        unclaimed = [];
      }
    }
    dependents = inOrder(claimed, candidates).flatMap(({ csvs }) => csvs);
  }
  return claims;
}

function inOrder(some: ReadonlySet<Candidate>, all: readonly Candidate[]): Candidate[] {
  const places = ORDER(all);
  return [...some].sort((left, right) => places.get(left)! - places.get(right)!);
}

const ORDER = perObject((candidates: readonly Candidate[]) => new Map(candidates.map((candidate, index) => [candidate, index])));

const providedBy = ({ csvs }: Candidate): string[] => csvs.flatMap((csv) => [...provisionsOf(csv)]);

/** Returns the dependencies by the keys of what they provide. */
function providersOf(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  return groupByEach(candidates, providedBy);
}

/** Sorts dependencies so that each one comes before those that it requires. The order in a cycle is arbitrary. */
function dependentsFirst(candidates: readonly Candidate[]): Candidate[] {
  const places = ORDER(candidates);
  const providers = providersOf(candidates);
  const requiredBy = ({ csvs }: Candidate): Set<string> => new Set(csvs.flatMap((csv) => [...requirementsOf(csv).keys]));
  const dependents = new Map([...groupByEach(candidates, (candidate) => [...requiredBy(candidate)])].map(([key, found]) => [key, new Set(found)]));
  /** How many of its keys others require that are not in order yet. */
  const claims = new Map(candidates.map((candidate) => [candidate, [...new Set(providedBy(candidate))].filter((key) => {
    const found = dependents.get(key);
    return found !== undefined && (found.size > 1 || !found.has(candidate));
  }).length]));
  const ordered = new Set<Candidate>();
  const free = new PlaceQueue(candidates.flatMap((candidate, place) => (claims.get(candidate) === 0 ? [place] : [])));
  const release = (candidate: Candidate): void => {
    claims.set(candidate, claims.get(candidate)! - 1);
    if (claims.get(candidate) === 0) {
      free.add(places.get(candidate)!);
    }
  };
  const waiting = candidates[Symbol.iterator]();
  while (ordered.size < candidates.length) {
    const place = free.next();
    const next = place === undefined ? waiting.next().value as Candidate : candidates[place]!;
    if (!ordered.has(next)) {
      ordered.add(next);
      for (const key of requiredBy(next)) {
        const left = dependents.get(key)!;
        left.delete(next);
        const [only] = left;
        const released = left.size === 0 ? providers.get(key) ?? [] : left.size === 1 && provides(only!, key) ? [only!] : [];
        released.filter((candidate) => candidate !== next && !ordered.has(candidate)).forEach(release);
      }
    }
  }
  return [...ordered];
}

function provides({ csvs }: Candidate, key: string): boolean {
  return csvs.some((csv) => provisionsOf(csv).has(key));
}

/** Places in a list, of which the lowest comes first. */
class PlaceQueue {
  private readonly places: number[];

  /** @param places in ascending order, of which the last is the first to be returned once they are reversed */
  public constructor(places: readonly number[]) {
    this.places = [...places].reverse();
  }

  public add(place: number): void {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = this.places[middle]! > place ? [middle + 1, high] : [low, middle];
    }
    this.places.splice(low, 0, place);
  }

  public next(): number | undefined {
    return this.places.pop();
  }
}

function operatorsIn(namespace: string, view: ClusterView): NamespaceOperators {
  const { subscriptions, csvs } = namespaceInterests(namespace);
  return { subscriptions: objectsOf(view, subscriptions) ?? [], csvs: objectsOf(view, csvs) ?? [] };
}
