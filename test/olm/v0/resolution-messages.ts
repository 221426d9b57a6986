/** A case and OLM's message about it. */
export type ResolutionMessage = readonly [title: string, message: string];

const OLD = 'keda.v2.6.1';
const NEXT = 'keda.v2.7.1';
const [OLD_EXISTS, NEXT_EXISTS] = [OLD, NEXT].map(csv => `@existing/keda//${csv}`) as [string, string];
const [OLD_UNREFERENCED, NEXT_UNREFERENCED] = [OLD, NEXT].map(csv => `clusterserviceversion ${csv} exists and is not referenced by a subscription`) as [string, string];
const OFFERED = 'keda/keda/stable/keda.v2.8.0';
const REQUIRES_NEXT = `subscription keda exists, subscription keda requires ${NEXT_EXISTS}`;

const unsatisfiable = (...parts: readonly string[]): string => `constraints not satisfiable: ${parts.join(', ')}`;

/** Messages while OLM replaces an installed version: the resolver names versions in any order. */
export const REPLACEMENTS: readonly ResolutionMessage[] = [
  ['as reported', `${OLD_EXISTS} and ${NEXT_EXISTS} originate from package keda, ${OLD_UNREFERENCED}`],
  ['as OLM 0.46 wrote it', unsatisfiable(`${OLD_EXISTS} and ${NEXT_EXISTS} originate from package keda`, OLD_UNREFERENCED, REQUIRES_NEXT)],
  ['the new version first', unsatisfiable(`${NEXT_EXISTS} and ${OLD_EXISTS} originate from package keda`, OLD_UNREFERENCED, REQUIRES_NEXT)],
  ['the package last', unsatisfiable(OLD_UNREFERENCED, REQUIRES_NEXT, `${OLD_EXISTS} and ${NEXT_EXISTS} originate from package keda`)],
  ['before the Subscription refers to the new version', unsatisfiable(
    `${OLD_EXISTS} and ${NEXT_EXISTS} originate from package keda`, NEXT_UNREFERENCED, `subscription keda exists, subscription keda requires ${OLD_EXISTS}`)],
  ['a newer version in the catalog', unsatisfiable(`${OLD_EXISTS}, ${OFFERED} and ${NEXT_EXISTS} originate from package keda`, OLD_UNREFERENCED, REQUIRES_NEXT)],
  ['a newer version in the catalog first', unsatisfiable(`${OFFERED}, ${NEXT_EXISTS} and ${OLD_EXISTS} originate from package keda`, OLD_UNREFERENCED, REQUIRES_NEXT)],
  ['the API in common', unsatisfiable(`${OLD_EXISTS} and ${NEXT_EXISTS} provide ScaledObject (keda.sh/v1alpha1)`, OLD_UNREFERENCED, REQUIRES_NEXT)],
  ['names of which one begins with the other', unsatisfiable(
    '@existing/keda//keda.v2.7.1 and @existing/keda//keda.v2.7.10 originate from package keda', NEXT_UNREFERENCED, 'subscription keda exists')],
];

/** Messages about installed versions that no upgrade will resolve. */
export const CONFLICTS: readonly ResolutionMessage[] = [
  ['an installed version without a Subscription beside one of a catalog', unsatisfiable(
    `${OLD_EXISTS} and ${OFFERED} originate from package keda`, OLD_UNREFERENCED, `subscription keda exists, subscription keda requires ${OFFERED}`)],
  ['the one of the catalog first', unsatisfiable(`${OFFERED} and ${OLD_EXISTS} originate from package keda`, OLD_UNREFERENCED, `subscription keda requires ${OFFERED}`)],
  ['by package and by API', unsatisfiable(
    `${OLD_EXISTS} and ${OFFERED} originate from package keda`, `${OFFERED} and ${OLD_EXISTS} provide ScaledObject (keda.sh/v1alpha1)`, OLD_UNREFERENCED)],
  ['two installed versions without a Subscription', unsatisfiable(
    `${OLD_EXISTS} and ${NEXT_EXISTS} originate from package keda`, OLD_UNREFERENCED, NEXT_UNREFERENCED)],
  ['no bundle in the channel', 'no operators found in channel nope of package keda in the catalog referenced by subscription keda'],
  ['two installed operators with one API', `${OLD_EXISTS} and @existing/keda//other.v1.0.0 provide ScaledObject (keda.sh/v1alpha1)`],
];
