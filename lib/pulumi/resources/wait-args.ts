import type * as pulumi from '@pulumi/pulumi';

/** What an output is not. The type of an output has the keys of its value, so that it would fit an object of options. */
export interface NoOutput {
  /** Outputs have a method of this name. */
  readonly apply?: never;
}

/** How a component waits, known when the program runs. The settings themselves may be outputs. */
export type KnownWait<Args> = Args & NoOutput & { readonly timeouts?: NoOutput; readonly onDestroy?: NoOutput };

/** Timeouts of a waiter, in seconds. */
export interface WaitTimeouts {
  /**
   * Timeout of a whole wait, and of a removal.
   *
   * @default - that of the resource option `customTimeouts` for the operation; else 5 minutes for a catalog, 10 for OLM, 20 for an operator and for
   * removals, 3 for the removal of a ClusterCatalog. OLM itself takes up to 10 minutes for some steps
   */
  readonly total?: pulumi.Input<number>;

  /**
   * Timeouts of single phases, by the names in the progress lines.
   *
   * @default - slightly longer than it takes OLM to give up
   */
  readonly phases?: pulumi.Input<{ readonly [phase: string]: pulumi.Input<number> }>;

  /**
   * How long the ready state must last. After an upgrade OLM may briefly revert a phase.
   *
   * @default 2
   */
  readonly settling?: pulumi.Input<number>;

  /**
   * How long a problem that does not go away by itself may last before the wait fails, in case it was observed halfway through a change.
   *
   * @default 10
   */
  readonly terminalGrace?: pulumi.Input<number>;

  /**
   * How long a problem that OLM often recovers from may last before the wait fails.
   *
   * @default 60
   */
  readonly transientGrace?: pulumi.Input<number>;
}

/** How a component waits until its resources are ready. */
export interface WaitArgs {
  /**
   * Kubeconfig of the cluster: its content as YAML, JSON or an object, or the path of its file. Always a secret in the state. A waiter cannot
   * read the kubeconfig of a Kubernetes provider, so also set it here if the component has its own provider. An output that resolves to nothing is an
   * error.
   *
   * @default - that of the default Kubernetes provider: the stack setting `kubernetes:kubeconfig`, else the one that kubectl uses
   */
  readonly kubeconfig?: pulumi.Input<string | object>;

  /**
   * Context of the kubeconfig.
   *
   * @default - the stack setting `kubernetes:context` if the stack's kubeconfig is used, else the current context
   */
  readonly context?: pulumi.Input<string>;

  /**
   * Timeouts and grace periods.
   *
   * @default - see `WaitTimeouts`
   */
  readonly timeouts?: WaitTimeouts;

  /**
   * Whether `pulumi destroy` gives up resources in an unreachable cluster, like the Kubernetes provider's setting of the same name.
   *
   * @default - the environment variable PULUMI_K8S_DELETE_UNREACHABLE of `pulumi`, as for the Kubernetes provider; else false
   */
  readonly deleteUnreachable?: pulumi.Input<boolean>;

  /**
   * Whether to create no waiter, and so no ordered removal: for programs that apply nothing, as with the provider's `renderYamlToDirectory`.
   *
   * @default false
   */
  readonly skip?: boolean;
}

/** How a component waits until its operator is ready, and what it may approve. */
export interface OperatorWaitArgs extends WaitArgs {
  /**
   * Versions that may be installed on the way to the pinned one: none (`direct`), or those of the channel in between (`stepwise`), with an
   * InstallPlan approved for each.
   *
   * @default 'direct'
   */
  readonly upgradePath?: 'direct' | 'stepwise';

  /**
   * Names of CSVs that may be installed on the way to the pinned one, besides those of `upgradePath`.
   *
   * @default - none
   */
  readonly intermediateCsvs?: readonly string[];

  /**
   * Names of CSVs that may be installed together with the pinned one: the operators that it depends on.
   *
   * @default - none
   */
  readonly dependencyCsvs?: readonly string[];

  /**
   * Maximum number of times that a failed InstallPlan and its CSV are deleted so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: pulumi.Input<number>;

  /**
   * How `pulumi destroy` handles what the operator leaves behind.
   *
   * @default - the removal stops if there are objects of the operator's APIs; CRDs are kept
   */
  readonly onDestroy?: OperatorOnDestroy;
}

/** How `pulumi destroy` handles what an operator leaves behind. */
export interface OperatorOnDestroy {
  /**
   * Objects of the operator's APIs: `abort` lists them and removes nothing as long as there are any; `ignore` leaves them; `delete` deletes them
   * while the operator still runs.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether to delete the CRDs that no other operator owns and that have no objects, or a list of the kinds whose CRDs to delete, by kind and group
   * such as `Database.example.com`. A kind that the operator does not own is an error.
   *
   * @default false
   */
  readonly deleteCrds?: pulumi.Input<boolean | readonly string[]>;

