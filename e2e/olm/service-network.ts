import { connect, Socket } from 'node:net';
import { once } from 'node:events';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { LOOPBACK } from '../control-plane/ports';

/**
 * What kube-proxy and the cluster's DNS are elsewhere: it knows which process of this machine stands behind a Service.
 *
 * Nothing of the machine is changed for it. Those who want to reach a Service come through one of two proxies that they are
 * told to use: the API server through `ConnectProxy`, OLM through `SocksProxy`.
 */
export class ServiceNetwork {
  /** Ports on loopback, by `namespace/name` of the Service. */
  private readonly ports = new Map<string, number>();

  public constructor(private readonly client: KubernetesClient) {}

  /** Has a process that listens on loopback answer for a Service. */
  public route(namespace: string, name: string, port: number): void {
    this.ports.set(`${namespace}/${name}`, port);
  }

  /**
   * A connection to what answers for a Service.
   *
   * @param host its DNS name, for example `catalog.olm.svc`, or its cluster IP
   * @throws when nothing answers for it
   */
  public async connect(host: string): Promise<Socket> {
    const service = /^[\d.]+$/.test(host) ? await this.serviceWithAddress(host) : serviceWithDnsName(host);
    const port = this.ports.get(service);
    if (port === undefined) {
      throw new Error(`nothing on this machine answers for Service ${service} (${host})`);
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

/** Lets two ends of a connection talk until one of them is gone. */
export function join(left: Socket, right: Socket): void {
  for (const [from, to] of [[left, right], [right, left]] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
