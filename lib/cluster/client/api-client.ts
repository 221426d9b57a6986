import { setMaxListeners } from 'node:events';
import { exactJson, parseJson } from '../../formats/json/exact-json';
import { defined } from '../../formats/json/defined';
import { goText } from '../../formats/json/utf8-text';
import { isTransientStatus, requestedDelay, retryDelay, sleep } from '../../net/retry';
import { printableLine } from '../../text/printable';
import { ApiError, ClientError, ConnectionError, connectionError } from './client-error';
import type { Credentials } from './credentials';
import { errorResponse, notJsonError, redirectError } from './error-response';
import { isKubernetesAnswer, notApiServerError, responderOf } from './server-identity';
import { SharedTask, untilAborted } from './shared-task';
import type { ClientTimeouts, Response, Transport } from './transport';

/** Maximum size of a response, in bytes. */
const MAX_RESPONSE = 256 * 1024 * 1024;

/** Maximum size of an error response, in bytes; a longer one is cut off. */
const MAX_ERROR_RESPONSE = 1024 * 1024;

/** Path of the version of the API server. */
const VERSION = '/version';

/** Request to the API server; the path includes the query. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;

  /** Body, sent as JSON. */
  readonly body?: object | undefined;

  /** Media type of the body. @default 'application/json' */
  readonly type?: string | undefined;

  /** Called with the error of each attempt that is retried. */
  readonly onRetry?: ((message: string) => void) | undefined;

  /** Called with each warning in the response, such as one about a deprecated API. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Options of an API client. */
export interface ApiClientOptions {
  readonly credentials: Pick<Credentials, 'authorization' | 'impersonation' | 'renew' | 'hasPluginCertificate' | 'runningPlugin'>;

  /** URL of the server; its path is prepended to that of each request. */
  readonly server: string;

  /** Returns a number from 0 to 1, for jitter. */
  readonly random: () => number;

  readonly timeouts: ClientTimeouts;

  /** Whether a connection is being opened. @default - there is a connection */
  readonly isConnecting?: () => boolean;
}

/**
 * Client of one API server, shared by everything in this process. Transient errors (a lost connection, too many requests, a server that is starting)
 * are retried until the signal aborts; other errors are thrown immediately. A request that is retried may have succeeded the first time: callers that
 * create, change or delete objects must handle AlreadyExists, Conflict and NotFound.
 */
export class ApiClient {
  readonly #transport: (signal: AbortSignal) => Promise<Transport>;
  readonly #options: ApiClientOptions;
  readonly #prefix: string;
  readonly #identification: SharedTask<boolean>;
  #reached = false;

  /** Whether an answer was one that only an API server gives. */
  #isApiServer = false;

  /** @param transport returns the transport, the same one on each call */
  public constructor(transport: (signal: AbortSignal) => Promise<Transport>, options: ApiClientOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#prefix = new URL(options.server).pathname.replace(/(?<!\/)\/+$/, '');
    this.#identification = new SharedTask((signal) => this.#identify(signal));
  }

  /** Whether a credential plugin runs, which may be waiting for the user. */
  public get isAuthenticating(): boolean {
    return this.#options.credentials.runningPlugin !== undefined;
  }

