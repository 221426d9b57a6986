import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import type { PlanContent } from '../../../resolve/plan/plan-content';

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
  const operatorOf = (csv: string): PlannedApprovals | undefined => approvals.operators.find((operator) => operator.csvs.includes(csv));
  const unknown = csvs.filter((csv) => operatorOf(csv) === undefined);
  if (unknown.length > 0) {
    return { cause: 'upgrade-plan-exceeded', message: `not in ${approvals.source}: ${list(unknown)}` };
  }
  const jumps = csvs.flatMap((csv) => jumpOf(csv, operatorOf(csv)!, installedCsv));
  if (jumps.length > 0) {
    return { cause: 'upgrade-plan-out-of-order', message: `by ${approvals.source}, ${list(jumps)}` };
  }
  const turn = Math.max(...csvs.map((csv) => approvals.installPlans.findIndex((together) => together.includes(csv))));
  const isPassed = (csv: string): boolean => {
    const { package: packageName, csvs: path } = operatorOf(csv)!;
    return [installedCsv(packageName), ...csvs].some((reached) => reached !== undefined && path.indexOf(reached) >= path.indexOf(csv));
  };
  const pending = approvals.installPlans.slice(0, Math.max(0, turn)).flat().filter((csv) => operatorOf(csv) !== undefined && !isPassed(csv));
  // OLM creates a new InstallPlan once it can also upgrade these.
  return pending.length === 0 ? undefined : {
    cause: 'upgrade-plan-out-of-order', grace: 'timeout', message: `by ${approvals.source}, ${list(pending)} ${pending.length === 1 ? 'comes' : 'come'} before that`,
  };
}

/** Describes why a CSV is not the next one of its operator. */
function jumpOf(csv: string, { package: packageName, before, csvs }: PlannedApprovals, installedCsv: InstalledCsv): string[] {
  const [installed, previous] = [installedCsv(packageName), csvs[csvs.indexOf(csv) - 1] ?? before];
  // A deleted ClusterServiceVersion is installed again.
  const isNext = installed === undefined ? previous === '' || csv === csvs.at(-1) : installed === previous || installed === csv;
  return isNext ? [] : [`${csv} ${previous === '' ? 'is installed where nothing is' : `follows ${previous}`}, and ${installed ?? 'nothing'} is installed`];
}
