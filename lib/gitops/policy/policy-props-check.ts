import { ALL_RULES } from './all-rules';
import { ownContradiction } from './contradictions';
import { matchesNothing } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy-props';
import { InstallPlanApproval } from '../../constructs/install-plan-approval';
import { type KnownKeys, unknownKey } from '../../formats/json/known-keys';
import { ForbiddenRight } from '../../report/rbac-risks';
import { FindingSeverity } from '../../validation/model/severity';
import { checkWaivers } from '../findings/app-waiver';

const KNOWN: KnownKeys<OperatorPolicyProps> = {
  name: true, allowedCatalogs: true, allowedPackages: true, allowedChannels: true, allowedPublishers: true, allowedApprovals: true,
  allowedRegistries: true, forbiddenRights: true, severity: true, waivers: true,
};

const LISTS = Object.keys(KNOWN).filter((prop) => /^(?:allowed|forbidden)/.test(prop)) as (keyof OperatorPolicyProps)[];

/** @throws Error when a prop is unknown, empty or invalid, nothing can satisfy the policy, or a waiver has no reason */
export function checkPolicy(props: OperatorPolicyProps): void {
  const problem = unknownKey('props of OperatorPolicy', props, KNOWN) ?? problemOf(props);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  try {
    checkWaivers(props.waivers ?? [], ALL_RULES.map(({ id }) => id));
  } catch (error) {
    throw new Error(`policy '${props.name}': ${(error as Error).message}`, { cause: error });
  }
}

function problemOf(props: OperatorPolicyProps): string | undefined {
  const { name } = props;
  if (typeof name !== 'string' || name.trim() === '') {
    return "name is required: set 'name' to a name for reports";
  }
  for (const prop of LISTS) {
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
    : `policy '${name}' restricts nothing; set one of ${LISTS.map((prop) => `'${prop}'`).join(', ')}`;
}

function listProblem(value: unknown, what: string, prop: keyof OperatorPolicyProps): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    return `${what} must be a list of strings, got ${JSON.stringify(value)}`;
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
