/**
 * Environment variable of the containers of an operator.
 *
 * @see https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/
 */
export interface EnvVariable {
  /** Name of the variable. */
  readonly name: string;

  /**
   * Value of the variable. `$(OTHER)` stands for the value of another variable.
   *
   * @default - that of `valueFrom`
   */
  readonly value?: string;

  /**
   * Source of the value, instead of `value`.
   *
   * @default - `value`
   */
  readonly valueFrom?: EnvVariableSource;
}

/** Source of the value of an environment variable. Set one of its fields. */
export interface EnvVariableSource {
  /**
   * Key of a ConfigMap.
   *
   * @default - none
   */
  readonly configMapKeyRef?: KeySelector;

  /**
   * Key of a Secret.
   *
   * @default - none
   */
  readonly secretKeyRef?: KeySelector;

  /**
   * Field of the pod.
   *
   * @default - none
   */
  readonly fieldRef?: ObjectFieldSelector;

  /**
   * Resource request or limit of a container.
   *
   * @default - none
   */
  readonly resourceFieldRef?: ResourceFieldSelector;

  /**
   * Key of a file in a volume. Requires Kubernetes with the feature gate EnvFiles.
   *
   * @default - none
   */
  readonly fileKeyRef?: FileKeySelector;
}

/** Key of a ConfigMap or Secret in the namespace of the operator. */
export interface KeySelector {
  /** Name of the ConfigMap or Secret. */
  readonly name: string;

  /** Key whose value is used. */
  readonly key: string;

  /**
   * Whether the pods start without the object or the key.
   *
   * @default false
   */
  readonly optional?: boolean;
}

/** Field of a pod. */
export interface ObjectFieldSelector {
  /** Path of the field, such as `metadata.namespace` or `status.podIP`. */
  readonly fieldPath: string;

  /**
   * Version of the API that the path is written for.
   *
   * @default v1
   */
  readonly apiVersion?: string;
}

/** Resource request or limit of a container. */
export interface ResourceFieldSelector {
  /** Resource, such as `limits.memory` or `requests.cpu`. */
  readonly resource: string;

  /**
   * Name of the container.
   *
   * @default - the container that has the variable
   */
  readonly containerName?: string;

  /**
   * Unit of the value, as a quantity such as `1Mi`.
   *
   * @default - 1
   */
  readonly divisor?: string;
}

/** Key of a file with environment variables, in a volume. */
export interface FileKeySelector {
  /** Name of the volume. */
  readonly volumeName: string;

  /** Path of the file in the volume. */
  readonly path: string;

  /** Key whose value is used. */
  readonly key: string;

  /**
   * Whether the pods start without the file or the key.
   *
   * @default false
   */
  readonly optional?: boolean;
}

/** ConfigMap or Secret whose keys become environment variables. Set one of `configMapRef` and `secretRef`. */
export interface EnvFromSource {
  /**
   * ConfigMap with the variables.
   *
   * @default - none
   */
  readonly configMapRef?: EnvReference;

  /**
   * Secret with the variables.
   *
   * @default - none
   */
  readonly secretRef?: EnvReference;

  /**
   * Prefix of the names of the variables.
   *
   * @default - none
   */
  readonly prefix?: string;
}

/** ConfigMap or Secret with environment variables, in the namespace of the operator. */
export interface EnvReference {
  /** Name of the ConfigMap or Secret. */
  readonly name: string;

  /**
   * Whether the pods start without the object.
   *
   * @default false
   */
  readonly optional?: boolean;
}
