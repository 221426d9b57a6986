import type { Catalog } from '../catalog/catalog';
import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { installedLock, notDumpedOperators, unplannedInstallPlans } from '../resolve/drift/installed-lock';
import { OperatorLockFile } from '../resolve/operator-lock-file';
import { OperatorUpgradePlan, type OperatorUpgradePlanOptions } from '../resolve/operator-upgrade-plan';
import { absentNotes, installedIn } from './drift';
import type { InspectedCluster, InspectOptions } from './inspected-cluster';
import { InspectionError } from './inspection/source/object-source';

/** Options of `planUpgrade`. The options for what is refused are those of `OperatorUpgradePlan.between`. */
export interface PlanUpgradeOptions extends InspectOptions, Pick<OperatorUpgradePlanOptions, 'forbiddenRights' | 'requireManifests' | 'resolutionLimits'> {
  /** Catalogs of the lock, by namespace and name of their CatalogSources, such as `olm/hub`. */
  readonly catalogs: { readonly [name: string]: Catalog };

  /** Objects of the app; the plan lists those that a change of a CRD may break. @default - none */
  readonly objects?: readonly { readonly [key: string]: unknown }[];
}

/** State of the namespaces of a lock before an upgrade. */
export interface LockBefore {
  /** The installed operators, as a lock. */
  readonly lock: OperatorLockFile;

  /** Namespaces whose operators watch only one namespace. */
  readonly singleNamespaces: readonly string[];

  /** Sentences about what could not be read. */
  readonly notes: readonly string[];

  /** @throws InspectionError if an InstallPlan that is not in the plan waits for approval */
  readonly check: (plan: OperatorUpgradePlan) => void;
}

/**
 * Plans the upgrade from what is installed in a cluster to a lock, in the namespaces of the lock. Refused changes are part of the plan: the waivers
 * are those of the lock, and the cluster determines which operators watch only one namespace.
 *
 * @throws InspectionError if an operator has failed or is being installed, an InstallPlan that is not on the way to the lock waits for approval,
 * there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached; Error if a forbidden right is unknown
 */
export async function planUpgrade(cluster: InspectedCluster, after: OperatorLockFile, options: PlanUpgradeOptions): Promise<OperatorUpgradePlan> {
  checkArguments('planUpgrade', { cluster, after });
  checkOptions('options of planUpgrade', 'PlanUpgradeOptions', options);
  const { catalogs, objects = [], forbiddenRights, requireManifests = false, resolutionLimits } = options;
  const { lock, singleNamespaces, check } = await lockBefore(cluster, after, options);
  const plan = OperatorUpgradePlan.between(lock, after, {
    catalogs: { ...catalogs }, objects: [...objects], requireManifests, singleNamespaces: [...singleNamespaces],
    ...defined({ forbiddenRights, resolutionLimits }),
  });
  check(plan);
  return plan;
}

/**
 * Returns the state of the namespaces of a lock before an upgrade.
 *
 * @throws InspectionError if no upgrade can be planned from it
 * @internal
 */
export async function lockBefore(cluster: InspectedCluster, after: OperatorLockFile, options: InspectOptions): Promise<LockBefore> {
  const [namespace, ...others] = new Set(after.operators.map((operator) => operator.namespace));
  // A lock with a single namespace then requires permission to read only that namespace.
  const { state, notes } = await installedIn(cluster, after, { ...options, ...(namespace === undefined || others.length > 0 ? {} : { namespace }) });
  const { content, problems } = installedLock(state, after);
  refuse(problems);
  return {
    lock: OperatorLockFile._of(content),
    notes: [...notes, ...absentNotes('not in the dump, so planned as if they were not installed', notDumpedOperators(state, after))],
    singleNamespaces: [...new Set(state.operators.filter(({ isInSingleNamespace }) => isInSingleNamespace).map((operator) => operator.namespace))],
    check: (plan) => refuse(unplannedInstallPlans(state, after, plan)),
  };
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw new InspectionError(...problems);
  }
}
