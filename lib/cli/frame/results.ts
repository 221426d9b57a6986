import type { GenerationNote } from '../../bundle/model/generation-note';
import type { PackageChange } from '../../catalog/compare/catalog-changes';
import type { CatalogProblem } from '../../catalog/declcfg/catalog-problem';
import type { ForeseenChange } from '../../cluster/change';
import type {
  CatalogStatus, ClusterCatalogStatus, ClusterExtensionStatus, ClusterStatus, SubscriptionStatus, UnclaimedStatus,
} from '../../cluster/inspection/cluster-status';
import type { ObjectExplanation } from '../../cluster/inspection/explain/explain';
import type { PackageOffer } from '../../cluster/inspection/package-offers';
import type { Operand } from '../../cluster/operands';
import type { ApplyResult } from '../../cluster/operations/apply-manifests';
import type { AuditRecord } from '../../cluster/operations/audit-log';
import type { Explanation } from '../../cluster/waiting/explain/explanation';
import type { Leftover } from '../../cluster/waiting/removal/stage';
import type { TreeClusterDiff } from '../../gitops/tree/tree-changes';
import type { OperatorMigration } from '../../olm/v1/operator-migration';
import type { BundleComparisonContent } from '../../report/build-comparison';
import type { BundleReportContent } from '../../report/build-report';
import type { ListedImage } from '../../report/image-formats';
import type { InstallEngine } from '../../report/install-permissions';
import type { InstallRule, NamespaceInstallRules } from '../../report/install-rule';
import type { DriftedCatalog, DriftedOperator } from '../../resolve/drift/find-drift';
import type { LockChange } from '../../resolve/lock/lock-change';
import type { ResolutionFailureReason, ResolutionReason } from '../../resolve/model/resolution-reason';
import type { ResolutionHop } from '../../resolve/model/resolved-operator';
import type { PlannedInstallPlan, PlannedOperator } from '../../resolve/plan/planned-operator';
import type { SilencedFinding, ValidationFinding } from '../../validation/model/finding';

/** What commands print with `-o json`, by kind. docs/reference/command-line.schema.json is generated from it. */
export interface Results {
  /** State of OLM, of catalogs and of operators: `status`. */
  readonly ClusterStatus: ClusterStatus;

  /** Why objects are in their states: `explain`. */
  readonly ObjectExplanationList: ResultList<ObjectExplanation>;

  /** What catalogs offer: `packages`. */
  readonly PackageList: ResultList<PackageOffer>;

  /** What is ready: `wait`. */
  readonly WaitReport: WaitReport;

  /** What was applied, and what is ready: `install`, `run`, `upgrade` and `catalog add`. */
  readonly ApplyReport: ApplyReport;

  /** Operators of a cluster: `list operators`. */
  readonly OperatorList: ResultList<ListedOperator>;

  /** Catalogs of a cluster: `list catalogs`. */
  readonly CatalogList: ResultList<ListedCatalog>;

  /** Operands of operators: `list operands`. The errors are APIs whose objects cannot be listed, and names that do not exist. */
  readonly OperandList: ResultList<ListedOperand>;

  /** What is removed: `remove` and `uninstall`. */
  readonly RemovalReport: RemovalReport;

  /** What bundles own, require and may do: `report`. */
  readonly BundleReportList: ResultList<BundleReportContent>;

  /** What an upgrade changes: `diff`. */
  readonly BundleComparison: BundleComparisonContent;

  /** Findings in bundles: `validate`. */
  readonly ValidationReportList: ResultList<BundleFindings>;

  /** Rights of installers and operators: `rights`. */
  readonly RightsList: ResultList<BundleRights>;

  /** Images of bundles, catalogs, manifests and apps: `images`. */
  readonly ImageList: Images;

  /** What a bundle was made of: `bundle create`. */
  readonly BundleCreation: BundleCreation;

  /** The written configuration of a bundle: `bundle init`. */
  readonly BundleConfigCreation: { readonly file: string };

  /** Images that were pushed or written, or would be: `bundle push` and `catalog push`. */
  readonly ImagePush: ImagePush;

  /** Problems of catalogs: `catalog validate`. */
  readonly CatalogValidationList: ResultList<CatalogFindings>;

  /** Differences between two catalogs: `catalog diff`. */
  readonly CatalogDiff: { readonly packages: readonly PackageChange[] };

