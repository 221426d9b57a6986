import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type ImageFacts, ImageStore, OCI } from '../../builders/image-layout';
import type { Identity } from './certificate';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A response that replaces the registry's own. */
export interface Answer {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Buffer | string;
  /** Close the connection after that many bytes of the body. */
  readonly cutAfter?: number;
  /** Never respond. */
  readonly silent?: boolean;
}

/** Called first for each request; a returned value replaces the registry's own response. */
export type Rule = (request: Received) => Answer | undefined;

/** A registry on loopback that implements the part of the distribution protocol that pulling needs. */
export class LoopbackRegistry {
  /** Starts a registry; with an identity it uses TLS. */
  public static async start(identity?: Identity): Promise<LoopbackRegistry> {
    const registry = new LoopbackRegistry(identity);
    registry.#server.listen(0, '127.0.0.1');
    await once(registry.#server, 'listening');
    return registry;
  }

  public readonly store = new ImageStore();
  public readonly received: Received[] = [];
  public rule: Rule = () => undefined;
  readonly #tags = new Map<string, string>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(identity: Identity | undefined) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => void this.#handle(request, response);
    this.#server = identity === undefined ? createServer(listener) : createTlsServer(identity, listener);
    this.#server.on('connection', (socket: Socket) => this.#sockets.add(socket));
  }

  /** Host and port. */
  public get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requested paths, in order. */
  public get paths(): string[] {
    return this.received.map(({ path }) => path);
  }

  /** Adds an image under a tag, and returns its digest. */
  public push(tag: string, facts?: ImageFacts): string {
    const { digest } = this.store.image(facts);
    this.tag(tag, digest);
    return digest;
  }

  /** Points a tag at an existing manifest. */
  public tag(tag: string, digest: string): void {
    this.#tags.set(tag, digest);
  }

  public async close(): Promise<void> {
    // Connections with a failed handshake are unknown to the server.
    this.#sockets.forEach((socket) => socket.destroy());
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://registry');
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    const received = {
      method: request.method ?? '', path: pathname, query: searchParams, authorization: request.headers.authorization, body: Buffer.concat(chunks).toString(),
    };
    this.received.push(received);
    const { status = 200, headers = {}, body = '', cutAfter, silent } = this.rule(received) ?? this.#stored(pathname);
    if (silent === true) {
      return;
    }
    if (cutAfter !== undefined) {
      response.writeHead(status, { 'content-length': body.length, ...headers });
      response.write(body.slice(0, cutAfter), () => response.destroy());
      return;
    }
    response.writeHead(status, headers);
    response.end(body);
  }

  #stored(path: string): Answer {
    const [, place, name = ''] = /^\/v2\/.+?\/(manifests|blobs)\/(.+)$/.exec(path) ?? [];
    const digest = this.#tags.get(name) ?? name;
    const content = this.store.blobs.get(digest);
    if (place === undefined || content === undefined) {
      const code = place === 'manifests' ? 'MANIFEST_UNKNOWN' : 'BLOB_UNKNOWN';
      return { status: 404, body: JSON.stringify({ errors: [{ code, message: 'secret words' }] }) };
    }
    return { headers: { 'docker-content-digest': digest, 'content-type': place === 'manifests' ? OCI.manifest : 'application/octet-stream' }, body: content };
  }
}
