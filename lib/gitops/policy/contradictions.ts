import { overlap, quoted, registriesOverlap } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy-props';

type ListProp = Exclude<keyof OperatorPolicyProps, 'name' | 'severity' | 'waivers' | 'forbiddenRights'>;

type Overlap = (left: readonly string[], right: readonly string[]) => boolean;

/** How two lists of allowed names can have one in common. */
const LISTS: { readonly [prop in ListProp]: Overlap } = {
  allowedCatalogs: lastPartsOverlap,
  allowedPackages: overlap,
  allowedChannels: lastPartsOverlap,
  allowedPublishers: overlap,
  allowedApprovals: overlap,
  allowedRegistries: registriesOverlap,
};

/** Returns why nothing can satisfy two policies at once, in a sentence; undefined if something can. */
export function contradiction(left: OperatorPolicyProps, right: OperatorPolicyProps): string | undefined {
  for (const [prop, isPossible] of Object.entries(LISTS) as [ListProp, Overlap][]) {
    const [ours, theirs] = [left[prop], right[prop]];
    if (ours !== undefined && theirs !== undefined && !isPossible(ours, theirs)) {
      return `policies '${left.name}' and '${right.name}' contradict each other: ${prop} is ${quoted(ours)} in one and ${quoted(theirs)} in the other, with `
        + 'nothing in common; change one of them, or add them to different constructs';
    }
  }
  return undefined;
}

/** A name with a namespace or a package before it, and one without, can mean the same. */
function lastPartsOverlap(left: readonly string[], right: readonly string[]): boolean {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  return left.some((one) => right.some((other) => (
    one.includes('/') && other.includes('/') ? overlap([one], [other]) : overlap([last(one)], [last(other)])
  )));
}
