import { BundleApi } from '../bundle-api';
import { BundleProperty } from '../bundle-property';
import { InstallModeType } from '../install-mode';
import { BundleImage } from './bundle-image';
import { BundleRbacConcern, BundleRbacRule } from './rbac-rule';

/** A webhook that OLM sets up for an operator. */
export interface BundleWebhook {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type: string;

  /** What its name begins with. */
  readonly name: string;

  /** The Deployment that answers; empty where the bundle names none. */
  readonly deployment: string;

  /** What happens to a request when the webhook does not answer: `Fail` or `Ignore`. `Fail` where the bundle says nothing. */
  readonly failurePolicy: string;

  /** The resources whose requests it sees, with their group behind a dot, such as `pods` or `deployments.apps`. */
  readonly resources: string[];

  /** The CustomResourceDefinitions that it converts. */
  readonly conversionCrds: string[];
}

/** A CustomResourceDefinition of a bundle. */
export interface BundleCrd {
  /** The name: plural, dot, group. */
  readonly name: string;

  /** The kind. */
  readonly kind: string;

  /** Whether its objects belong to namespaces; else to the cluster. */
  readonly namespaced: boolean;

  /** The versions that are served. */
  readonly servedVersions: string[];

  /** The version in which objects are stored. */
  readonly storageVersion: string;

  /** How objects are converted between versions: `None` or `Webhook`. */
  readonly conversion: string;
}

/** A size of a bundle beside its limit, in bytes. */
export interface BundleSizeReport {
  /** What is measured. */
  readonly what: string;

  /** How large it is. */
  readonly bytes: number;

  /** How large it may be. */
  readonly limitBytes: number;

  /** Whether it is within its limit. */
  readonly fits: boolean;
}

/** What a report says. */
export interface BundleReportContent {
  /** The name of the ClusterServiceVersion. */
  readonly name: string;

  /** The package. */
  readonly package: string;

  /** The version of the operator. */
  readonly version: string;

  /** The channels. */
  readonly channels: string[];

  /** The lowest version of Kubernetes; empty where the bundle says nothing. */
  readonly minKubeVersion: string;

  /** The ClusterServiceVersion that it replaces; empty where it names none. */
  readonly replaces: string;

  /** Those that an upgrade to it may leave out. */
  readonly skips: string[];

  /** The range of versions that can be upgraded to it directly; empty where it names none. */
  readonly skipRange: string;

  /** The APIs that the operator brings. */
  readonly ownedApis: BundleApi[];

  /** The APIs that other operators must bring. */
  readonly requiredApis: BundleApi[];

  /** What else the bundle needs: the entries of metadata/dependencies.yaml. */
  readonly dependencies: BundleProperty[];

  /** The install modes that it supports. */
  readonly installModes: InstallModeType[];

  /** The CustomResourceDefinitions. */
  readonly crds: BundleCrd[];

  /** The rights that it asks for, as they stand in the bundle. */
  readonly rbac: BundleRbacRule[];

  /** What is risky about them, the gravest first. */
  readonly risks: BundleRbacConcern[];

  /** The images that it names. */
  readonly images: BundleImage[];

  /** The webhooks. */
  readonly webhooks: BundleWebhook[];

  /** How large it is in the forms that have limits. */
  readonly sizes: BundleSizeReport[];
}
