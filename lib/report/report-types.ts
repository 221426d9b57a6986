import { BundleApi } from '../bundle/model/bundle-api';
import { BundleProperty } from '../bundle/model/bundle-property';
import { InstallModeType } from '../bundle/model/install-mode';
import { BundleImage } from './bundle-image';
import { BundleRbacConcern, BundleRbacRule } from './rbac-rule';

/** A webhook that OLM configures for an operator. */
export interface BundleWebhook {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type: string;

  /** Prefix of the name of its configuration. */
  readonly name: string;

  /** Name of the Deployment that serves it, or an empty string if not set. */
  readonly deployment: string;

  /** Policy for requests that the webhook does not answer: `Fail` or `Ignore`; `Fail` if not set. */
  readonly failurePolicy: string;

  /** Resources whose requests it intercepts, with their group, such as `pods` or `deployments.apps`. */
  readonly resources: string[];

  /** Names of the CRDs that it converts. */
  readonly conversionCrds: string[];
}

/** A CRD of a bundle. */
export interface BundleCrd {
  /** Name of the CRD: `<plural>.<group>`. */
  readonly name: string;

  /** Kind of its objects. */
  readonly kind: string;

  /** Whether its objects are namespaced. */
  readonly namespaced: boolean;

  /** Served versions. */
  readonly servedVersions: string[];

  /** Storage version. */
  readonly storageVersion: string;

  /** Conversion strategy between versions: `None` or `Webhook`. */
  readonly conversion: string;
}

/** A size of a bundle, with its limit. */
export interface BundleSizeReport {
  /** Name of the size. */
  readonly what: string;

  /** Size in bytes. */
  readonly bytes: number;

  /** Limit in bytes. */
  readonly limitBytes: number;

  /** Whether the size is within its limit. */
  readonly fits: boolean;
}

/** Content of a `BundleReport`. */
export interface BundleReportContent {
  /** Name of the CSV. */
  readonly name: string;

  /** Name of the package. */
  readonly packageName: string;

  /** Version of the operator. */
  readonly version: string;

  /** Names of the channels. */
  readonly channels: string[];

  /** Lowest supported version of Kubernetes, or an empty string if not set. */
  readonly minKubeVersion: string;

  /** Name of the CSV that it replaces, or an empty string if not set. */
  readonly replaces: string;

  /** Names of the CSVs that it skips. */
  readonly skips: string[];

  /** Range of versions that can be upgraded to it directly, or an empty string if not set. */
  readonly skipRange: string;

  /** Owned APIs. */
  readonly ownedApis: BundleApi[];

  /** Required APIs, which other operators provide. */
  readonly requiredApis: BundleApi[];

  /** Entries of metadata/dependencies.yaml. */
  readonly dependencies: BundleProperty[];

  /** Supported install modes. */
  readonly installModes: InstallModeType[];

  /** CRDs of the bundle. */
  readonly crds: BundleCrd[];

  /** Rights that the bundle requests, rule by rule. */
  readonly rbac: BundleRbacRule[];

  /** Risks of these rights, the most severe first. */
  readonly risks: BundleRbacConcern[];

  /** Images that it references. */
  readonly images: BundleImage[];

  /** Webhooks of the operator. */
  readonly webhooks: BundleWebhook[];

  /** Sizes that are subject to limits. */
  readonly sizes: BundleSizeReport[];
}
