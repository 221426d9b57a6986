import { field, textField } from '../../../bundle/json-value';
import { ApiError, ClientError } from './client-error';
import type { Credentials } from './credentials';
import { pause, pauseAfter, retryAfter } from './pause';
import type { Answer, Transport } from './transport';

/** An answer that is no object of Kubernetes is quoted up to this many characters. */
const QUOTED = 200;

/** No answer that a waiter asks for is larger, in bytes. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

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

  /** Is told of each try that failed in a way that may pass, with what the server or the network said. */
  readonly troubled?: ((message: string) => void) | undefined;
}

/** What a client needs besides a transport. */
export interface ApiClientOptions {
  readonly credentials: Credentials;

  /** The address of the server, for messages. */
  readonly server: string;

  /** Gives numbers from 0 to 1, to spread waits. */
  readonly random: () => number;
}

/**
 * Speaks with one API server, for everything in this process that does. What passes (a connection that breaks, too many requests, a server
 * that starts) is tried again until the signal ends it; what does not pass is an error at once.
 */
export class ApiClient {
  readonly #transport: () => Promise<Transport>;
  readonly #options: ApiClientOptions;

  public constructor(transport: () => Promise<Transport>, options: ApiClientOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  /**
   * Sends a request, and reads the whole answer.
   *
   * @returns the object that the server answered
   * @throws ApiError when the server refuses, ClientError when it cannot be reached in a way that a retry could mend, and the reason of the
   * signal when it ends the request
   */
  public async request(request: ApiRequest, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#successful(request, signal, async (head) => ({ text: await wholeText(head) }));
    return parsed(answer.text, this.#options.server);
  }

  /**
   * Sends a request for an answer that goes on, such as a watch.
   *
   * @throws as `request`
   */
  public open(request: ApiRequest, signal: AbortSignal): Promise<Answer> {
    return this.#successful(request, signal, (head) => Promise.resolve(head));
  }

  async #successful<Read>(request: ApiRequest, signal: AbortSignal, read: (answer: Answer) => Promise<Read>): Promise<Read> {
    let renewed = false;
    for (let failures = 1; ; failures++) {
      let wait: number | undefined;
      try {
        const answer = await this.#send(request, signal);
        if (answer.status >= 200 && answer.status < 300) {
          return await read(answer);
        }
        const error = await refusal(answer, request, this.#options.server);
        if (answer.status === 401 && !renewed && this.#options.credentials.renew()) {
          renewed = true;
          continue;
        }
        if (!PASSING.includes(answer.status)) {
          throw error;
        }
        wait = retryAfter(answer.headers['retry-after']);
        request.troubled?.(error.message);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ApiError || error instanceof ClientError) {
          throw error;
        }
        const hopeless = lastingFault(error, this.#options.server);
        if (hopeless !== undefined) {
          throw hopeless;
        }
        request.troubled?.(said(error));
      }
      await pause(wait ?? pauseAfter(failures, this.#options.random()), signal);
    }
  }

  async #send({ method, path, body, type }: ApiRequest, signal: AbortSignal): Promise<Answer> {
    const authorization = await this.#options.credentials.authorization();
    const transport = await this.#transport();
    return transport.send({
      method,
      path,
      signal,
      headers: {
        'Accept': 'application/json',
        'User-Agent': 'olm-constructs',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** What a fault of the network says of itself; one of several addresses at once has no message of its own. */
function said(error: unknown): string {
  return textField(error, 'message') || textField(error, 'code') || 'there is no connection';
}

async function wholeText(answer: Answer): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) {
      answer.end();
      throw new ClientError(`the API server's answer is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, server: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ClientError(`${server} answered no JSON, so that it is no API server: ${JSON.stringify(text.slice(0, QUOTED))}`);
  }
}

async function refusal(answer: Answer, request: ApiRequest, server: string): Promise<ApiError> {
  const text = await wholeText(answer);
  let status: unknown;
  try {
    status = JSON.parse(text);
  } catch {
    status = undefined;
  }
  const reason = textField(status, 'reason') ?? '';
  const message = textField(status, 'message') ?? (text.trim() === '' ? 'no reason is given' : text.slice(0, QUOTED));
  if (answer.status === 401) {
    return new ApiError(401, reason, `${server} does not accept the credentials of the kubeconfig: they are wrong or have expired; renew them`);
  }
  const code = field(status, 'code') === undefined ? `${answer.status} ` : '';
  return new ApiError(answer.status, reason, `${request.method} ${request.path.replace(/\?.*/, '')}: ${code}${message}`);
}

/** Faults of a connection that no retry mends. Their messages name hosts and certificates, and no secrets. */
function lastingFault(error: unknown, server: string): ClientError | undefined {
  const code = textField(error, 'code') ?? '';
  if (/^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_OSSL_|ERR_SSL_)/.test(code)) {
    return new ClientError(`the certificates of ${server} and of the kubeconfig do not fit (${code}); renew the kubeconfig, or correct its `
      + 'certificate-authority, client-certificate or tls-server-name');
  }
  return code === 'ENOTFOUND'
    ? new ClientError(`the host of ${server} is not known; is it the right context, and is the cluster there?`) : undefined;
}
