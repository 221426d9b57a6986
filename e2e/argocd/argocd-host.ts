import { Cluster } from '../cluster/cluster';
import { GuardedProcess } from '../control-plane/guarded-process';

/** The cluster in which Argo CD runs. */
export interface ArgoCdHost {
  readonly cluster: Cluster;

  /** Path of its kubeconfig. */
  readonly kubeconfig: string;

  /** Error of a process that ended unexpectedly, if any. */
  readonly failure: Error | undefined;

  /** Registers a process that ends with the cluster. */
  adopt(process: GuardedProcess): void;

  /** Creates a folder that is removed with the cluster. */
  newFolder(name: string): string;
}
