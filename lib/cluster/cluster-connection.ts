import { checkOptions } from '../formats/options/check-options';

import type { ApiClient } from './client/api-client';
import { clientFor } from './client/clients';
import { findCluster } from './client/kubeconfig-source';

/** Selection of the cluster to connect to. */
export interface ConnectionOptions {
  /** Path or content of a kubeconfig. @default - that of kubectl, or the cluster of this pod */
  readonly kubeconfig?: string;

  /** Context of the kubeconfig. @default - its current context */
  readonly context?: string;

  /** Namespace of objects without one. @default - that of the context, or `default` */
  readonly namespace?: string;

  /** Environment variables, for finding the kubeconfig as kubectl does, and for credential plugins. @default - those of this process */
  readonly environment?: { readonly [name: string]: string | undefined };
}

/** Connection to the API server of a cluster. It opens with the first request, and all connections to the same server share it. */
export class ClusterConnection {
  /**
   * Connects to a cluster as kubectl does.
   *
   * @throws ClientError if there is no kubeconfig and this process does not run in a pod, or if the kubeconfig is incomplete
   */
  public static open(options: ConnectionOptions = {}): ClusterConnection {
    checkOptions('options of ClusterConnection.open', 'ConnectionOptions', options);
    const { kubeconfig, context, namespace, environment = process.env } = options;
    const access = findCluster({ kubeconfig, context }, environment);
    return new ClusterConnection(clientFor(access, environment), namespace ?? access.namespace ?? 'default');
  }

  /** @internal */
  public static of(client: ApiClient, namespace: string): ClusterConnection {
    return new ClusterConnection(client, namespace);
  }

  /** Namespace of objects without one. */
  public readonly namespace: string;

  /** @internal */
  public readonly client: ApiClient;

  private constructor(client: ApiClient, namespace: string) {
    this.client = client;
    this.namespace = namespace;
  }
}
