import { defined } from '../../../formats/json/defined';
import { list } from '../explain/formatting';
import { dependenciesOf, isGenerated, NamespaceOperators, requires, subscribedCsvs } from '../operator/installed-dependencies';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { CLUSTER_SERVICE_VERSIONS, resourceName, SUBSCRIPTIONS } from '../view/api-resource';
import { ClusterView, objectsOf } from '../view/cluster-view';
import { KubernetesObject, namespacedName, specString } from '../view/kubernetes-object';
import { DependencyFootprint, footprintOf, OperatorFootprint, updateFootprint } from './operator-footprint';
import { FoundObject, Leftover, objectTitle } from './stage';
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
  const added = current.filter(({ subscription }) => !known.some((other) => other.subscription === subscription));
  return [...known, ...added].flatMap((footprint) => {
    const { subscription } = footprint;
    const ofPackage = found.subscriptions.filter((other) => specString(other, 'name') === footprint.package);
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
  const names = [ownName, ...all.map(({ footprint: { subscription } }) => subscription)];
  const pending = subscriptions.find((other) => (
    !names.includes(other.metadata.name) && !subscribedCsvs(other).some((name) => byName(csvs, name) !== undefined)
  ));
  const isOwn = (name: string): boolean => own.includes(name) || all.some(({ footprint }) => footprint.csvs.includes(name));
  const claims = claimsOn(all, csvs.filter(({ metadata: { name } }) => !isOwn(name)));
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
  const gone = known.filter(({ subscription }) => !remaining.some(({ footprint }) => footprint.subscription === subscription));
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
  let dependents = operators;
  while (dependents.length > 0) {
    const claimed = candidates.filter((candidate) => {
      const reason = claims.has(candidate) ? undefined : dependents.map((csv) => claimOf(csv, candidate)).find((found) => found !== undefined);
      return reason !== undefined && claims.set(candidate, reason).has(candidate);
    });
    dependents = claimed.flatMap(({ csvs }) => csvs);
  }
  return claims;
}

function claimOf(csv: KubernetesObject, { csvs }: Candidate): string | undefined {
  const found = csvs.map((other) => requires(csv, other));
  const title = `ClusterServiceVersion ${namespacedName(csv)}`;
  if (found.includes(true)) {
    return `${title} requires it too`;
  }
  return found.includes('maybe') ? `${title} may require it: it has a constraint that only OLM evaluates` : undefined;
}

/** Sorts dependencies so that each one comes before those that it requires. The order in a cycle is arbitrary. */
function dependentsFirst(candidates: readonly Candidate[]): Candidate[] {
  const isRequired = ({ csvs }: Candidate): boolean => candidates.some((other) => (
    other.csvs !== csvs && other.csvs.some((csv) => csvs.some((provider) => requires(csv, provider) === true))
  ));
  const first = candidates.find((candidate) => !isRequired(candidate)) ?? candidates[0];
  return first === undefined ? [] : [first, ...dependentsFirst(candidates.filter((candidate) => candidate !== first))];
}

function operatorsIn(namespace: string, view: ClusterView): NamespaceOperators {
  const { subscriptions, csvs } = namespaceInterests(namespace);
  return { subscriptions: objectsOf(view, subscriptions) ?? [], csvs: objectsOf(view, csvs) ?? [] };
}
