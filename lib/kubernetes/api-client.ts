import { setMaxListeners } from 'node:events';
import { ApiError, ClientError, ConnectionError } from './client-error';
import type { ClientTimes } from './client-times';
import { connectionFault } from './connection-fault';
import type { Credentials } from './credentials';
import { pause, pauseUntilRetry, retryAfter } from './pause';
import { refusal } from './refusal';
import { orAborted } from './shared-work';
import type { Answer, Transport } from './transport';

/** No answer that a waiter asks for is larger, in bytes. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

/** A refusal is a few lines; of a longer one only the beginning is read, in bytes. */
const LARGEST_REFUSAL = 1024 * 1024;

/** What the server says is passing: too many requests, and faults of its own. */
const PASSING = [429, 500, 502, 503, 504];

/** A request, whose path has the query in it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;

  /** What to send as JSON. */
  readonly body?: object | undefined;

  /** The media type of the body; JSON where it is not said. */
  readonly type?: string | undefined;

  /** Is told of each try that failed when another one follows: what is wrong. */
  readonly troubled?: ((message: string) => void) | undefined;
}

/** What a client needs besides a transport. */
export interface ApiClientOptions {
  readonly credentials: Pick<Credentials, 'authorization' | 'impersonation' | 'renew' | 'byCertificate'>;

  /** The address of the server, whose path stands before that of each request. */
  readonly server: string;

  /** Gives numbers from 0 to 1, to spread waits. */
  readonly random: () => number;

  readonly times: ClientTimes;
}

/**
 * Speaks with one API server, for everything in this process that does. What passes (a connection that breaks, too many requests, a server
 * that starts) is tried again until the signal ends it; what does not pass is an error at once. A request that is tried again may have
 * been carried out the first time: whoever creates, changes or deletes must take AlreadyExists, Conflict and NotFound for what they are.
 */
export class ApiClient {
  readonly #transport: (signal: AbortSignal) => Promise<Transport>;
  readonly #options: ApiClientOptions;
  readonly #prefix: string;
  #reached = false;

  /**
   * @param transport gives the transport, which it keeps
   */
  public constructor(transport: (signal: AbortSignal) => Promise<Transport>, options: ApiClientOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#prefix = new URL(options.server).pathname.replace(/\/+$/, '');
  }

  /**
   * Sends a request, and reads the whole answer.
   *
   * @returns the object that the server answered
   * @throws ApiError when the server refuses, ClientError when it cannot be reached in a way that a retry could mend, and the reason of the
   * signal when it ends the request
   */
  public request(request: ApiRequest, signal: AbortSignal): Promise<unknown> {
    return this.#successful(request, signal, async (answer, alive) => this.#parsed(await textOf(answer, LARGEST_ANSWER, alive), answer));
  }

  /**
   * Sends a request for an answer that goes on, such as a watch. Whether it does go on, the reader has to see to.
   *
   * @throws as `request`
   */
  public open(request: ApiRequest, signal: AbortSignal): Promise<Answer> {
    return this.#successful(request, signal, (answer) => Promise.resolve(answer));
  }

  async #successful<Read>(
    request: ApiRequest, signal: AbortSignal, read: (answer: Answer, alive: () => void) => Promise<Read>,
  ): Promise<Read> {
    // Many requests may end with one signal; Node warns of more than ten.
    setMaxListeners(0, signal);
    let renewed = false;
    for (let failures = 1; ; failures++) {
      let failure: ApiError | ConnectionError;
      let asked: number | undefined;
      try {
        signal.throwIfAborted();
        const authorization = await orAborted(this.#options.credentials.authorization(signal), signal);
        const outcome = await this.#try(request, authorization, signal, read);
        if ('value' in outcome) {
          return outcome.value;
        }
        if (outcome.refused.status === 401 && !renewed && this.#options.credentials.renew(authorization)) {
          renewed = true;
          // A certificate was shown when the connection was made.
          if (this.#options.credentials.byCertificate) {
            (await this.#transport(signal)).retire();
          }
          continue;
        }
        if (!PASSING.includes(outcome.refused.status)) {
          throw outcome.refused;
        }
        failure = outcome.refused;
        asked = outcome.retryAfter;
      } catch (error) {
        signal.throwIfAborted();
        const fault = connectionFault(error, this.#options.server, this.#reached);
        if (!(fault instanceof ConnectionError)) {
          throw fault;
        }
        failure = fault;
      }
      request.troubled?.(failure.message);
      await pause(pauseUntilRetry(failures, asked, this.#options.random()), signal);
    }
  }

  async #try<Read>(
    request: ApiRequest, authorization: string | undefined, signal: AbortSignal, read: (answer: Answer, alive: () => void) => Promise<Read>,
  ): Promise<{ readonly value: Read } | { readonly refused: ApiError; readonly retryAfter: number | undefined }> {
    const transport = await this.#transport(signal);
    const ending = new AbortController();
    const abort = (): void => ending.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const { answerWithin } = this.#options.times;
    const silence = setTimeout(() => {
      ending.abort(new ConnectionError(`${this.#options.server} did not answer for ${answerWithin / 1000} s`));
    }, answerWithin);
    const alive = (): void => {
      silence.refresh();
    };
    try {
      signal.throwIfAborted();
      const answer = await transport.send({ ...this.#head(request, authorization), signal: ending.signal });
      this.#reached = true;
      if (answer.status >= 200 && answer.status < 300) {
        const listenNoMore = (): void => signal.removeEventListener('abort', abort);
        const end = (): void => {
          listenNoMore();
          answer.end();
        };
        return { value: await read({ ...answer, body: endingWith(answer.body, listenNoMore), end }, alive) };
      }
      const text = await textOf(answer, LARGEST_REFUSAL, alive);
      signal.removeEventListener('abort', abort);
      return {
        refused: refusal(answer.status, text, { request, server: this.#options.server, secret: authorization }),
        retryAfter: retryAfter(answer.headers['retry-after']),
      };
    } catch (error) {
      signal.removeEventListener('abort', abort);
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      clearTimeout(silence);
    }
  }

  #head({ method, path, body, type }: ApiRequest, authorization: string | undefined): Omit<Parameters<Transport['send']>[0], 'signal'> {
    return {
      method,
      path: this.#prefix + path,
      headers: {
        'Accept': 'application/json',
        'User-Agent': 'olm-constructs',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...this.#options.credentials.impersonation,
        ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  #parsed(text: string, answer: Answer): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // What it answered is not quoted: a stranger may have sent back what it was sent.
      const type = /^[\w.+-]+\/[\w.+-]+/.exec(answer.headers['content-type'] ?? '')?.[0] ?? 'something';
      if (type === 'application/json') {
        // A stream that is reset without an error looks like one that is complete.
        throw new ConnectionError(`the answer of ${this.#options.server} was cut off`);
      }
      throw new ClientError(`${this.#options.server} answered ${type} that is no JSON, so it is no API server; correct its address in the kubeconfig`);
    }
  }
}

/** The whole body. A body that is larger than it may be is cut off when it is a refusal's, and an error otherwise. */
async function textOf(answer: Answer, largest: number, alive: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    alive();
    size += chunk.length;
    if (size > largest) {
      answer.end();
      if (answer.status >= 300) {
        break;
      }
      throw new ClientError(`the API server's answer is larger than ${largest / 1024 / 1024} MiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* endingWith(body: AsyncIterable<Buffer>, end: () => void): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } finally {
    end();
  }
}
