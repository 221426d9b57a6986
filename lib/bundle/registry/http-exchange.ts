import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { failureOf, HttpFailure, MAX_HEADER_BYTES } from './http-failure';
import type { Proxies, Proxy } from './proxy';

/** A request. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };

  /** Method. @default - POST with a body, GET without one */
  readonly method?: string;

  /** Body, or undefined for a request without one. */
  readonly body?: string | Uint8Array;

  /** Maximum size of the response, in bytes. */
  readonly maxBytes: number;
}

/** A complete response. */
export interface HttpResponse {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Settings of all requests. */
export interface HttpSettings {
  /** Trusted certificates as PEM, or undefined for those that Node.js trusts. */
  readonly trusted?: readonly string[];

  readonly proxies: Proxies;

  /** Idle timeout in milliseconds. */
  readonly idleMilliseconds: number;

  /** Aborts all requests. */
  readonly signal: AbortSignal;
}

/** Maximum number of bytes read from an error response. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Sends requests one after the other over persistent connections, without following redirects and without retries. */
export class HttpExchange {
  readonly #agents: { readonly [protocol: string]: HttpAgent };

  /** @param settings settings of all requests */
  public constructor(private readonly settings: HttpSettings) {
    const { trusted } = settings;
    this.#agents = {
      'http:': new HttpAgent({ keepAlive: true }),
      'https:': new HttpsAgent({ keepAlive: true, ...(trusted === undefined ? {} : { ca: [...trusted] }) }),
    };
  }

  /** Closes all connections. */
  public close(): void {
    for (const agent of Object.values(this.#agents)) {
      agent.destroy();
    }
    this.settings.proxies.close();
  }

  /**
   * Sends a request and waits for the complete response.
   *
   * @throws HttpFailure if no complete response arrives
   * @throws the signal's reason if it is aborted
   */
  public async send(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await this.#send(request);
    } catch (error) {
      this.settings.signal.throwIfAborted();
      throw failureOf(error);
    }
  }

  #send({ url, headers, body, maxBytes, method = body === undefined ? 'GET' : 'POST' }: HttpRequest): Promise<HttpResponse> {
    const { signal, idleMilliseconds, proxies } = this.settings;
    return new Promise((resolve, reject) => {
      const proxy = proxies.for(url);
      const options: RequestOptions = {
        method,
        headers: { ...headers, ...(isRead(method) ? {} : { 'content-length': Buffer.byteLength(body ?? '') }) },
        signal,
        timeout: idleMilliseconds,
        maxHeaderSize: MAX_HEADER_BYTES,
        ...this.#connection(url, proxy),
      };
      let isAnswered = false;
      const [address, addressed] = proxy === undefined || url.protocol === 'https:' ? [url, options] : proxy.forwarded(url, options);
      const outgoing = (address.protocol === 'https:' ? httpsRequest : httpRequest)(address, addressed, (incoming) => {
        isAnswered = true;
        if (incoming.statusCode === 407 && proxy !== undefined) {
          outgoing.destroy(proxy.refused(407));
          return;
        }
        collect(incoming, isSuccess(incoming) ? maxBytes : MAX_ERROR_BYTES, method)
          .then((content) => resolve({ url, status: incoming.statusCode ?? 0, headers: incoming.headers, body: content }))
          .catch((error: unknown) => {
            outgoing.destroy();
            reject(silence ?? (error as Error));
          });
      });
      let silence: HttpFailure | undefined;
      outgoing.on('timeout', () => {
        silence = new HttpFailure('silence', `no data for ${idleMilliseconds / 1000} s (option idleTimeoutSeconds)`);
        outgoing.destroy(silence);
      });
      outgoing.on('error', (error) => {
        // A server may answer before it has read the whole body, and close the connection: its answer says why.
        if (!isAnswered || isRead(method)) {
          reject(proxy === undefined || url.protocol === 'https:' ? error : proxy.failure(error));
        }
      });
      outgoing.end(body);
    });
  }

  /** Encrypted connections through a proxy use a tunnel; the agent manages all others. */
  #connection(url: URL, proxy: Proxy | undefined): RequestOptions {
    return proxy === undefined || url.protocol === 'http:'
      ? { agent: this.#agents[proxy?.protocol ?? url.protocol] } : proxy.tunnelOptions(url, this.settings.trusted);
  }
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Whether a method has no body. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Body of a response. An error response is truncated, since only its beginning is used. */
async function collect(incoming: IncomingMessage, maxBytes: number, method: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (isSuccess(incoming) && announced > maxBytes && method !== 'HEAD') {
    throw tooLarge(announced, maxBytes);
  }
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      if (isSuccess(incoming)) {
        throw tooLarge(length, maxBytes);
      }
      return Buffer.concat(chunks);
    }
    chunks.push(chunk);
  }
  if (!incoming.complete) {
    throw new HttpFailure('connection', 'the connection was closed');
  }
  return Buffer.concat(chunks);
}

function tooLarge(bytes: number, maxBytes: number): HttpFailure {
  return new HttpFailure('too-large', `the response has at least ${bytes} bytes; the maximum is ${maxBytes}`);
}