  /**
   * Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. The API server then returns
   * their objects in every version as they are stored, without conversion, and drops fields that the version does not have. Otherwise these webhooks
   * are reported.
   *
   * @default false
   */
  readonly resetConversion?: pulumi.Input<boolean>;

  /**
   * Whether to delete the cluster-scoped objects that OLM created from the bundle and leaves behind, such as ClusterRoles. Those that another
   * operator or a binding uses are kept, as are those about which this is not known. If false, each one is printed with the command that deletes it.
   *
   * @default false
   */
  readonly deleteLeftovers?: pulumi.Input<boolean>;

  /**
   * Whether to remove the operators that OLM installed as dependencies of this one and that nothing else in the namespace requires, in the same way:
   * their objects stop the removal unless `operands` says otherwise, and `deleteCrds`, `deleteLeftovers`, `resetConversion` and `force` apply to
   * them. An operator whose Subscription you created or applied is never removed. If false, the dependencies are kept, and each one is printed with
   * the command that removes it.
   *
   * @default false
   */
  readonly deleteDependencies?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until OLM is ready. */
export interface OlmWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what OLM leaves behind.
   *
   * @default - the removal stops if there are operators
   */
  readonly onDestroy?: OlmOnDestroy;
}

/** How `pulumi destroy` handles what OLM installed. */
export interface OlmOnDestroy {
  /**
   * Whether to also remove the operators that OLM installed.
   *
   * @default false
   */
  readonly removeOperators?: pulumi.Input<boolean>;

  /**
   * Whether to delete the cluster-scoped objects, such as ClusterRoles, that OLM created from the bundles of operators, unless a binding uses them.
   * If false, each one is printed with the command that deletes it.
   *
   * @default false
   */
  readonly deleteLeftovers?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until a ClusterCatalog is served. */
export interface ClusterCatalogWaitArgs extends WaitArgs {
  /**
   * Whether `pulumi destroy` removes the finalizer of a ClusterCatalog that is stuck in deletion for more than a minute. The files of catalogd are
   * then left behind.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until a ClusterExtension is installed. */
export interface ClusterExtensionWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what OLM v1 would delete together with the operator.
   *
   * @default - the removal stops if there are objects of the operator's APIs
   */
  readonly onDestroy?: ClusterExtensionOnDestroy;
}

/** How `pulumi destroy` handles what OLM v1 would delete together with an operator. */
export interface ClusterExtensionOnDestroy {
  /**
   * Objects of the operator's APIs: OLM v1 deletes the CRDs with the ClusterExtension, and these objects with them. `abort` lists them and removes
   * nothing as long as there are any; `delete` deletes them while the operator still runs; `ignore` leaves them to OLM v1, so that those with
   * finalizers may get stuck because the operator is deleted at the same time.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until an operator without OLM is ready. */
export interface PlainWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what the operator leaves behind.
   *
   * @default - the removal stops if there are objects of the operator's APIs; CRDs are kept
   */
  readonly onDestroy?: PlainOnDestroy;
}

/** How `pulumi destroy` handles what an operator without OLM leaves behind. */
export interface PlainOnDestroy {
  /**
   * Objects of the operator's APIs: `abort` lists them and removes nothing as long as there are any; `ignore` leaves them; `delete` deletes them
   * while the operator still runs. Objects that are part of the bundle are deleted in any case.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether to delete the CRDs that have no objects, or a list of the kinds whose CRDs to delete, by kind and group such as `Database.example.com`. A
   * kind that the operator does not own is an error.
   *
   * @default false
   */
  readonly deleteCrds?: pulumi.Input<boolean | readonly string[]>;

  /**
   * Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. The API server then returns
   * their objects in every version as they are stored, without conversion, and drops fields that the version does not have. Otherwise these webhooks
   * are reported.
   *
   * @default false
   */
  readonly resetConversion?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until RukPak has installed a bundle. */
export interface RukpakWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what RukPak would delete together with the operator.
   *
   * @default - the removal stops if there are objects of the operator's APIs
   */
  readonly onDestroy?: RukpakOnDestroy;
}

/** How `pulumi destroy` handles what RukPak would delete together with an operator. */
export interface RukpakOnDestroy {
  /**
   * Objects of the operator's APIs: the CRDs are deleted with the BundleDeployment, and these objects with them. `abort` lists them and removes
   * nothing as long as there are any; `delete` deletes them while the operator still runs; `ignore` leaves them to the garbage collector, so that
   * those with finalizers may get stuck because the operator is deleted at the same time.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until RukPak has unpacked a Bundle. */
export interface RukpakBundleWaitArgs extends WaitArgs {
  /**
   * Whether `pulumi destroy` removes the finalizer of a Bundle that is stuck in deletion for more than a minute. The files of RukPak are then left
   * behind.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}
