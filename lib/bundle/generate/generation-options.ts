import type { BundleProperty } from '../model/bundle-property';
import type { InstallModeType, OperatorLink, OperatorMaintainer, OperatorProvider, RelatedImage } from '../model/cluster-service-version-spec';
import type { GenerationNoteCode } from '../model/generation-note';

/** What a bundle has that its manifests do not tell. */
export interface BundleMetadata {
  /**
   * Channels of the bundle.
   *
   * @default - `alpha`, as with operator-sdk
   */
  readonly channels?: string[];

  /**
   * Default channel of the package.
   *
   * @default - the first channel
   */
  readonly defaultChannel?: string;

  /**
   * Path of a file with the base ClusterServiceVersion, whose fields the bundle keeps if nothing else sets them.
   *
   * @default - the ClusterServiceVersion among the manifests whose name begins with the package and a dot, if there is one
   */
  readonly base?: string;

  /**
   * Display name shown in consoles.
   *
   * @default - that of the base, or the words of the package
   */
  readonly displayName?: string;

  /**
   * Description of the operator in Markdown.
   *
   * @default - that of `descriptionFile`, or of the base
   */
  readonly description?: string;

  /**
   * Path of a Markdown file with the description.
   *
   * @default - none
   */
  readonly descriptionFile?: string;

  /**
   * Path of the icon: an SVG, PNG, JPEG or GIF file.
   *
   * @default - the icon of the base
   */
  readonly icon?: string;

  /**
   * Provider of the operator.
   *
   * @default - that of the base
   */
  readonly provider?: OperatorProvider;

  /**
   * Maintainers.
   *
   * @default - those of the base
   */
  readonly maintainers?: OperatorMaintainer[];

  /**
   * Links to pages about the operator.
   *
   * @default - those of the base
   */
  readonly links?: OperatorLink[];

  /**
   * Keywords for the search of consoles.
   *
   * @default - those of the base
   */
  readonly keywords?: string[];

  /**
   * Maturity, such as `alpha`, `beta` or `stable`.
   *
   * @default - that of the base
   */
  readonly maturity?: string;

  /**
   * Capability level, such as `Seamless Upgrades`.
   *
   * @default - that of the base, or `Basic Install`
   * @see https://sdk.operatorframework.io/docs/overview/operator-capabilities/
   */
  readonly capabilities?: string;

  /**
   * Categories, such as `Database`.
   *
   * @default - those of the base
   */
  readonly categories?: string[];

  /**
   * Image of the operator that consoles show (annotation `containerImage`).
   *
   * @default - that of the base
   */
  readonly containerImage?: string;

  /**
   * Time at which the bundle was made, such as `2026-01-31T12:00:00Z`. It changes the bundle, so it is never the current time by itself.
   *
   * @default - that of the base
   */
  readonly createdAt?: string;

  /**
   * Namespace in which consoles propose to install the operator.
   *
   * @default - that of the base
   */
  readonly suggestedNamespace?: string;

  /**
   * Processor architectures that the operator supports, such as `amd64`. Consoles show it only on such nodes.
   *
   * @default - the labels of the base
   */
  readonly architectures?: string[];

  /**
   * Install modes that the operator supports; all others are unsupported.
   *
   * @default - those of the base, or proposed from WATCH_NAMESPACE and the roles, with a note
   */
  readonly installModes?: InstallModeType[];

  /**
   * Lowest version of Kubernetes, such as `1.28.0`.
   *
   * @default - that of the base
   */
  readonly minKubeVersion?: string;

  /**
   * Name of the ClusterServiceVersion that this one replaces.
   *
   * @default - that of the base
   */
  readonly replaces?: string;

  /**
   * Names of ClusterServiceVersions that an upgrade to this one may skip.
   *
   * @default - those of the base
   */
  readonly skips?: string[];

  /**
   * Range of versions that can be upgraded to this one directly, such as `>=1.0.0 <1.2.0`.
   *
   * @default - that of the base
   */
  readonly skipRange?: string;

  /**
   * Dependencies on other packages and APIs (metadata/dependencies.yaml).
   *
   * @default - none
   */
  readonly dependencies?: BundleProperty[];

  /**
   * Further annotations of the ClusterServiceVersion.
   *
   * @default - those of the base
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Further labels of the ClusterServiceVersion.
   *
   * @default - those of the base
   */
  readonly labels?: { [key: string]: string };

  /**
   * Further annotations of the bundle (metadata/annotations.yaml), such as `com.redhat.openshift.versions`.
   *
   * @default - none
   */
  readonly bundleAnnotations?: { [key: string]: string };

  /**
   * Images that the operator needs, in addition to those of the base and of the variables RELATED_IMAGE_x of the Deployments.
   *
   * @default - none
   */
  readonly relatedImages?: RelatedImage[];

  /**
   * Images to replace, by the image in the manifests: in containers, variables RELATED_IMAGE_x, `relatedImages` and `containerImage`.
   *
   * @default - none
   */
  readonly images?: { [image: string]: string };

  /**
   * Service accounts that no Deployment uses, whose roles are permissions of the ClusterServiceVersion nevertheless, so that OLM creates them.
   *
   * @default - none
   */
  readonly extraServiceAccounts?: string[];

  /**
   * Whether to keep permissions that only the base has. They are left out otherwise, with a note.
   *
   * @default false
   */
  readonly keepPermissions?: boolean;

  /**
   * Whether owned CRDs without `specDescriptors` get one for each field of the spec in their schema, so that consoles show a form.
   *
   * @default false
   */
  readonly specDescriptors?: boolean;

  /**
   * Kinds of notes that need no decision anymore, such as `GenerationNoteCode.UNBOUND_ROLE` for roles that are meant for users.
   *
   * @default - none
   */
  readonly accept?: GenerationNoteCode[];
}

/** Options of `Bundle.fromManifests` and `Bundle.fromChart`. */
export interface BundleGenerationOptions extends BundleMetadata {
  /** Name of the package. */
  readonly packageName: string;

  /** Version of the operator: a semantic version such as `1.2.0`, or `v1.2.0`. */
  readonly version: string;

  /**
   * Name of the ClusterServiceVersion.
   *
   * @default - the package, `.v` and the version
   */
  readonly name?: string;

  /**
   * Whether notes that need a decision are errors.
   *
   * @default false
   */
  readonly strict?: boolean;
}

/**
 * How a bundle is made of manifests: the content of a file (YAML or JSON, with `apiVersion: olm-constructs/v1` and `kind: BundleConfig`), the default
 * export of a program for `olm-constructs bundle create --config`, or what replaces fields of it. Paths in a file are relative to its folder.
 *
 * @see docs/reference/bundle-config.schema.json
 */
export interface BundleConfig extends BundleMetadata {
  /**
   * Name of the package.
   *
   * @default - must be set elsewhere
   */
  readonly packageName?: string;

  /**
   * Version of the operator.
   *
   * @default - must be set elsewhere, such as by `--version`
   */
  readonly version?: string;

  /**
   * Name of the ClusterServiceVersion.
   *
   * @default - the package, `.v` and the version
   */
  readonly name?: string;

  /**
   * Path of the file or folder with the manifests.
   *
   * @default - must be set elsewhere, such as by the argument of the command
   */
  readonly manifests?: string;

  /**
   * Whether notes that need a decision are errors.
   *
   * @default false
   */
  readonly strict?: boolean;
}

/** Options of `Bundle.writeDirectory`. */
export interface BundleWriteOptions {
  /**
   * Whether to delete the other files in manifests/ and metadata/, such as the manifest of an object that an earlier version had.
   *
   * @default false
   */
  readonly prune?: boolean;
}
