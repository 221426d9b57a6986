/** The public API of `olm-constructs/cluster`: the cluster commands as functions. Nothing inside `lib` imports this file. */

// Clusters, and files with their objects.
export { ClusterConnection } from './cluster-connection';
export type { ConnectionOptions } from './cluster-connection';
export { ClusterDump } from './cluster-dump';
export type { InspectedCluster, InspectOptions } from './inspected-cluster';

// Inspect a cluster.
export { statusOf } from './status';
export type { StatusOptions, StatusScope } from './status';
export { watchStatus } from './watch-status';
export type { WatchStatusOptions } from './watch-status';
export { serveMetrics } from './serve-metrics';
export type { ServeMetricsOptions } from './serve-metrics';
export { overallVerdict } from './inspection/status/cluster-status';
export type {
  CatalogStatus, ClusterCatalogStatus, ClusterExtensionStatus, ClusterStatus, ObjectStatus, OlmStatus, SubscriptionStatus,
} from './inspection/status/cluster-status';
export { labelSelector } from './inspection/source/label-selector';
export { checkExplainable, explain, MissingObjectError } from './explain';
export type { ExplainOptions } from './explain';
export type { ObjectExplanation } from './inspection/explain/explain';
export type { Judgement, Verdict } from './inspection/judgement/judgement';
export type { ChainLink, LinkMark } from './inspection/chain/chain-link';
export { packagesOf, packagesOfCatalog } from './packages';
export type { PackagesOptions } from './packages';
export type { OfferedChannel, OfferedVersion, PackageOffer } from './inspection/packages/package-offer';

// Compare a cluster with a lock file.
export { driftOf } from './drift';
export type { DriftOptions } from './drift';
export { OperatorDrift } from '../resolve/drift/operator-drift';
export type { DriftDifference, DriftedCatalog, DriftedOperator, DriftKind } from '../resolve/drift/find-drift';
export { planUpgrade } from './plan-upgrade';
export type { PlanUpgradeOptions } from './plan-upgrade';

// Wait for and change a cluster.
export { readManifests } from './operations/manifests/read-manifests';
export type { Manifest } from './operations/manifests/manifest';
export type { JsonMap } from '../formats/json/json-value';
export { waitFor } from './wait';
export type { WaitOptions, WaitReport, WaitResult } from './wait';
export type { ObjectReference, OperatorWaitOptions } from './operations/targets/wait-target';
export type { PlanContent } from '../resolve/plan/plan-content';
export { checkRemovable, removeManifests, removeObjects } from './remove';
export type { RemovalReport, RemovalResult, RemoveOptions } from './remove';
export type { RemovalOptions } from './operations/targets/removal-plan';
export type { Leftover } from './waiting/removal/stage';
export { uninstallOlm } from './uninstall-olm';
export type { UninstallOptions } from './uninstall-olm';
export type { ChangeOptions } from './change-options';
export type { ChangeResult, ForeseenChange } from './change-result';
export type { ResultState } from './operations/run/run-options';
export type { AuditRecord } from './operations/audit/audit-record';

// Explanations of failures.
export { explanationLines } from './waiting/explain/explanation';
export type { ExplainedFinding, Explanation } from './waiting/explain/explanation';
export type { CauseName } from './waiting/causes/known-causes';

// Errors, so that callers can distinguish what they catch.
export { InspectionError } from './inspection/source/inspection-error';
export { UnknownObjectError } from './operations/targets/referenced-object';
export { PlanError } from '../resolve/lock/lock-error';
export { ManifestError } from './operations/manifests/manifest-error';
export { ClientError } from './client/client-error';
