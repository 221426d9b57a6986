/** Kinds of notes about what `Bundle.fromManifests` made of manifests. The set is closed, so a program may switch over it. */
export enum GenerationNoteCode {
  /** A document that is not a Kubernetes object was skipped. */
  SKIPPED = 'skipped',

  /** A hook of Helm was left out: OLM runs none. */
  HELM_HOOK = 'helm-hook',

  /** An object of a kind that OLM does not install was left out. */
  UNSUPPORTED_KIND = 'unsupported-kind',

  /** An object of cert-manager was left out. */
  CERT_MANAGER = 'cert-manager',

  /** A role that no binding refers to is in the bundle as it is. */
  UNBOUND_ROLE = 'unbound-role',

  /** A binding refers to a role that is not among the manifests, so that its rules are unknown. */
  UNKNOWN_ROLE = 'unknown-role',

  /** A binding names a service account that no Deployment uses, and that is not among the manifests. */
  UNMATCHED_SUBJECT = 'unmatched-subject',

  /** A namespace is lost, because OLM installs everything in the namespace of the operator. */
  NAMESPACE = 'namespace',

  /** OLM creates a service account itself, without a part of what the manifest has. */
  SERVICE_ACCOUNT = 'service-account',

  /** OLM creates a Deployment itself, without a part of what the manifest has. */
  DEPLOYMENT = 'deployment',

  /** Fields of an object were left out or changed: what a cluster has set, and values that must be strings. */
  FIELDS = 'fields',

  /** A webhook, or what belongs to it, was left out or loses a part. */
  WEBHOOK = 'webhook',

  /** A CustomResourceDefinition that clusters or OLM do not accept as it is. */
  CRD = 'crd',

  /** Custom resources became examples. */
  EXAMPLES = 'examples',

  /** A related image that cannot be determined. */
  RELATED_IMAGE = 'related-image',

  /** A part of the base ClusterServiceVersion was left out. */
  BASE = 'base',

  /** Install modes were proposed. */
  INSTALL_MODES = 'install-modes',
}

/** What `Bundle.fromManifests` left out, changed or could not resolve, with what to do. */
export interface GenerationNote {
  /** Kind of the note. */
  readonly code: GenerationNoteCode;

  /** What was found and what became of it; then what to do, if anything. */
  readonly message: string;

  /** Whether the installed operator may differ from what the manifests describe, so that somebody must decide. With `strict`, it is an error. */
  readonly needsDecision: boolean;

  /**
   * File, or another name of the source.
   *
   * @default - the note does not belong to a single object
   */
  readonly file?: string;

  /**
   * Line at which the document of the object begins, or its number in a list of objects.
   *
   * @default - the note does not belong to a single object
   */
  readonly line?: number;
}
