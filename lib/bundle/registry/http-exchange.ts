import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { failureOf, HttpFailure } from './http-failure';
import type { Proxy } from './proxy';

/** A request. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };

  /** What is posted; undefined for a request that gets something. */
  readonly body?: string;

  /** The largest answer that is taken, in bytes. */
  readonly maxBytes: number;
}

/** An answer, which is whole. */
export interface HttpResponse {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What all requests have in common. */
export interface HttpSettings {
  /** Certificates that are trusted, in PEM form; undefined for those that Node.js trusts. */
  readonly trusted?: readonly string[];

  readonly proxy?: Proxy;

  /** How long the other side may say nothing. */
  readonly idleMilliseconds: number;

  /** Ends everything. */
  readonly signal: AbortSignal;
}

/** Of an answer that is no success only this much is looked at. */
const LARGEST_FAILURE = 64 * 1024;
const LARGEST_HEADERS = 32 * 1024;

/** Sends requests, one after the other, over connections that are kept until it is closed. It follows nothing and retries nothing. */
export class HttpExchange {
  readonly #agents: { readonly [protocol: string]: HttpAgent };

  /** @param settings what all requests have in common */
  public constructor(private readonly settings: HttpSettings) {
    const { trusted } = settings;
    this.#agents = {
      'http:': new HttpAgent({ keepAlive: true }),
      'https:': new HttpsAgent({ keepAlive: true, ...(trusted === undefined ? {} : { ca: [...trusted] }) }),
    };
  }

  /** Ends all connections. */
  public close(): void {
    for (const agent of Object.values(this.#agents)) {
      agent.destroy();
    }
    this.settings.proxy?.close();
  }

  /**
   * Sends a request and waits for the whole answer.
   *
   * @throws HttpFailure when there is none
   * @throws what the signal gives as reason, when that ends it
   */
  public async send(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await this.#send(request);
    } catch (error) {
      this.settings.signal.throwIfAborted();
      throw failureOf(error);
    }
  }

  #send({ url, headers, body, maxBytes }: HttpRequest): Promise<HttpResponse> {
    const { signal, idleMilliseconds } = this.settings;
    return new Promise((resolve, reject) => {
      const options: RequestOptions = {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        signal,
        timeout: idleMilliseconds,
        maxHeaderSize: LARGEST_HEADERS,
        ...this.#connection(url),
      };
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(...this.#address(url, options), (incoming) => {
        collect(incoming, isSuccess(incoming) ? maxBytes : LARGEST_FAILURE)
          .then((content) => resolve({ url, status: incoming.statusCode ?? 0, headers: incoming.headers, body: content }))
          .catch((error: unknown) => {
            outgoing.destroy();
            reject(silence ?? (error as Error));
          });
      });
      let silence: HttpFailure | undefined;
      outgoing.on('timeout', () => {
        silence = new HttpFailure('silence', `nothing was heard for ${idleMilliseconds / 1000} s (option idleTimeoutSeconds)`);
        outgoing.destroy(silence);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Connections of our own go through the proxy; all others are kept by the agent. */
  #connection(url: URL): RequestOptions {
    const { proxy, trusted } = this.settings;
    return proxy === undefined || url.protocol === 'http:' ? { agent: this.#agents[url.protocol] } : proxy.tunnelOptions(url, trusted);
  }

  #address(url: URL, options: RequestOptions): [URL, RequestOptions] {
    const { proxy } = this.settings;
    return proxy === undefined || url.protocol === 'https:' ? [url, options] : proxy.forwarded(url, options);
  }
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The body of an answer. One that is no success is cut off where it is too long, since only its beginning is of use. */
async function collect(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (isSuccess(incoming) && announced > maxBytes) {
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
    throw new HttpFailure('connection', 'the connection broke off');
  }
  return Buffer.concat(chunks);
}

function tooLarge(bytes: number, maxBytes: number): HttpFailure {
  return new HttpFailure('too-large', `the answer has ${bytes} bytes or more, and no more than ${maxBytes} were to be expected`);
}
