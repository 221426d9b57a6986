import { once } from 'node:events';
import { createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { LOOPBACK } from '../control-plane/ports';

/** A request on its way to the registry. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Number of earlier requests for this path. */
  readonly before: number;
}

/** A fault: how a request is handled instead of being passed on unchanged. */
export interface Fault {
  /** Response to send immediately. */
  readonly answer?: { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: string };
  /** Truncate the response and close the connection. */
  readonly cutAfter?: number;
  /** Change the bytes of the response. */
  readonly change?: (body: Buffer) => Buffer;
  /** Send the response in small chunks, with a delay in milliseconds between them. */
  readonly dripMilliseconds?: number;
  /** Pass on so many bytes of the request, and close the connection. */
  readonly cutRequestAfter?: number;
  /** Never respond. */
  readonly silent?: boolean;
}

/** A server in front of a registry that requires credentials, redirects, and injects faults. */
export class Front {
  public static async before(target: string): Promise<Front> {
    const front = new Front(target);
    front.server.listen(0, LOOPBACK);
    await once(front.server, 'listening');
    return front;
  }

  public readonly passed: Passing[] = [];
  public fault: (passing: Passing) => Fault | undefined = () => undefined;
  private readonly server: Server;

  private constructor(private readonly target: string) {
    this.server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
  }

  public get host(): string {
    return `${LOOPBACK}:${String((this.server.address() as AddressInfo).port)}`;
  }

  public async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const passing = {
      method: incoming.method ?? '', path, authorization: incoming.headers.authorization, before: this.passed.filter(other => other.path === path).length,
    };
    this.passed.push(passing);
    const { answer, cutAfter, change = (body: Buffer) => body, cutRequestAfter, dripMilliseconds, silent } = this.fault(passing) ?? {};
    if (silent === true) {
      return;
    }
    if (answer !== undefined) {
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    if (cutRequestAfter !== undefined) {
      this.cut(path, incoming, cutRequestAfter);
      return;
    }
    const { status, headers, body } = await this.ask(path, incoming);
    const content = change(body);
    outgoing.writeHead(status, { ...headers, 'content-length': content.length });
    if (cutAfter !== undefined) {
      outgoing.write(content.subarray(0, cutAfter), () => outgoing.destroy());
    } else if (dripMilliseconds !== undefined) {
      drip(outgoing, content, dripMilliseconds);
    } else {
      outgoing.end(content);
    }
  }

  /** Forwards to the registry without credentials, which it does not use. */
  private ask(path: string, incoming: IncomingMessage): Promise<{ status: number; headers: object; body: Buffer }> {
    const { method, headers: { authorization: _, ...headers } } = incoming;
    return new Promise((resolve, reject) => {
      const asked = request(`http://${this.target}${path}`, { method, headers, agent: false }, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }));
      });
      asked.on('error', reject);
      incoming.pipe(asked);
    });
  }

  /** Passes on the beginning of a request, as a connection that breaks does. */
  private cut(path: string, incoming: IncomingMessage, bytes: number): void {
    const { method, headers: { authorization: _, ...headers } } = incoming;
    const asked = request(`http://${this.target}${path}`, { method, headers, agent: false });
    asked.on('error', () => undefined);
    let left = bytes;
    incoming.on('data', (chunk: Buffer) => {
      asked.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        asked.destroy();
        incoming.destroy();
      }
    });
  }
}

function drip(outgoing: ServerResponse, content: Buffer, milliseconds: number): void {
  const piece = Math.ceil(content.length / 10);
  let at = 0;
  const timer = setInterval(() => {
    outgoing.write(content.subarray(at, at += piece));
    if (at >= content.length) {
      clearInterval(timer);
      outgoing.end();
    }
  }, milliseconds);
  outgoing.on('close', () => clearInterval(timer));
}