  /** Differences between two trees of manifests: `tree diff`. */
  readonly ManifestTreeDiff: {
    readonly clusters: readonly TreeClusterDiff[];
    readonly unknown: readonly string[];
    readonly skipped: readonly string[];
  };

  /** Changes of lock files: `lock`. */
  readonly LockReport: { readonly files: readonly LockedFile[] };

  /** Differences between a lock file and a cluster: `lock --against-cluster` and `lock --from`. */
  readonly OperatorDrift: Drift;

  /** What an upgrade from one lock to another means: `plan`. */
  readonly OperatorUpgradePlan: UpgradePlan;

  /** What OLM would install for the Subscriptions of namespaces: `resolve`. */
  readonly ResolutionList: ResultList<ResolutionReport>;

  /** How operators move to OLM v1: `migrate`. */
  readonly MigrationPlan: Migration;

  /** Written classes of custom resources: `import`. */
  readonly ImportReport: ImportReport;

  /** Why written classes do not belong to their bundles: `import --check`. */
  readonly ImportCheck: { readonly problems: readonly string[] };

  /** Versions: `version`. */
  readonly Version: Versions;
}

/** Results for several inputs. */
export interface ResultList<Item> {
  readonly items: readonly Item[];

  /** The inputs without a result. */
  readonly errors: readonly InputError[];
}

/** An input that cannot be read, or that does not exist. */
export interface InputError {
  /** The input, as on the command line. */
  readonly input: string;
  readonly message: string;
}

/** Result of a wait or a removal. */
export interface ChangedSubject {
  /** Subject, such as `operator demo/plain`. */
  readonly subject: string;
  readonly seconds: number;

  /** What was reached. */
  readonly detail?: string;

  /** Why it is neither done nor failed. */
  readonly reason?: string;

  /** Why it failed. */
  readonly explanation?: Explanation;

  /** Changes that a dry run would make. */
  readonly foreseen?: readonly ForeseenChange[];
}

/** Result of the wait for an object. */
export interface WaitedSubject extends ChangedSubject {
  readonly state: 'ready' | ChangeState;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Result of a removal. */
export interface RemovedSubject extends ChangedSubject {
  /** `removable` is the result of a dry run. */
  readonly state: 'removed' | 'removable' | ChangeState;

  /** Deleted objects. */
  readonly removed: readonly string[];

  /** Objects that remain. */
  readonly left: readonly Leftover[];
}

/** State of what is not done: `waiting` is that of a dry run. */
export type ChangeState = 'failed' | 'interrupted' | 'waiting' | 'skipped';

/** See `Results`. */
export interface WaitReport {
  readonly results: readonly WaitedSubject[];

  /** What the manifests do not tell, such as which operator an object belongs to. */
  readonly notes: readonly string[];

  /** Changes that were made. */
  readonly actions: readonly AuditRecord[];
}

/** See `Results`. */
export interface ApplyReport extends WaitReport {
  /** The applied objects, in their order. */
  readonly applied: readonly ApplyResult[];
}

/** An installed operator. */
export type ListedOperator = { readonly kind: 'Subscription' } & SubscriptionStatus
  | { readonly kind: 'ClusterServiceVersion' } & Omit<UnclaimedStatus, 'kind'>
  | { readonly kind: 'ClusterExtension' } & ClusterExtensionStatus;

/** A catalog of a cluster. */
export type ListedCatalog = { readonly kind: 'CatalogSource' } & CatalogStatus | { readonly kind: 'ClusterCatalog' } & ClusterCatalogStatus;

/** An operand of an operator. */
export interface ListedOperand extends Operand {
  /** Namespace and name of the Subscription. */
  readonly operator: string;
}

/** See `Results`. */
export interface RemovalReport {
  readonly results: readonly RemovedSubject[];

  /** A sentence for each named object that does not exist. */
  readonly missing: readonly string[];

  /** What the manifests do not tell, such as which operator an object belongs to. */
  readonly notes: readonly string[];

  /** Changes that were made. */
  readonly actions: readonly AuditRecord[];
}

/** Findings in a bundle. */
export interface BundleFindings {
  /** The bundle, as on the command line. */
  readonly source: string;
  readonly passed: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly ValidationFinding[];
  readonly silenced: readonly SilencedFinding[];
}

/** Rights that a bundle needs and grants. */
export interface BundleRights {
  readonly bundle: string;
  readonly package: string;
  readonly engine: InstallEngine;
  readonly namespace: string;

