import type { IConstruct } from 'constructs';
import { overlap, quoted, registriesOverlap } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy-props';

type ListProp = Exclude<keyof OperatorPolicyProps, 'name' | 'severity' | 'waivers' | 'forbiddenRights'>;

type Overlap = (left: readonly string[], right: readonly string[]) => boolean;

/** Tests whether two lists of allowed names can have a name in common. */
const LISTS: { readonly [prop in ListProp]: Overlap } = {
  allowedCatalogs: lastPartsOverlap,
  allowedPackages: overlap,
  allowedChannels: lastPartsOverlap,
  allowedPublishers: overlap,
  allowedApprovals: overlap,
  allowedRegistries: registriesOverlap,
};

/** A policy with the construct that it was added to. */
interface AddedPolicy {
  readonly policy: OperatorPolicyProps;
  readonly construct: IConstruct;
}

/** Returns why nothing can satisfy both a policy and one that was added before, as a sentence, or undefined if something can. */
export function contradiction({ policy: left, construct }: AddedPolicy, right: OperatorPolicyProps): string | undefined {
  for (const [prop, isPossible] of Object.entries(LISTS) as [ListProp, Overlap][]) {
    const [ours, theirs] = [left[prop], right[prop]];
    if (ours !== undefined && theirs !== undefined && !isPossible(ours, theirs)) {
      const { node: { path } } = construct;
      return `policy '${right.name}' contradicts policy '${left.name}' of ${path === '' ? 'the app' : `'${path}'`}: ${prop} is ${quoted(theirs)} in one and `
        + `${quoted(ours)} in the other, with nothing in common; change one of them, or add them to different constructs`;
    }
  }
  return undefined;
}

/** Returns why no operator from a catalog can satisfy a policy, as a sentence, or undefined if one can. */
export function ownContradiction({ name, allowedPackages, allowedChannels }: OperatorPolicyProps): string | undefined {
  const packages = allowedChannels?.map((channel) => (channel.includes('/') ? channel.slice(0, channel.indexOf('/')) : '*'));
  return allowedPackages === undefined || packages === undefined || overlap(packages, allowedPackages) ? undefined
    : `policy '${name}' allows nothing: allowedChannels is ${quoted(allowedChannels!)}, which are channels of other packages than allowedPackages, `
      + `${quoted(allowedPackages)}; add a channel of an allowed package, or one without a package such as 'stable'`;
}

/** A name with and a name without the prefix of a namespace or package can mean the same. */
function lastPartsOverlap(left: readonly string[], right: readonly string[]): boolean {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  return left.some((one) => right.some((other) => (
    one.includes('/') && other.includes('/') ? overlap([one], [other]) : overlap([last(one)], [last(other)])
  )));
}
