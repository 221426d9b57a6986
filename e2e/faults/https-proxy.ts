import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { Agent, createServer, request as send, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ControlPlane } from '../control-plane/control-plane';
import { LOOPBACK } from '../control-plane/ports';

const OF_A_CONNECTION = ['host', 'connection', 'keep-alive', 'transfer-encoding'];

/** Maximum number of concurrent streams per connection, as in servers written in Go. */
const STREAMS = 250;

/** A fault: what the proxy does with a request instead of passing it on. */
export type Fault =
  /** Responds itself. */
  | { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: string }
  /** Never responds. */
  | 'silence'
  /** Passes the request on, and cuts every connection in the middle of the response. */
  | 'cut';

/** A request as it arrived at the proxy. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A fault for matching requests, until it is removed. */
interface Rule {
  readonly fits: (seen: Seen) => boolean;
  readonly fault: Fault;
}

type Incoming = Http2ServerRequest | IncomingMessage;
type Outgoing = Http2ServerResponse | ServerResponse;

/** A proxy with the API server's certificate: passes requests on, or sends responses that the server cannot be made to send. */
export class HttpsProxy {
  /**
   * Starts one in front of a control plane.
   *
   * @param newest newest version of HTTP to offer
   */
  public static async start(controlPlane: ControlPlane, newest: 'HTTP/1.1' | 'HTTP/2' = 'HTTP/2'): Promise<HttpsProxy> {
    const proxy = new HttpsProxy(controlPlane, newest);
    await once(proxy.server.listen(0, LOOPBACK), 'listening');
    return proxy;
  }

  /** Requests so far. */
  public readonly requests: Seen[] = [];

  /** Number of connections so far. */
  public connections = 0;

  private readonly server: Http2SecureServer | Server;
  private readonly sockets = new Set<Socket>();
  private readonly agent: Agent;
  private readonly faults: Fault[] = [];
  private readonly rules = new Set<Rule>();
  private readonly target: number;

  private constructor(controlPlane: ControlPlane, newest: 'HTTP/1.1' | 'HTTP/2') {
    const [cert, key] = [controlPlane.certificateAuthorityFile, controlPlane.certificateKeyFile].map(file => readFileSync(file));
    this.agent = new Agent({ ca: cert, keepAlive: true });
    this.target = controlPlane.port;
    const serve = (incoming: Incoming, outgoing: Outgoing): void => this.serve(incoming, outgoing);
    this.server = newest === 'HTTP/2' ? createSecureServer({ cert, key, settings: { maxConcurrentStreams: STREAMS } }, serve) : createServer({ cert, key }, serve);
    this.server.on('secureConnection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket.on('error', () => socket.destroy()));
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Port to connect to. */
  public get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Number of open connections. */
  public get open(): number {
    return this.sockets.size;
  }

  /** Applies these faults to the next requests, one each. */
  public next(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  /** Applies a fault to matching requests until the returned function is called; the oldest has precedence. */
  public whenever(fits: (seen: Seen) => boolean, fault: Fault): () => void {
    const rule = { fits, fault };
    this.rules.add(rule);
    return () => void this.rules.delete(rule);
  }

  /** Cuts all connections. */
  public cut(): void {
    this.sockets.forEach(socket => socket.destroy());
  }

  /** Closes all connections and stops listening. */
  public async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    this.agent.destroy();
    await closed;
  }

  private serve(incoming: Incoming, outgoing: Outgoing): void {
    const { method = '', url = '', headers } = incoming;
    const seen = { method, path: url, authorization: headers.authorization };
    this.requests.push(seen);
    outgoing.on('error', () => undefined);
    const fault = this.faults.shift() ?? [...this.rules].find(({ fits }) => fits(seen))?.fault;
    if (fault === undefined || fault === 'cut') {
      this.passOn(incoming, outgoing, fault === 'cut');
    } else if (fault !== 'silence') {
      outgoing.writeHead(fault.status, fault.headers);
      outgoing.end(fault.body ?? '');
    }
  }

  private passOn(incoming: Incoming, outgoing: Outgoing, cut: boolean): void {
    const { method, url, headers } = incoming;
    // HTTP/2 needs no length, and Node would leave out the body of a DELETE without one.
    const hasBody = headers['content-type'] !== undefined && headers['content-length'] === undefined;
    const framing = method === 'DELETE' && hasBody ? { 'transfer-encoding': 'chunked' } : {};
    const target = { host: LOOPBACK, port: this.target, agent: this.agent };
    const onward = send({ ...target, method, path: url, headers: { ...endToEnd(headers), ...framing } }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      answer.on('error', () => outgoing.destroy());
      if (cut) {
        answer.once('data', (chunk: Buffer) => {
          (outgoing as ServerResponse).write(chunk.subarray(0, chunk.length / 2), () => this.cut());
        });
      } else {
        answer.pipe(outgoing);
      }
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    (incoming as IncomingMessage).pipe(onward);
  }
}

/** Headers of a request or response that are not about a single connection. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_A_CONNECTION.includes(name)));
}
