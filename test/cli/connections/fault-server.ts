import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Answers a request, or leaves it unanswered. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as an API server that has no objects; its watches stay open and silent. */
export const emptyCluster: Fault = ({ url = '' }, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (url.includes('watch=true')) {
    response.flushHeaders();
    return;
  }
  response.end(JSON.stringify(url.startsWith('/version') ? { gitVersion: 'v1.34.0' } : { kind: 'List', metadata: { resourceVersion: '1' }, items: [] }));
};

/** A server on loopback whose answers a test decides, with a kubeconfig. */
export class FaultServer {
  public static async start(fault: Fault): Promise<FaultServer> {
    const server = new FaultServer(fault);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Method and target of each request. */
  public readonly seen: string[] = [];
  public fault: Fault;
  readonly #server = createServer((request, response) => {
    this.seen.push(`${request.method!} ${request.url!}`);
    this.fault(request, response);
  });

  readonly #sockets = new Set<Socket>();

  private constructor(fault: Fault) {
    this.fault = fault;
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
  }

  public get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Writes a kubeconfig for this server, and returns its path. */
  public kubeconfig(fields: { readonly server?: string; readonly user?: object; readonly cluster?: object } = {}): string {
    const file = join(mkdtempSync(join(tmpdir(), 'fault-')), 'kubeconfig');
    const { server = `http://127.0.0.1:${this.port}`, user = {}, cluster = {} } = fields;
    writeFileSync(file, JSON.stringify({
      'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'c',
      'contexts': [{ name: 'c', context: { cluster: 'c', user: 'c' } }], 'clusters': [{ name: 'c', cluster: { server, ...cluster } }], 'users': [{ name: 'c', user }],
    }));
    return file;
  }

  /** Closes all connections. */
  public disconnect(): void {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#sockets.clear();
  }

  public async close(): Promise<void> {
    this.disconnect();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
