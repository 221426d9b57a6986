import { connect, Socket } from 'node:net';
import { once } from 'node:events';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { LOOPBACK } from '../control-plane/ports';

/**
 * Replaces kube-proxy and the cluster's DNS: maps Services to processes of this machine.
 *
 * Nothing on the machine is changed for it. Clients of a Service connect through one of two proxies: the API server through
 * `ConnectProxy`, OLM through `SocksProxy`.
 */
export class ServiceNetwork {
  /** Ports on loopback, by `namespace/name` of the Service. */
  private readonly ports = new Map<string, number>();

  public constructor(private readonly client: KubernetesClient) {}

  /** Maps a Service to a process that listens on loopback. */
  public route(namespace: string, name: string, port: number): void {
    this.ports.set(`${namespace}/${name}`, port);
  }

  /**
   * Connects to the process of a Service.
   *
   * @param host DNS name of the Service, for example `catalog.olm.svc`, or its cluster IP
   * @throws if there is no process for it
   */
  public async connect(host: string): Promise<Socket> {
    const service = /^[\d.]+$/.test(host) ? await this.serviceWithAddress(host) : serviceWithDnsName(host);
    const port = this.ports.get(service);
    if (port === undefined) {
      throw new Error(`no process for Service ${service} (${host})`);
    }
    const socket = connect(port, LOOPBACK);
    await once(socket, 'connect');
    return socket;
  }

  private async serviceWithAddress(address: string): Promise<string> {
    const services = await this.client.list('v1', 'Service');
    const found = services.find(({ spec }) => (spec as { clusterIP?: string }).clusterIP === address);
    return found === undefined ? 'without a name' : `${found.metadata.namespace ?? ''}/${found.metadata.name}`;
  }
}

function serviceWithDnsName(host: string): string {
  const [name = '', namespace = ''] = host.split('.');
  return `${namespace}/${name}`;
}

/** Pipes two connections into each other until one of them ends. */
export function join(left: Socket, right: Socket): void {
  for (const [from, to] of [[left, right], [right, left]] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
