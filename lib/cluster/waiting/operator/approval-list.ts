import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import type { PlanContent } from '../../../resolve/plan/plan-content';
import { perObject } from '../../../text/per-object';

/** CSVs of an upgrade plan that may be approved in a namespace, and their order. Nothing else is approved. */
export interface ApprovalList {
  /** Source of the plan, for messages, such as `olm.plan.json`. */
  readonly source: string;

  /** Operators that change. */
  readonly operators: readonly PlannedApprovals[];

  /**
   * CSVs that OLM upgrades together, one list for each InstallPlan, in order. An operator comes together with its dependencies or after them. An
   * empty list if unknown.
   */
  readonly installPlans: readonly (readonly string[])[];
}

/** CSVs of an operator that may be approved. */
export interface PlannedApprovals {
  readonly package: string;

  /** CSV that is installed before, or an empty string. */
  readonly before: string;

  /** CSVs in order, or an empty list if nothing may be approved. */
  readonly csvs: readonly string[];
}

/** Returns the part of an upgrade plan for a namespace. */
export function approvalListOf({ operators, installPlans, source }: PlanContent, namespace: string): ApprovalList {
  const isHere = (found: { readonly namespace: string }): boolean => found.namespace === namespace;
  return {
    source: source?.file ?? 'the upgrade plan',
    operators: operators.filter(isHere).map(({ packageName, before, approvals }) => ({ package: packageName, before, csvs: approvals })),
    installPlans: installPlans.filter(isHere).map(({ csvs }) => csvs),
  };
}

/** Returns the installed CSV of a package, if any. */
export type InstalledCsv = (packageName: string) => string | undefined;

/**
 * Returns why an InstallPlan does not follow the list, or undefined if it does. Each CSV must be on the list, and must be the next one of its
 * operator. If no CSV of an operator is installed, its last one may be installed directly. The CSVs of earlier InstallPlans must be installed.
 *
 * @param csvs CSVs that the InstallPlan installs
 */
export function refusalOf(csvs: readonly string[], approvals: ApprovalList, installedCsv: InstalledCsv): Finding | undefined {
  const operators = OPERATORS(approvals);
  const unknown = csvs.filter((csv) => !operators.has(csv));
  if (unknown.length > 0) {
    return { cause: 'upgrade-plan-exceeded', message: `not in ${approvals.source}: ${list(unknown)}` };
  }
  const jumps = csvs.flatMap((csv) => jumpOf(csv, operators.get(csv)!, installedCsv));
  if (jumps.length > 0) {
    return { cause: 'upgrade-plan-out-of-order', message: `by ${approvals.source}, ${list(jumps)}` };
  }
  const turns = TURNS(approvals);
  const turn = csvs.reduce((latest, csv) => Math.max(latest, turns.get(csv) ?? 0), 0);
  const installing = new Set(csvs);
  const reached = perObject((operator: PlannedApprovals) => furthestPlace(operator, installing, installedCsv));
  const isPassed = (csv: string): boolean => {
    const operator = operators.get(csv)!;
    return reached(operator) >= PLACES(operator).get(csv)!;
  };
  const pending = approvals.installPlans.slice(0, turn).flat().filter((csv) => operators.has(csv) && !isPassed(csv));
  // OLM creates a new InstallPlan once it can also upgrade these.
  return pending.length === 0 ? undefined : {
    cause: 'upgrade-plan-out-of-order', grace: 'timeout', message: `by ${approvals.source}, ${list(pending)} ${pending.length === 1 ? 'comes' : 'come'} before that`,
  };
}

/** The operator of each CSV. */
const OPERATORS = perObject(({ operators }: ApprovalList) => (
  firstOf(operators.flatMap((operator) => operator.csvs.map((csv) => [csv, operator] as const)))
));

/** The place of the InstallPlan with each CSV. */
const TURNS = perObject(({ installPlans }: ApprovalList) => firstOf(installPlans.flatMap((csvs, turn) => csvs.map((csv) => [csv, turn] as const))));

/** The place of each CSV of an operator. */
const PLACES = perObject(({ csvs }: PlannedApprovals) => firstOf(csvs.map((csv, place) => [csv, place] as const)));

/** Returns the first value of each CSV. */
function firstOf<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  return new Map(entries.toReversed());
}

/** Returns the place of the last CSV of an operator that is installed or is being installed, or -1. */
function furthestPlace(operator: PlannedApprovals, installing: ReadonlySet<string>, installedCsv: InstalledCsv): number {
  const installed = installedCsv(operator.package);
  const places = [...PLACES(operator)].filter(([csv]) => csv === installed || installing.has(csv)).map(([, place]) => place);
  return places.reduce((furthest, place) => Math.max(furthest, place), -1);
}

/** Describes why a CSV is not the next one of its operator. */
function jumpOf(csv: string, operator: PlannedApprovals, installedCsv: InstalledCsv): string[] {
  const { package: packageName, before, csvs } = operator;
  const [installed, previous] = [installedCsv(packageName), csvs[PLACES(operator).get(csv)! - 1] ?? before];
  // A deleted ClusterServiceVersion is installed again.
  const isNext = installed === undefined ? previous === '' || csv === csvs.at(-1) : installed === previous || installed === csv;
  return isNext ? [] : [`${csv} ${previous === '' ? 'is installed where nothing is' : `follows ${previous}`}, and ${installed ?? 'nothing'} is installed`];
}
