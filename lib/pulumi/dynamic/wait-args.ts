import type * as pulumi from '@pulumi/pulumi';

/** How long a waiter waits, in seconds. */
export interface WaitTimeouts {
  /**
   * For everything.
   *
   * @default - 5 minutes for a catalog, 10 for OLM, 20 for an operator and for removals: OLM itself takes up to 10 minutes for some steps
   */
  readonly total?: pulumi.Input<number>;

  /**
   * For a phase, by the name that stands in the lines of progress.
   *
   * @default - a little longer than OLM itself takes until it gives up
   */
  readonly phases?: pulumi.Input<{ readonly [phase: string]: pulumi.Input<number> }>;

  /**
   * How long everything must hold before it counts. After an upgrade OLM takes back for a moment what it said.
   *
   * @default 2
   */
  readonly settling?: pulumi.Input<number>;

  /**
   * How long something that waiting does not mend may last, in case it was only caught halfway.
   *
   * @default 10
   */
  readonly short?: pulumi.Input<number>;

  /**
   * How long something that OLM often mends by itself may last.
   *
   * @default 60
   */
  readonly long?: pulumi.Input<number>;
}

/** How a component waits until what it made is ready, and what it is to find in the cluster. */
export interface WaitArgs {
  /**
   * The kubeconfig of the cluster, as text or as the path of a file. It is kept as a secret. A waiter cannot read that of a
   * Kubernetes provider, so where the component has one of its own, give the same here.
   *
   * @default - that of the default Kubernetes provider: the stack's setting `kubernetes:kubeconfig`, else the one that kubectl would take
   */
  readonly kubeconfig?: pulumi.Input<string>;

  /**
   * The context in the kubeconfig.
   *
   * @default - the stack's setting `kubernetes:context` where its kubeconfig is taken, else the current context
   */
  readonly context?: pulumi.Input<string>;

  /**
   * How long to wait.
   *
   * @default - see `WaitTimeouts`
   */
  readonly timeouts?: WaitTimeouts;

  /**
   * Whether `pulumi destroy` goes on when the cluster does not answer, as the setting of the same name of the Kubernetes provider.
   *
   * @default - as the variable PULUMI_K8S_DELETE_UNREACHABLE says in the environment of `pulumi`, as for the Kubernetes provider; false without it
   */
  readonly deleteUnreachable?: pulumi.Input<boolean>;

  /**
   * Whether not to wait at all, and to leave out ordered removal: where nothing is applied, as with the provider's `renderYamlToDirectory`.
   *
   * @default false
   */
  readonly skip?: boolean;
}

/** What a component of an operator may be told about waiting for it. */
export interface OperatorWaitArgs extends WaitArgs {
  /**
   * Which versions may be installed on the way to the one that is pinned: none, or those of the channel that lie between. The latter
   * approves an InstallPlan for each of them.
   *
   * @default 'direct'
   */
  readonly upgradePath?: 'direct' | 'stepwise';

  /**
   * CSVs that may be installed on the way to the one that is pinned, by name; beside those of `upgradePath`.
   *
   * @default - none
   */
  readonly through?: readonly string[];

  /**
   * CSVs that may be installed together with the one that is pinned, by name: the operators that it depends on.
   *
   * @default - none
   */
  readonly along?: readonly string[];

  /**
   * How often a failed InstallPlan and what it made are deleted, so that OLM tries again.
   *
   * @default 0
   */
  readonly recover?: pulumi.Input<number>;

  /**
   * What happens to what the operator leaves behind.
   *
   * @default - objects of its APIs stop the removal; CRDs stay
   */
  readonly onDestroy?: OperatorOnDestroy;
}

/** What happens on `pulumi destroy` to what an operator leaves behind. */
export interface OperatorOnDestroy {
  /**
   * What happens to the objects of the operator's APIs: `abort` removes nothing as long as there are any and lists them; `ignore` leaves
   * them; `delete` deletes them while the operator still runs.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether the CRDs go too that no other operator owns and that have no objects.
   *
   * @default false
   */
  readonly deleteCrds?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are taken off what hangs for a minute. What they were for is then left undone.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** What a component of OLM may be told about waiting for it. */
export interface OlmWaitArgs extends WaitArgs {
  /**
   * What happens to what OLM leaves behind.
   *
   * @default - operators that are left stop the removal
   */
  readonly onDestroy?: OlmOnDestroy;
}

/** What happens on `pulumi destroy` to what OLM installed. */
export interface OlmOnDestroy {
  /**
   * Whether the operators that OLM installed go too.
   *
   * @default false
   */
  readonly removeOperators?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are taken off what hangs for a minute. What they were for is then left undone.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}
