import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

/** A received request, before its body is read. */
export interface Upload {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
  /** Number of earlier requests with this method whose path begins the same way. */
  readonly before: number;
}

/** What the registry does instead of what it should. */
export interface Fault {
  /** Respond with this. */
  readonly answer?: { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: string };
  /** Read so many bytes of the body, keep them, and close the connection. */
  readonly cutAfter?: number;
  /** Do what the request asks for, and close the connection in place of the response. */
  readonly loseResponse?: boolean;
  /** Never respond. */
  readonly silent?: boolean;
}

/** Descriptors of a manifest or an index. */
interface WrittenManifest {
  readonly config?: { readonly digest: string };
  readonly layers?: readonly { readonly digest: string }[];
  readonly manifests?: readonly { readonly digest: string }[];
}

/** A registry on loopback to which images are pushed. It refuses manifests whose blobs it does not have. */
export class UploadRegistry {
  /** @param identity certificate and key with which it uses TLS */
  public static async start(identity?: SecureContextOptions): Promise<UploadRegistry> {
    const registry = new UploadRegistry(identity);
    registry.#server.listen(0, '127.0.0.1');
    await once(registry.#server, 'listening');
    return registry;
  }

  public readonly received: Upload[] = [];
  /** Blobs by `repository@digest`. */
  public readonly blobs = new Map<string, Buffer>();
  /** Manifests by `repository@digest`. */
  public readonly manifests = new Map<string, Buffer>();
  /** Digests by `repository:tag`. */
  public readonly tags = new Map<string, string>();
  public rule: (upload: Upload) => Fault | undefined = () => undefined;
  public minChunkBytes: number | undefined;
  readonly #uploads = new Map<string, Buffer>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(identity: SecureContextOptions | undefined) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => void this.#handle(request, response);
    this.#server = identity === undefined ? createServer(listener) : createSecureServer(identity, listener);
    this.#server.on('connection', (socket: Socket) => this.#sockets.add(socket));
  }

  public get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Methods of the requests with the kind of their paths, in order. */
  public get steps(): string[] {
    return this.received.map(({ method, path, query }) => (
      `${method} ${query.has('mount') ? 'mount' : path.includes('/uploads/') ? 'upload' : path.includes('/blobs/') ? 'blob' : /manifests\/sha/.test(path) ? 'manifest' : 'tag'}`));
  }

  public async close(): Promise<void> {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://registry');
    const method = request.method ?? '';
    const kind = path.split('/').slice(0, -1).join('/');
    const { authorization, 'content-range': range } = request.headers;
    const before = this.received.filter((other) => other.method === method && other.path.startsWith(kind)).length;
    const upload = { method, path, query, authorization, range, before };
    this.received.push(upload);
    const { answer, cutAfter, loseResponse, silent } = this.rule(upload) ?? {};
    if (silent === true) {
      return;
    }
    if (answer !== undefined) {
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (cutAfter !== undefined && length >= cutAfter) {
        this.#keep(path, Buffer.concat(chunks).subarray(0, cutAfter));
        request.destroy();
        return;
      }
    }
    const result = this.#result(upload, Buffer.concat(chunks));
    if (loseResponse === true) {
      response.destroy();
      return;
    }
    response.writeHead(result.status, result.headers).end(result.body);
  }

  #keep(path: string, chunk: Buffer): Buffer {
    const content = Buffer.concat([this.#uploads.get(path) ?? Buffer.alloc(0), chunk]);
    this.#uploads.set(path, content);
    return content;
  }

  #result({ method, path, query, range }: Upload, body: Buffer): { status: number; headers?: { [name: string]: string }; body?: string | Buffer } {
    const [, repository = '', kind = '', name = ''] = /^\/v2\/(.+?)\/(blobs\/uploads|blobs|manifests)\/(.*)$/.exec(path) ?? [];
    switch (`${method} ${kind}`) {
      case 'HEAD blobs': {
        const found = this.blobs.get(`${repository}@${name}`);
        return found === undefined ? { status: 404 } : { status: 200, headers: { 'content-length': String(found.length) } };
      }
      case 'GET blobs':
      case 'GET manifests': {
        const digest = this.tags.get(`${repository}:${name}`) ?? name;
        const content = (kind === 'blobs' ? this.blobs : this.manifests).get(`${repository}@${digest}`);
        return content === undefined ? { status: 404 } : { status: 200, body: content };
      }
      case 'POST blobs/uploads': {
        const mounted = this.blobs.get(`${query.get('from')}@${query.get('mount')}`);
        if (mounted !== undefined) {
          this.blobs.set(`${repository}@${query.get('mount')}`, mounted);
          return { status: 201 };
        }
        const id = String(this.received.length);
        this.#uploads.set(`/v2/${repository}/blobs/uploads/${id}`, Buffer.alloc(0));
        return { status: 202, headers: {
          location: `/v2/${repository}/blobs/uploads/${id}?state=a%2Bb`, ...(this.minChunkBytes === undefined ? {} : { 'oci-chunk-min-length': String(this.minChunkBytes) }),
        } };
      }
      case 'GET blobs/uploads':
      case 'PATCH blobs/uploads': {
        const found = this.#uploads.get(path);
        if (found === undefined) {
          return { status: 404 };
        }
        if (method === 'PATCH' && !range!.startsWith(`${found.length}-`)) {
          return { status: 416 };
        }
        const { length } = this.#keep(path, body);
        return { status: method === 'PATCH' ? 202 : 204, headers: { location: `${path}?state=a%2Bb`, range: `0-${Math.max(0, length - 1)}` } };
      }
      case 'PUT blobs/uploads': {
        const content = this.#keep(path, body);
        this.#uploads.delete(path);
        const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
        if (digest !== query.get('digest')) {
          return { status: 400, body: JSON.stringify({ errors: [{ code: 'DIGEST_INVALID', message: 'provided digest did not match uploaded content' }] }) };
        }
        this.blobs.set(`${repository}@${digest}`, content);
        return { status: 201, headers: { 'docker-content-digest': digest } };
      }
      case 'HEAD manifests': {
        const digest = this.tags.get(`${repository}:${name}`) ?? (this.manifests.has(`${repository}@${name}`) ? name : undefined);
        return digest === undefined ? { status: 404 } : { status: 200, headers: { 'docker-content-digest': digest } };
      }
      case 'PUT manifests':
        return this.#putManifest(repository, name, body);
      default:
        return { status: 405 };
    }
  }

  #putManifest(repository: string, name: string, body: Buffer): { status: number; headers?: { [name: string]: string }; body?: string | Buffer } {
    const { config, layers = [], manifests = [] } = JSON.parse(body.toString()) as WrittenManifest;
    const blobs = config === undefined ? [] : [config, ...layers];
    const missing = blobs.some(({ digest }) => !this.blobs.has(`${repository}@${digest}`)) || manifests.some(({ digest }) => !this.manifests.has(`${repository}@${digest}`));
    if (missing) {
      return { status: 404, body: JSON.stringify({ errors: [{ code: 'MANIFEST_BLOB_UNKNOWN' }] }) };
    }
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    this.manifests.set(`${repository}@${digest}`, body);
    if (!name.startsWith('sha256:')) {
      this.tags.set(`${repository}:${name}`, digest);
    }
    return { status: 201, headers: { 'docker-content-digest': digest } };
  }
}
