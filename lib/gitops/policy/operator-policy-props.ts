import type { InstallPlanApproval } from '../../constructs/install-plan-approval';
import type { ForbiddenRight } from '../../report/rbac-risks';
import type { FindingSeverity } from '../../validation/model/severity';
import type { AppWaiver } from '../findings/app-waiver';

/**
 * Properties of an `OperatorPolicy`. In lists of names, a `*` at the end matches any suffix, as in `prometheus*`. An empty list is an error: omit
 * the property to allow everything.
 */
export interface OperatorPolicyProps {
  /** Name of the policy, for reports. */
  readonly name: string;

  /**
   * Catalogs that operators may come from: names of CatalogSources, optionally with the namespace as in `olm/community`, and of ClusterCatalogs. An
   * operator that comes from no catalog is then forbidden.
   *
   * @default - all
   */
  readonly allowedCatalogs?: string[];

  /**
   * Packages that may be installed.
   *
   * @default - all
   */
  readonly allowedPackages?: string[];

  /**
   * Channels that may be followed: of all packages, or of one as in `prometheus/beta`. An operator that specifies no channel is then forbidden,
   * because the default can change.
   *
   * @default - all
   */
  readonly allowedChannels?: string[];

  /**
   * Publishers of operators: the name of the provider in the ClusterServiceVersion. An operator whose publisher is unknown is then
   * forbidden.
   *
   * @default - all
   */
  readonly allowedPublishers?: string[];

  /**
   * Approval strategies. An exact version of OLM v1 is `MANUAL`, as are operators that change only with the manifests.
   *
   * @default - all
   */
  readonly allowedApprovals?: InstallPlanApproval[];

  /**
   * Registries that images may come from, optionally with a path, such as `quay.io/my-team`. The registry of Docker Hub is `docker.io`.
   *
   * @default - all
   */
  readonly allowedRegistries?: string[];

  /**
   * Rights that operators must not have: in bundles, and in Roles and ClusterRoles of the app. Those of an OLM that the app installs are exempt.
   *
   * @default - none
   */
  readonly forbiddenRights?: ForbiddenRight[];

  /**
   * Severity of the findings.
   *
   * @default FindingSeverity.ERROR
   */
  readonly severity?: FindingSeverity;

  /**
   * Findings that are acceptable, with the reason.
   *
   * @default - none
   */
  readonly waivers?: AppWaiver[];
}
