/** The public API of `olm-constructs/cluster`: the cluster commands as functions. Nothing inside `lib` imports this file. */

// Clusters, and files with their objects.
export { ClusterConnection } from './cluster-connection';
export type { ConnectionOptions } from './cluster-connection';
export { ClusterDump } from './inspected-cluster';
export type { DumpReadOptions, InspectedCluster, InspectOptions } from './inspected-cluster';

// Inspect a cluster.
export { statusOf } from './status';
export type { StatusOptions, StatusScope } from './status';
export { watchStatus } from './status';
export type { WatchedStatus, WatchStatusOptions } from './status';
export { serveMetrics } from './serve-metrics';
export type { ServeMetricsOptions } from './serve-metrics';
export { overallVerdict } from './inspection/cluster-status';
export type {
  CatalogStatus, ClusterCatalogStatus, ClusterExtensionStatus, ClusterStatus, ObjectState, ObjectStatus, OlmStatus, SubscriptionStatus,
  UnclaimedStatus,
} from './inspection/cluster-status';
export type { ConnectionState } from './inspection/explain/operator-chain';
export type { JudgedPhase } from './inspection/judgement/judge';
export type { ReleaseObject } from './inspection/judgement/release-objects';
export type { NotDumped } from './inspection/source/not-dumped';
export { labelSelector } from '../formats/schema/label-selector';
export { checkExplainable, explain, Explainer } from './explain';
export type { ExplainOptions, SubjectOptions } from './explain';
export type { ObjectExplanation } from './inspection/explain/explain';
export type { Judgement, Verdict } from './inspection/judgement/judge';
export type { ChainLink, LinkMark } from './inspection/explain/chain-link';
export { packagesOf, packagesOfCatalog } from './packages';
export type { PackagesOptions } from './packages';
export type { OfferedChannel, OfferedVersion, PackageOffer } from './inspection/package-offers';
export { servedApisOf } from './served-apis';
export type { ServedApi, ServedApis, ServedApisOptions } from './served-apis';
export { existingOlm } from './existing-olm';
export type { ExistingOlmV0 } from './existing-olm';
export { operatorNamespaceOf } from './operator-namespace';
export type { NamespaceOperatorGroup, NamespaceSubscription, OperatorNamespaceContent } from './operator-namespace';
export { operandsOf } from './operands';
export type { Operand, OperandsOptions, OperatorOperands } from './operands';

// Compare a cluster with a lock file.
export { driftOf } from './drift';
export type { DriftOptions } from './drift';
export { OperatorDrift } from '../resolve/drift/operator-drift';
export type { DriftDifference, DriftedCatalog, DriftedOperator, DriftKind } from '../resolve/drift/find-drift';
export { planUpgrade } from './plan-upgrade';
export type { PlanUpgradeOptions } from './plan-upgrade';

// Wait for and change a cluster.
export { applyManifests } from './apply';
export type { ApplyOptions } from './apply';
export type { ApplyProblem, ApplyResult, ApplyState } from './operations/apply-manifests';
export { readManifests, readNotedManifests } from './operations/manifests';
export type { Manifest, NotedManifests } from './operations/manifests';
export type { JsonMap } from '../formats/json/json-value';
export { waitFor } from './wait';
export type { WaitOptions, WaitReport, WaitResult } from './wait';
export type { ObjectReference, OperatorWaitOptions } from './operations/wait-target';
export type { PlanContent } from '../resolve/plan/plan-content';
export { checkRemovable, removeManifests, removeObjects } from './remove';
export type { RemovalReport, RemovalResult, RemoveOptions } from './remove';
export type { RemovalOptions } from './operations/removal-plan';
export type { Leftover } from './waiting/removal/stage';
export { uninstallOlm } from './uninstall-olm';
export type { UninstallOptions } from './uninstall-olm';
export type { ChangeOptions } from './change';
export type { ChangeResult, ForeseenChange } from './change';
export type { ResultState } from './operations/run-part';
export type { AuditRecord } from './operations/audit-log';

// Explanations of failures.
export { explainMessage } from './explain-message';
export type { MessageExplanation } from './explain-message';
export { explanationLines } from './waiting/explain/explanation';
export type { ExplainedFinding, Explanation } from './waiting/explain/explanation';
export type { CauseName } from './waiting/explain/known-causes';

// Errors, so that callers can distinguish what they catch.
export { InspectionError, MissingObjectError } from './inspection/source/object-source';
export { UnknownObjectError } from './operations/referenced-object';
export { PlanError } from '../resolve/lock/lock-error';
export { ManifestError } from './operations/manifests';
export { ClientError } from './client/client-error';
