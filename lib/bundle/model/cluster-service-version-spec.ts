import type { InstallModeType } from './install-mode';

/** Who makes an operator. */
export interface OperatorProvider {
  /** The name; empty where the bundle gives none. */
  readonly name: string;

  /**
   * Where to read more.
   *
   * @default - not given
   */
  readonly url?: string;
}

/** A picture that stands for an operator in a console. */
export interface OperatorIcon {
  /** The bytes of the picture in base64. */
  readonly base64data: string;

  /** The media type, such as `image/svg+xml`. */
  readonly mediaType: string;
}

/** A person or team that answers for an operator. */
export interface OperatorMaintainer {
  /** The name; empty where the bundle gives none. */
  readonly name: string;

  /** The mail address; empty where the bundle gives none. */
  readonly email: string;
}

/** A page about an operator. */
export interface OperatorLink {
  /** The text of the link; empty where the bundle gives none. */
  readonly name: string;

  /** The address; empty where the bundle gives none. */
  readonly url: string;
}

/** Whether an operator can work in one install mode. */
export interface SupportedInstallMode {
  /** The mode. */
  readonly type: InstallModeType;

  /** Whether it is supported. */
  readonly supported: boolean;
}

/** A Deployment that OLM makes for an operator. */
export interface OperatorDeployment {
  /** The name. */
  readonly name: string;

  /** The spec of the Deployment, as apps/v1 has it. */
  readonly spec: { [key: string]: unknown };

  /** The labels of the Deployment itself. */
  readonly labels: { [key: string]: string };
}

/** A rule of what may be done, as rbac.authorization.k8s.io/v1 has it. */
export interface OperatorPolicyRule {
  /** What may be done, such as `get`; `*` is everything. */
  readonly verbs: string[];

  /** The API groups; the empty text is the core group. */
  readonly apiGroups: string[];

  /** The resources, in plural. */
  readonly resources: string[];

  /** The names the rule is limited to; empty for all of them. */
  readonly resourceNames: string[];

  /** Paths that belong to no resource, such as `/metrics`. */
  readonly nonResourceUrls: string[];
}

/** What a service account of an operator may do. */
export interface OperatorPermission {
  /** The name of the service account. */
  readonly serviceAccountName: string;

  /** The rules. */
  readonly rules: OperatorPolicyRule[];
}

/** A CustomResourceDefinition that an operator owns or requires. */
export interface CrdDescription {
  /** The name of the CustomResourceDefinition: plural, dot, group. */
  readonly name: string;

  /** The version. */
  readonly version: string;

  /** The kind. */
  readonly kind: string;

  /**
   * A title for people.
   *
   * @default - not given
   */
  readonly displayName?: string;

  /**
   * What the resource is for.
   *
   * @default - not given
   */
  readonly description?: string;
}

/** An API that an aggregated API server of an operator serves, or that an operator requires. */
export interface ApiServiceDescription {
  /** The plural name of the resource. */
  readonly name: string;

  /** The API group. */
  readonly group: string;

  /** The version. */
  readonly version: string;

  /** The kind. */
  readonly kind: string;

  /**
   * The Deployment that serves it.
   *
   * @default - not given; an API that is only required has none
   */
  readonly deploymentName?: string;

  /**
   * The port of the container that serves it.
   *
   * @default - 443, set by the API server
   */
  readonly containerPort?: number;
}

/** A webhook that OLM sets up for an operator. */
export interface WebhookDescription {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type: string;

  /** What the name of the webhook begins with. */
  readonly generateName: string;

  /**
   * The Deployment that answers.
   *
   * @default - not given
   */
  readonly deploymentName?: string;

  /**
   * The port of the container that answers.
   *
   * @default - 443, set by the API server
   */
  readonly containerPort?: number;

  /** The CustomResourceDefinitions that a conversion webhook converts. */
  readonly conversionCrds: string[];

  /** The whole entry, with everything else that it holds. */
  readonly content: { [key: string]: unknown };
}

/** An API of the cluster that an operator requires. */
export interface NativeApi {
  /** The API group; empty for the core group. */
  readonly group: string;

  /** The version. */
  readonly version: string;

  /** The kind. */
  readonly kind: string;
}