  /** Rights of the installer. */
  readonly installer: {
    readonly rules: readonly InstallRule[];
    readonly clusterRules: readonly InstallRule[];
    readonly kubeSystemRules: readonly InstallRule[];
    readonly namespaceRules: readonly NamespaceInstallRules[];
  };

  /** Rights that the operator and others get. */
  readonly operator: Pick<BundleReportContent, 'rbac' | 'bindings' | 'risks'>;
}

/** See `Results`. */
export interface Images {
  readonly images: readonly ListedImage[];

  /** What is not known, a sentence each. */
  readonly unknown: readonly string[];

  /** Strings in the place of an image that are not references. */
  readonly refused: readonly string[];

  /** What was skipped in the inputs, because it is not a Kubernetes object, a sentence each. */
  readonly notes: readonly string[];
}

/** See `Results`. */
export interface BundleCreation {
  /** Name of the ClusterServiceVersion. */
  readonly bundle: string;
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];

  /** Paths of the written files. With --strict, there are none if a note needs a decision. */
  readonly files: readonly string[];

  /** What was left out or could not be resolved. */
  readonly notes: readonly GenerationNote[];
}

/** See `Results`. */
export interface ImagePush {
  /** Whether the images are in the registry: not with `--dry-run`, nor with `--to`. */
  readonly isPushed: boolean;

  /** The image of the command line, after those of the bundles of a catalog. */
  readonly images: readonly NamedImage[];
}

/** An image in a registry. */
export interface NamedImage {
  /** Name of the bundle, or `catalog`. */
  readonly name: string;

  /** The image by digest. */
  readonly image: string;
  readonly digest: string;

  /** Tag that refers to it, if one is set. */
  readonly tag?: string;
}

/** Problems of a catalog. */
export interface CatalogFindings {
  /** The catalog, as on the command line. */
  readonly source: string;
  readonly passed: boolean;
  readonly problems: readonly CatalogProblem[];
}

/** A lock file, and its changes. */
export interface LockedFile {
  readonly path: string;

  /** Whether it existed before. */
  readonly exists: boolean;
  readonly changes: readonly LockChange[];
}

/** See `Results`. */
export interface Drift {
  readonly operators: readonly DriftedOperator[];
  readonly catalogs: readonly DriftedCatalog[];
  readonly notes: readonly string[];
}

/** See `Results`. `wait --plan` reads it. */
export interface UpgradePlan {
  readonly planVersion: number;
  readonly operators: readonly PlannedOperator[];
  readonly installPlans: readonly PlannedInstallPlan[];
}

/** What OLM would install in a namespace. */
export interface ResolutionReport {
  readonly namespace: string;

  /** InstallPlans that OLM creates one after the other. */
  readonly hops: readonly ResolutionHop[];

  /** Whether OLM would continue forever, because a `skipRange` leads back to an earlier version. */
  readonly isEndless: boolean;

  /** Why OLM installs nothing more. It is missing if the resolution succeeds. */
  readonly failure?: {
    /** Reason of the condition `ResolutionFailed`. */
    readonly reason: ResolutionFailureReason;

    /** Message of that condition. */
    readonly message: string;
    readonly reasons: readonly ResolutionReason[];
  };
}

/** See `Results`. */
export interface Migration {
  readonly isPossible: boolean;
  readonly operators: readonly OperatorMigration[];
}

/** See `Results`. */
export interface ImportReport {
  readonly bundles: readonly ImportedPackage[];

  /** Paths of deleted files. */
  readonly deleted: readonly string[];
}

/** Classes of a bundle. */
export interface ImportedPackage {
  readonly package: string;
  readonly version: string;
  readonly csv: string;
  readonly digest?: string;
  readonly files: readonly { readonly path: string; readonly classes: readonly string[] }[];

  /** Fields whose types are less exact than in the CRD. */
  readonly notes: readonly { readonly kind: string; readonly version: string; readonly field: string; readonly reason: string }[];

  /** CRDs without classes. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** See `Results`. */
export interface Versions {
  /** Version of this program. */
  readonly version: string;

  /** Version of Node.js. */
  readonly node: string;

  /** Newest known release of OLM v0. */
  readonly olm: string;

  /** Newest known release of OLM v1. */
  readonly olmV1: string;
}
