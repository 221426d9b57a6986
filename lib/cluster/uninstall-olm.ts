import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { type ChangeOptions, inspectionFailure, openSession } from './change';
import type { ClusterConnection } from './cluster-connection';
import { InspectionError } from './inspection/source/object-source';
import { findOlm } from './operations/inspect-cluster';
import { removalOfOlm } from './operations/removal-plan';
import { removalOptions, type RemovalReport, removed } from './remove';
import { title } from './waiting/olm/olm-detection';

/** Options of `uninstallOlm`. */
export interface UninstallOptions extends ChangeOptions {
  /** Whether to also remove the operators that OLM installed, without checking their operands. @default false: OLM is kept while there are any */
  readonly removeOperators?: boolean;

  /**
   * Whether to delete the cluster-scoped objects, such as ClusterRoles, that OLM created from the bundles of operators, unless anything uses them.
   *
   * @default false: they are reported
   */
  readonly deleteLeftovers?: boolean;

  /** Whether to remove the finalizers of objects that are stuck in deletion for more than a minute. @default false */
  readonly force?: boolean;
}

/**
 * Removes OLM v0 from a cluster, however it was installed, in an order that leaves no Namespace stuck in deletion. Its Namespaces are kept while
 * anything else uses them. A failure is a result with an explanation, not an error.
 *
 * @returns the report, or undefined if there is no OLM v0
 * @throws InspectionError if OLM is part of OpenShift, there are several, or the account lacks the permissions to find it; ClientError if the cluster
 * cannot be reached
 */
export async function uninstallOlm(cluster: ClusterConnection, options: UninstallOptions = {}): Promise<RemovalReport | undefined> {
  checkArguments('uninstallOlm', { cluster });
  checkOptions('options of uninstallOlm', 'UninstallOptions', options);
  const { removeOperators = false, deleteLeftovers = false, force = false } = options;
  const session = openSession(cluster, options);
  const olm = await findOlm(session).catch(inspectionFailure);
  if (olm === undefined) {
    return undefined;
  }
  if (olm.isOpenShift) {
    throw new InspectionError(`the cluster has ${title(olm)}, which OpenShift manages: it cannot be removed`);
  }
  if (olm.namespaces.length > 1) {
    throw new InspectionError(`the cluster has more than one OLM, in the namespaces ${olm.namespaces.join(', ')}; remove each one with remove -f and its manifests`);
  }
  session.print(`removes ${title(olm)}`);
  return removed(removalOfOlm(olm, removalOptions({ operands: 'ignore', deleteLeftovers, force, removeOperators })), session);
}
