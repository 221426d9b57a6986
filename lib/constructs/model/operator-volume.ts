/**
 * Volume of the pods of an operator. Set one source.
 *
 * @see https://kubernetes.io/docs/concepts/storage/volumes/
 */
export interface OperatorVolume {
  /** Name of the volume, for `volumeMounts`. */
  readonly name: string;

  /**
   * ConfigMap whose keys are files.
   *
   * @default - none
   */
  readonly configMap?: ConfigMapVolume;

  /**
   * Secret whose keys are files.
   *
   * @default - none
   */
  readonly secret?: SecretVolume;

  /**
   * Folder that is empty when the pod starts.
   *
   * @default - none
   */
  readonly emptyDir?: EmptyDirVolume;

  /**
   * PersistentVolumeClaim.
   *
   * @default - none
   */
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolume;

  /**
   * Source of any other type, with the field names of Kubernetes: `{ csi: { driver: 'secrets-store.csi.k8s.io', readOnly: true } }`.
   *
   * @default - none
   */
  readonly custom?: { [type: string]: unknown };
}

/** ConfigMap as a volume. */
export interface ConfigMapVolume {
  /** Name of the ConfigMap, in the namespace of the operator. */
  readonly name: string;

  /**
   * Keys to write, and the paths of their files.
   *
   * @default - all keys, each as a file with its name
   */
  readonly items?: KeyToPath[];

  /**
   * Permissions of the files, as a number such as `0o440`.
   *
   * @default - 0644
   */
  readonly defaultMode?: number;

  /**
   * Whether the pods start without the ConfigMap or its keys.
   *
   * @default false
   */
  readonly optional?: boolean;
}

/** Secret as a volume. */
export interface SecretVolume {
  /** Name of the Secret, in the namespace of the operator. */
  readonly secretName: string;

  /**
   * Keys to write, and the paths of their files.
   *
   * @default - all keys, each as a file with its name
   */
  readonly items?: KeyToPath[];

  /**
   * Permissions of the files, as a number such as `0o440`.
   *
   * @default - 0644
   */
  readonly defaultMode?: number;

  /**
   * Whether the pods start without the Secret or its keys.
   *
   * @default false
   */
  readonly optional?: boolean;
}

/** Key of a ConfigMap or Secret, and the path of its file in the volume. */
export interface KeyToPath {
  /** Key to write. */
  readonly key: string;

  /** Relative path of the file. */
  readonly path: string;

  /**
   * Permissions of the file, as a number such as `0o440`.
   *
   * @default - those of the volume
   */
  readonly mode?: number;
}

/** Folder that is empty when a pod starts, and is removed with the pod. */
export interface EmptyDirVolume {
  /**
   * Medium of the folder: `Memory` for a tmpfs.
   *
   * @default - the disk of the node
   */
  readonly medium?: string;

  /**
   * Maximum size, as a quantity such as `500Mi`.
   *
   * @default - no limit
   */
  readonly sizeLimit?: string;
}

/** PersistentVolumeClaim as a volume. */
export interface PersistentVolumeClaimVolume {
  /** Name of the PersistentVolumeClaim, in the namespace of the operator. */
  readonly claimName: string;

  /**
   * Whether the volume is read-only.
   *
   * @default false
   */
  readonly readOnly?: boolean;
}

/** Where the containers of an operator mount a volume. */
export interface OperatorVolumeMount {
  /** Name of the volume. */
  readonly name: string;

  /** Path in the containers. */
  readonly mountPath: string;

  /**
   * Path in the volume.
   *
   * @default - the root of the volume
   */
  readonly subPath?: string;

  /**
   * Path in the volume, with environment variables such as `$(POD_NAME)`. Not allowed with `subPath`.
   *
   * @default - `subPath`
   */
  readonly subPathExpr?: string;

  /**
   * Whether the mount is read-only.
   *
   * @default false
   */
  readonly readOnly?: boolean;

  /**
   * Whether mounts inside the volume are read-only as well: `Disabled`, `IfPossible` or `Enabled`.
   *
   * @default Disabled
   */
  readonly recursiveReadOnly?: string;

  /**
   * How mounts propagate between the node and the containers: `None`, `HostToContainer` or `Bidirectional`.
   *
   * @default None
   */
  readonly mountPropagation?: string;
}
