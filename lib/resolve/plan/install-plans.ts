import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { groupBy } from '../../text/group-by';
import { append } from '../../text/lists';
import { LockChangeKind } from '../lock/lock-change';
import { bundleOfPackage, catalogKeyOf, type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import { ResolutionFailure, ResolutionUndecided } from '../model/resolution-error';
import type { InstalledOperator, ResolutionCatalog } from '../model/resolution-props';
import { type NamespaceState, stateOf } from '../problem/namespace-state';
import type { PlanSources } from './make-plan';
import type { PlanContent } from './plan-content';
import type { PlannedInstallPlan, PlannedOperator } from './planned-operator';

/** Start of the problem of operators for which the limits of the resolution were exceeded. */
export const NOT_DECIDED = 'it is not decided what OLM installs';

/**
 * Follows OLM's resolver from one lock to another. OLM upgrades all operators of a namespace in one InstallPlan, including dependencies, so it may
 * upgrade an operator to a version that is not locked. Then nothing can be approved for operators that have not reached their locked version, and the
 * plan states why.
 */
export function withInstallPlans(
  operators: readonly PlannedOperator[], before: LockContent, after: LockContent, sources: PlanSources,
): PlanContent {
  const staying = groupBy(operators.filter(({ kind }) => kind !== LockChangeKind.REMOVED), namespaceOf);
  const [old, next] = [groupBy(before.operators, namespaceOf), groupBy(after.operators, namespaceOf)];
  const installPlans: PlannedInstallPlan[] = [];
  const problems = new Map<PlannedOperator, string>();
  for (const [namespace, own] of [...staying].sort(([one], [other]) => compareUtf8(one, other))) {
    const state = own.some(({ approvals }) => approvals.length === 0) ? undefined
      : namespaceState(namespace, old.get(namespace) ?? [], next.get(namespace) ?? [], sources);
    if (state === undefined) {
      continue;
    }
    const { reached, problem, ...followed } = follow(namespace, own, state);
    if (problem === undefined) {
      append(installPlans, followed.installPlans);
    } else {
      own.filter((operator) => !reached.has(operator.after)).forEach((operator) => problems.set(operator, problem));
    }
  }
  return {
    operators: operators.map((operator) => {
      const problem = problems.get(operator);
      return problem === undefined ? operator : { ...operator, approvals: [], problems: [...operator.problems, problem] };
    }),
    installPlans,
  };
}

const namespaceOf = ({ namespace }: { readonly namespace: string }): string => namespace;

interface Followed {
  readonly installPlans: readonly PlannedInstallPlan[];

  /** CSVs that are installed on the way. */
  readonly reached: ReadonlySet<string>;

  /** Why not all operators reach the later lock, in a sentence. @default - all reach it */
  readonly problem?: string;
}

function follow(namespace: string, operators: readonly PlannedOperator[], first: NamespaceState): Followed {
  const allowed = new Set(operators.flatMap(({ approvals }) => approvals));
  const [installPlans, reached] = [[] as PlannedInstallPlan[], new Set<string>()];
  const until = (problem?: string): Followed => ({ installPlans, reached, ...defined({ problem }) });
  for (let state = first; operators.some(({ after }) => !reached.has(after));) {
    const { hop, reasons, undecidedRemedy, next } = resolved(state);
    if (undecidedRemedy !== undefined) {
      return until(`${NOT_DECIDED} in namespace '${namespace}': ${reasons}; ${undecidedRemedy}`);
    }
    const csvs = hop.map(({ csv }) => csv).sort(compareUtf8);
    if (csvs.length === 0 || csvs.some((csv) => reached.has(csv))) {
      return until(`OLM does not resolve namespace '${namespace}' from there: ${reasons}; lock versions that can be installed together`);
    }
    const others = csvs.filter((csv) => !allowed.has(csv));
    if (others.length > 0) {
      return until(`OLM upgrades all operators of namespace '${namespace}' in one InstallPlan, and would install ${others.map((csv) => `'${csv}'`).join(', ')} with `
        + `${csvs.filter((csv) => allowed.has(csv)).map((csv) => `'${csv}'`).join(', ') || 'nothing in the plan'}; also update their operators in the lock, or install it in `
        + 'a separate namespace');
    }
    installPlans.push({ namespace, csvs });
    csvs.forEach((csv) => reached.add(csv));
    state = next();
  }
  return until();
}

/** The next InstallPlan, or why there is none. */
interface Resolved {
  readonly hop: readonly { readonly csv: string }[];
  readonly reasons: string;

  /** What would decide it, if it is not decided what OLM does. @default - it is decided */
  readonly undecidedRemedy?: string;
  readonly next: () => NamespaceState;
}

function resolved(state: NamespaceState): Resolved {
  try {
    const { hop, reasons, next } = state.resolve();
    return { hop: hop.operators, reasons: reasons.map(({ message }) => message).join(', ') || 'it changes nothing', next };
  } catch (error) {
    if (error instanceof ResolutionUndecided) {
      return { hop: [], reasons: error.message, undecidedRemedy: error.remedy, next: () => state };
    }
    if (error instanceof ResolutionFailure) {
      return { hop: [], reasons: error.message, next: () => state };
    }
    throw error;
  }
}

/**
 * Returns the state of a namespace with its operators of the earlier lock installed and its Subscriptions of the later one, or undefined if a locked
 * bundle is not in its catalog.
 */
function namespaceState(
  namespace: string, old: readonly LockedOperator[], next: readonly LockedOperator[], sources: PlanSources,
): NamespaceState | undefined {
  const locked = new Set(next.map(operatorKey));
  const kept = old.filter((operator) => locked.has(operatorKey(operator)));
  const byPackage = groupBy(kept, ({ packageName }) => packageName);
  const installed = kept.map((operator) => installedOperator(operator, sources));
  const [catalogs, { resolutionLimits: limits }] = [catalogsOf([...kept, ...next], sources), sources];
  return catalogs === undefined || installed.includes(undefined) ? undefined : stateOf({
    namespace, catalogs, installed: installed.filter((operator) => operator !== undefined),
    subscriptions: next.map(({ packageName, channel, catalog, catalogNamespace, csv }) => {
      const installedCsv = byPackage.get(packageName)?.[0]!.csv;
      return {
        name: packageName, packageName, channel, catalog, catalogNamespace, startingCsv: csv,
        ...defined({ installedCsv }),
      };
    }),
    ...defined({ limits }),
  });
}

function catalogsOf(operators: readonly LockedOperator[], { catalogs }: PlanSources): ResolutionCatalog[] | undefined {
  const found = new Map<string, ResolutionCatalog>();
  for (const operator of operators) {
    const key = catalogKeyOf(operator);
    const content = catalogs.get(key);
    if (content === undefined) {
      return undefined;
    }
    found.set(key, { name: operator.catalog, namespace: operator.catalogNamespace, content });
  }
  return [...found.values()];
}

function installedOperator(operator: LockedOperator, { catalogs }: PlanSources): InstalledOperator | undefined {
  const { packageName, csv, version } = operator;
  const bundle = bundleOfPackage(catalogs.get(catalogKeyOf(operator)), operator, csv);
  return bundle === undefined ? undefined : { csv, packageName, version, properties: bundle.properties };
}
