import { IConstruct } from 'constructs';

/** An OLM in the cluster: one that this app installs, or one that is there. Other constructs need no more than this of it. */
export interface IOlmInstallation extends IConstruct {
  /** The namespace that OLM's own pods run in. */
  readonly namespace: string;

  /** The namespace for operators that watch all namespaces. */
  readonly operatorNamespace: string;

  /** The namespace whose catalogs every namespace sees. */
  readonly catalogNamespace: string;
}
