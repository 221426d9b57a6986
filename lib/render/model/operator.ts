import type { Manifest } from '../../bundle/model/manifest';
import type { JsonMap } from '../../formats/json/json-value';

/** A Kubernetes object. */
export interface PlainObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMap;
  readonly [field: string]: unknown;
}

/** The operator in a bundle, decoded as OLM v1 does. */
export interface Operator {
  readonly packageName: string;

  /** Manifest of the ClusterServiceVersion, for the positions of problems. */
  readonly csv: Manifest;

  readonly name: string;

  /** Annotations of the ClusterServiceVersion, with all properties of the bundle in `olm.properties`. */
  readonly annotations: { readonly [key: string]: string };

  readonly deployments: readonly Deployment[];

  /** Permissions in the namespaces to watch. */
  readonly permissions: readonly Permission[];

  readonly clusterPermissions: readonly Permission[];

  readonly webhooks: readonly Webhook[];

  /** Names of the CustomResourceDefinitions that the operator owns, in the order of the ClusterServiceVersion. */
  readonly ownedCrds: readonly string[];

  readonly ownedApiServices: number;

  /** Types of the supported install modes. */
  readonly installModes: readonly string[];

  readonly crds: readonly Crd[];

  /** All other objects; those in a List are separate. */
  readonly others: readonly OtherObject[];
}

/** A deployment of the ClusterServiceVersion. */
export interface Deployment {
  readonly name: string;
  readonly labels?: { readonly [key: string]: string };

  /** Spec of the Deployment, as Go serializes it. */
  readonly spec: JsonMap;
}

/** Permissions of a service account. */
export interface Permission {
  /** Name of the service account, or an empty string for the default one. */
  readonly serviceAccountName: string;

  /** Rules, as Go serializes them: the order of their fields matters for hashes. */
  readonly rules: readonly JsonMap[] | null;
}

/** A webhook of the ClusterServiceVersion. */
export interface Webhook {
  /** Position in the ClusterServiceVersion. */
  readonly index: number;

  readonly type: string;
  readonly generateName: string;
  readonly deploymentName: string;

  /** Port, or zero if the ClusterServiceVersion does not set it. */
  readonly containerPort: number;

  readonly targetPort?: number | string;
  readonly webhookPath?: string;
  readonly conversionCrds: readonly string[];
  readonly rules: readonly JsonMap[];

  /** The webhook as Go serializes it. */
  readonly fields: JsonMap;
}

/** A CustomResourceDefinition. */
export interface Crd {
  readonly manifest: Manifest;
  readonly apiVersion: string;
  readonly name: string;

  /** The object as Go serializes it. */
  readonly content: PlainObject;
}

/** An object that is neither the ClusterServiceVersion nor a CustomResourceDefinition. */
export interface OtherObject {
  readonly manifest: Manifest;
  readonly kind: string;
  readonly name: string;
  readonly content: PlainObject;
}

export const VALIDATING = 'ValidatingAdmissionWebhook';
export const MUTATING = 'MutatingAdmissionWebhook';
export const CONVERSION = 'ConversionWebhook';
