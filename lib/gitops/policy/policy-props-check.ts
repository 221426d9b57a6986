import type { IConstruct } from 'constructs';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { optionKeys, optionProblem } from '../../formats/options/check-options';
import { ForbiddenRight } from '../../report/rights/forbidden-rights';
import { namesInQuotes } from '../../text/phrases';
import { FindingSeverity } from '../../validation/model/finding';
import { checkWaivers } from '../checks/app-waiver';
import { matchesNothing, overlap, registriesOverlap } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy';
import { ALL_RULES } from './policy-rules';
import { exactJson } from '../../formats/json/exact-json';
import { printableMessage } from '../../text/printable';

const LIST_PROPS = optionKeys('OperatorPolicyProps').filter((prop) => /^(?:allowed|forbidden)/.test(prop)) as (keyof OperatorPolicyProps)[];

/** @throws Error when a prop is unknown, empty or invalid, nothing can satisfy the policy, or a waiver has no reason */
export function checkPolicy(props: OperatorPolicyProps): void {
  const problem = optionProblem({ what: 'props of OperatorPolicy', in: '' }, 'OperatorPolicyProps', props) ?? problemOf(props);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
  try {
    checkWaivers(props.waivers ?? [], ALL_RULES.map(({ id }) => id));
  } catch (error) {
    throw new Error(printableMessage(`policy '${props.name}': ${(error as Error).message}`), { cause: error });
  }
}

function problemOf(props: OperatorPolicyProps): string | undefined {
  const { name } = props;
  if (typeof name !== 'string' || name.trim() === '') {
    return "name is required: set 'name' to a name for reports";
  }
  for (const prop of LIST_PROPS) {
    const problem = listProblem(props[prop], `${prop} of policy '${name}'`, prop);
    if (problem !== undefined) {
      return problem;
    }
  }
  const { severity = FindingSeverity.ERROR, forbiddenRights = [], allowedApprovals = [] } = props;
  const unknown = unknownValue('severity', [severity], Object.values(FindingSeverity))
    ?? unknownValue('forbiddenRights', forbiddenRights, Object.values(ForbiddenRight))
    ?? unknownValue('allowedApprovals', allowedApprovals, Object.values(InstallPlanApproval));
  if (unknown !== undefined) {
    return unknown;
  }
  return ALL_RULES.some((rule) => rule.isSet(props)) ? ownContradiction(props)
    : `policy '${name}' restricts nothing; set one of ${LIST_PROPS.map((prop) => `'${prop}'`).join(', ')}`;
}

function listProblem(value: unknown, what: string, prop: keyof OperatorPolicyProps): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    return `${what} must be a list of strings, got ${exactJson(value)}`;
  }
  if (value.length === 0) {
    return `${what} is empty; add a value, or omit '${prop}' for no restriction`;
  }
  const useless = value.find((pattern) => matchesNothing(pattern, prop === 'allowedRegistries'));
  return useless === undefined ? undefined : `${what} has '${useless}', which matches nothing; ${prop === 'allowedRegistries'
    ? "set a registry, optionally with a path, such as 'quay.io/my-team', which matches everything below it" : "set a name, with a '*' at the end only"}`;
}

function unknownValue(prop: string, values: readonly string[], known: readonly string[]): string | undefined {
  const unknown = values.find((value) => !known.includes(value));
  return unknown === undefined ? undefined : `${prop} must be one of ${known.map((value) => `'${value}'`).join(', ')}, got '${unknown}'`;
}

type ListProp = Exclude<keyof OperatorPolicyProps, 'name' | 'severity' | 'waivers' | 'forbiddenRights'>;

type Overlap = (left: readonly string[], right: readonly string[]) => boolean;

/** Tests whether two lists of allowed names can have a name in common. */
const OVERLAPS: { readonly [prop in ListProp]: Overlap } = {
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
  for (const [prop, isPossible] of Object.entries(OVERLAPS) as [ListProp, Overlap][]) {
    const [ours, theirs] = [left[prop], right[prop]];
    if (ours !== undefined && theirs !== undefined && !isPossible(ours, theirs)) {
      const { node: { path } } = construct;
      return `policy '${right.name}' contradicts policy '${left.name}' of ${path === '' ? 'the app' : `'${path}'`}: ${prop} is ${namesInQuotes(theirs)} in one and `
        + `${namesInQuotes(ours)} in the other, with nothing in common; change one of them, or add them to different constructs`;
    }
  }
  return undefined;
}

/** Returns why no operator from a catalog can satisfy a policy, as a sentence, or undefined if one can. */
function ownContradiction({ name, allowedPackages, allowedChannels }: OperatorPolicyProps): string | undefined {
  const packages = allowedChannels?.map((channel) => (channel.includes('/') ? channel.slice(0, channel.indexOf('/')) : '*'));
  return allowedPackages === undefined || packages === undefined || overlap(packages, allowedPackages) ? undefined
    : `policy '${name}' allows nothing: allowedChannels is ${namesInQuotes(allowedChannels!)}, which are channels of other packages than allowedPackages, `
      + `${namesInQuotes(allowedPackages)}; add a channel of an allowed package, or one without a package such as 'stable'`;
}

/** A name with and a name without the prefix of a namespace or package can mean the same. */
function lastPartsOverlap(left: readonly string[], right: readonly string[]): boolean {
  const last = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  return left.some((one) => right.some((other) => (
    one.includes('/') && other.includes('/') ? overlap([one], [other]) : overlap([last(one)], [last(other)])
  )));
}