  /** Describes what a request waits for that has no response yet. */
  public get pending(): string {
    const { server, credentials, isConnecting } = this.#options;
    if (credentials.runningPlugin !== undefined) {
      return `'${credentials.runningPlugin}', the credential plugin of the kubeconfig, has not finished`;
    }
    return isConnecting?.() === true ? `no connection to ${server} yet` : `${server} accepted the connection, but has not answered yet`;
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @returns the parsed JSON of the response
   * @throws ApiError if the server rejects the request, ClientError if it cannot be reached and a retry would not help, and the abort reason of the
   * signal
   */
  public request(request: ApiRequest, signal: AbortSignal): Promise<unknown> {
    return this.#send(request, signal, async (response, alive) => {
      const answer = this.#parsed(await readBody(response, MAX_RESPONSE, alive), response);
      this.#isApiServer ||= isKubernetesAnswer(answer);
      return answer;
    });
  }

  /**
   * Sends a request for a streaming response, such as a watch. The reader has to detect a stream that has become silent.
   *
   * @throws the same errors as `request`
   */
  public open(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    return this.#send(request, signal, (response) => Promise.resolve(response));
  }

  async #send<Read>(
    request: ApiRequest, signal: AbortSignal, read: (response: Response, alive: () => void) => Promise<Read>,
  ): Promise<Read> {
    // Many requests may share a signal; by default, Node warns about more than ten listeners.
    setMaxListeners(0, signal);
    let renewed = false;
    for (let failures = 1; ; failures++) {
      let failure: ApiError | ConnectionError;
      let requested: number | undefined;
      try {
        signal.throwIfAborted();
        const authorization = await untilAborted(this.#options.credentials.authorization(signal), signal);
        const outcome = await this.#attempt(request, authorization, signal, read);
        if ('value' in outcome) {
          return outcome.value;
        }
        if (outcome.error.status === 401 && !renewed && this.#options.credentials.renew(authorization)) {
          renewed = true;
          // A client certificate is presented only when a connection is established.
          if (this.#options.credentials.hasPluginCertificate) {
            (await this.#transport(signal)).retire();
          }
          continue;
        }
        if (outcome.error.status === 404) {
          await this.#checkMissing(outcome.body, request, signal);
        }
        if (!isTransientStatus(outcome.error.status)) {
          throw outcome.error;
        }
        failure = outcome.error;
        requested = outcome.requestedDelay;
      } catch (error) {
        signal.throwIfAborted();
        const failed = connectionError(error, this.#options.server, this.#reached);
        if (!(failed instanceof ConnectionError)) {
          throw failed;
        }
        failure = failed;
      }
      request.onRetry?.(failure.message);
      await sleep(retryDelay(failures, requested, this.#options.random()), signal);
    }
  }

  async #attempt<Read>(
    request: ApiRequest, authorization: string | undefined, signal: AbortSignal, read: (response: Response, alive: () => void) => Promise<Read>,
  ): Promise<{ readonly value: Read } | { readonly error: ApiError; readonly body: string; readonly requestedDelay: number | undefined }> {
    const transport = await this.#transport(signal);
    const ending = new AbortController();
    const abort = (): void => ending.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const { response: timeout } = this.#options.timeouts;
    const silence = setTimeout(() => {
      ending.abort(new ConnectionError(`${this.#options.server} did not answer for ${timeout / 1000} s`));
    }, timeout);
    const alive = (): void => {
      silence.refresh();
    };
    try {
      signal.throwIfAborted();
      const response = await transport.send({ ...this.#head(request, authorization), signal: ending.signal });
      this.#reached = true;
      warningsIn(response.headers['warning']).forEach((message) => request.onWarning?.(message));
      if (response.status >= 200 && response.status < 300) {
        const removeListener = (): void => signal.removeEventListener('abort', abort);
        const end = (): void => {
          removeListener();
          response.end();
        };
        return { value: await read({ ...response, body: withCleanup(response.body, removeListener), end }, alive) };
      }
      if (response.status < 400 || response.status === 407) {
        response.end();
        throw redirectError(response, this.#options.server);
      }
      const body = await readBody(response, MAX_ERROR_RESPONSE, alive);
      signal.removeEventListener('abort', abort);
      this.#isApiServer ||= responderOf(body) === 'api-server';
      return {
        error: errorResponse(response.status, body, { request, server: this.#options.server, secret: authorization }),
        body,
        requestedDelay: requestedDelay(response.headers),
      };
    } catch (error) {
      signal.removeEventListener('abort', abort);
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      clearTimeout(silence);
    }
  }

  /**
   * Checks that a 404 is about an object or a kind that does not exist: a gateway without a route to the API server, or a server of another kind,
   * answers 404 to everything, and would be taken for a cluster in which nothing exists.
   *
   * @throws ConnectionError if the API server answered before, and another server answers in its place; ClientError if it is no API server
   */
  async #checkMissing(body: string, request: ApiRequest, signal: AbortSignal): Promise<void> {
    const responder = responderOf(body);
    if (responder === 'other') {
      throw this.#isApiServer
        ? new ConnectionError(`something in front of ${this.#options.server} answered 404 in its place`) : notApiServerError(this.#options.server);
    }
    if (responder === 'go-server' && !this.#isApiServer && request.path !== VERSION && !await this.#identification.wait(signal)) {
      throw notApiServerError(this.#options.server);
    }
  }

  /** Returns whether the server answers as an API server when asked for its version, which it may also refuse. */
  async #identify(signal: AbortSignal): Promise<boolean> {
    try {
      this.#isApiServer ||= isKubernetesAnswer(await this.request({ method: 'GET', path: VERSION }, signal));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
    }
    return this.#isApiServer;
  }

  #head({ method, path, body, type }: ApiRequest, authorization: string | undefined): Omit<Parameters<Transport['send']>[0], 'signal'> {
    return {
      method,
      path: this.#prefix + path,
      headers: {
        'Accept': 'application/json',
        'User-Agent': 'olm-constructs',
        ...defined({ Authorization: authorization }),
        ...this.#options.credentials.impersonation,
        ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: exactJson(body) }),
    };
  }

  #parsed(body: string, response: Response): unknown {
    try {
      return parseJson(body);
    } catch {
      const type = /^[\w.+-]+\/[\w.+-]+/.exec(response.headers['content-type'] ?? '')?.[0] ?? 'content';
      if (type === 'application/json') {
        // A stream that is reset without an error looks complete.
        throw new ConnectionError(`the response from ${this.#options.server} was cut off`);
      }
      throw notJsonError(type, body, this.#options.server);
    }
  }
}

/**
 * Returns the texts in a header Warning, such as `299 - "v1beta1 is deprecated"`, on one line each. The API server sends no codes other than 299.
 *
 * @see https://kubernetes.io/blog/2020/09/03/warnings/
 */
function warningsIn(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/\b299 [^\s"]+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted = '']) => printableLine(quoted.replace(/\\(.)/g, '$1')));
}

/** Reads the whole body. A body that is too large is cut off in an error response, and an error otherwise. */
async function readBody(response: Response, maxSize: number, alive: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    alive();
    size += chunk.length;
    if (size > maxSize) {
      response.end();
      if (response.status >= 300) {
        break;
      }
      throw new ClientError(`the API server's response is larger than ${maxSize / 1024 / 1024} MiB`);
    }
    chunks.push(chunk);
  }
  return goText(Buffer.concat(chunks));
}

async function* withCleanup(body: AsyncIterable<Buffer>, end: () => void): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } finally {
    end();
  }
}
