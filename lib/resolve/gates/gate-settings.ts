import { ForbiddenRight } from '../../report/rights/forbidden-rights';
import { type ResolutionLimits, resolutionLimits as checkedLimits } from '../model/resolution-limits';
import { printableMessage } from '../../text/printable';

/** What an upgrade is not allowed to do. */
export interface GateSettings {
  /** Rights that no upgrade may gain. */
  readonly forbiddenRights: readonly ForbiddenRight[];

  /** Whether every version on the way must be checked. */
  readonly requireManifests: boolean;

  /** Namespaces whose operators watch only one namespace. */
  readonly singleNamespaces: readonly string[];

  /** Whether a lock may move operators to earlier versions. */
  readonly allowDowngrade: boolean;
}

/** Settings that a program may omit. */
export interface GateOptions {
  readonly forbiddenRights?: readonly ForbiddenRight[];
  readonly requireManifests?: boolean;
  readonly singleNamespaces?: readonly string[];
  readonly allowDowngrade?: boolean;
  readonly resolutionLimits?: ResolutionLimits;
}

/** Returns what is wrong with the options, in a sentence, or undefined if they are valid. */
export function gateProblem({ forbiddenRights = [], resolutionLimits }: GateOptions): string | undefined {
  const known = Object.values(ForbiddenRight);
  const unknown = forbiddenRights.find((right) => !known.includes(right));
  return unknown === undefined ? limitsProblem(resolutionLimits) : `forbiddenRights must be one of ${known.map((right) => `'${right}'`).join(', ')}, got '${unknown as string}'`;
}

function limitsProblem(limits: ResolutionLimits | undefined): string | undefined {
  try {
    checkedLimits(limits);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Returns settings with their defaults: all rights that a policy can forbid are forbidden, versions that cannot be checked are only reported, and
 * downgrades are refused.
 *
 * @throws Error if a right is unknown
 */
export function gateSettings({ forbiddenRights, requireManifests, singleNamespaces = [], allowDowngrade }: GateOptions): GateSettings {
  const problem = gateProblem(forbiddenRights === undefined ? {} : { forbiddenRights });
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
  return {
    forbiddenRights: forbiddenRights ?? Object.values(ForbiddenRight), requireManifests: requireManifests === true, singleNamespaces,
    allowDowngrade: allowDowngrade === true,
  };
}
