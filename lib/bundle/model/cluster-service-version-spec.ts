
/** Provider of an operator. */
export interface OperatorProvider {
  /** Name, or an empty string if not set. */
  readonly name: string;

  /**
   * URL of the provider.
   *
   * @default - none
   */
  readonly url?: string;
}

/** Icon of an operator in consoles. */
export interface OperatorIcon {
  /** Content of the icon, base64-encoded. */
  readonly base64data: string;

  /** Media type, such as `image/svg+xml`. */
  readonly mediaType: string;
}

/** Maintainer of an operator: a person or a team. */
export interface OperatorMaintainer {
  /** Name, or an empty string if not set. */
  readonly name: string;

  /** Email address, or an empty string if not set. */
  readonly email: string;
}

/** Link to a page about an operator. */
export interface OperatorLink {
  /** Title of the link, or an empty string if not set. */
  readonly name: string;

  /** URL, or an empty string if not set. */
  readonly url: string;
}

/**
 * Types of install modes: which namespaces an operator can watch.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export enum InstallModeType {
  /** The namespace the operator runs in. */
  OWN_NAMESPACE = 'OwnNamespace',

  /** One other namespace. */
  SINGLE_NAMESPACE = 'SingleNamespace',

  /** Several namespaces. */
  MULTI_NAMESPACE = 'MultiNamespace',

  /** Every namespace of the cluster. */
  ALL_NAMESPACES = 'AllNamespaces',
}

/** Whether an operator supports an install mode. */
export interface SupportedInstallMode {
  /** Type of the install mode. */
  readonly type: InstallModeType;

  /** Whether it is supported. */
  readonly supported: boolean;
}

/** Deployment that OLM creates for an operator. */
export interface OperatorDeployment {
  /** Name. */
  readonly name: string;

  /** Spec of the Deployment, as in apps/v1. */
  readonly spec: { [key: string]: unknown };

  /** Labels of the Deployment itself. */
  readonly labels: { [key: string]: string };
}

/** RBAC policy rule, as in rbac.authorization.k8s.io/v1. */
export interface OperatorPolicyRule {
  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in plural. */
  readonly resources: string[];

  /** Names that the rule is limited to, or an empty list for all names. */
  readonly resourceNames: string[];

  /** Non-resource URLs, such as `/metrics`. */
  readonly nonResourceUrls: string[];
}

/** Permissions of a service account of an operator. */
export interface OperatorPermission {
  /** Name of the service account. */
  readonly serviceAccountName: string;

  /** Policy rules. */
  readonly rules: OperatorPolicyRule[];
}

/** CustomResourceDefinition that an operator owns or requires. */
export interface CrdDescription {
  /** Name of the CustomResourceDefinition: plural, dot, group. */
  readonly name: string;

  /** Version. */
  readonly version: string;

  /** Kind. */
  readonly kind: string;

  /**
   * Display name.
   *
   * @default - none
   */
  readonly displayName?: string;

  /**
   * Description of the resource.
   *
   * @default - none
   */
  readonly description?: string;
}

/** API that is served by an aggregated API server of an operator, or that an operator requires. */
export interface ApiServiceDescription {
  /** Plural name of the resource. */
  readonly name: string;

  /** API group. */
  readonly group: string;

  /** Version. */
  readonly version: string;

  /** Kind. */
  readonly kind: string;

  /**
   * Name of the Deployment that serves it.
   *
   * @default - none, as for a required API
   */
  readonly deploymentName?: string;

  /**
   * Port of the container that serves it.
   *
   * @default - 443, set by the API server
   */
  readonly containerPort?: number;
}

/** Webhook that OLM sets up for an operator. */
export interface WebhookDescription {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type: string;

  /** Prefix of the webhook's name. */
  readonly generateName: string;

  /**
   * Name of the Deployment that serves it.
   *
   * @default - none
   */
  readonly deploymentName?: string;

  /**
   * Port of the container that serves it.
   *
   * @default - 443, set by the API server
   */
  readonly containerPort?: number;

  /** CustomResourceDefinitions that a conversion webhook converts. */
  readonly conversionCrds: string[];

  /** The whole entry, including all other fields. */
  readonly content: { [key: string]: unknown };
}

/** API of the cluster that an operator requires. */
export interface NativeApi {
  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Version. */
  readonly version: string;

  /** Kind. */
  readonly kind: string;
}

/** An image that an operator needs in addition to those of its Deployments; mirroring tools copy it. */
export interface RelatedImage {
  /** Name of the image, or an empty string if not set. */
  readonly name: string;

  /** Image reference, with registry, repository and tag or digest. */
  readonly image: string;
}
