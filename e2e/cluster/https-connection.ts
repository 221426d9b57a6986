import { Agent, request, RequestOptions } from 'node:https';
import { IncomingMessage } from 'node:http';
import { Credentials } from './credentials';

const ANSWER_WITHIN_MILLISECONDS = 60_000;

/** A response of the API server. */
export interface Response {
  readonly status: number;
  /** Contents of the Warning headers: deprecations, Pod Security, pruned fields. */
  readonly warnings: readonly string[];
  readonly body: string;
}

/** Request body with its media type. */
export interface Payload {
  readonly type: string;
  readonly content: string;
}

/** A connection to an API server whose certificate is verified. */
export class HttpsConnection {
  private readonly agent: Agent;

  public constructor(private readonly credentials: Credentials) {
    this.agent = new Agent({
      keepAlive: true,
      ca: credentials.certificateAuthority,
      cert: credentials.certificate,
      key: credentials.key,
    });
  }

  /** Sends a request and reads the whole response, whatever its status. */
  public request(method: string, path: string, payload?: Payload): Promise<Response> {
    const { server, token } = this.credentials;
    const options: RequestOptions = {
      method,
      agent: this.agent,
      timeout: ANSWER_WITHIN_MILLISECONDS,
      headers: {
        'Accept': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'Content-Type': payload.type, 'Content-Length': Buffer.byteLength(payload.content) }),
      },
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(`${server.replace(/\/$/, '')}${path}`), options, incoming => {
        readAnswer(incoming).then(resolve, reject);
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path} within ${String(ANSWER_WITHIN_MILLISECONDS / 1000)} s`)));
      outgoing.on('error', reject);
      outgoing.end(payload?.content);
    });
  }

  /** Closes idle connections. */
  public close(): void {
    this.agent.destroy();
  }
}

async function readAnswer(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  return {
    status: incoming.statusCode ?? 0,
    warnings: (incoming.headersDistinct['warning'] ?? []).map(warningText),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Content of a Warning header: `299 - "message"`, with backslashes before quotes and backslashes. */
function warningText(header: string): string {
  const quoted = /^\d{3} \S+ "(.*)"$/s.exec(header);
  return quoted?.[1] === undefined ? header : quoted[1].replace(/\\(.)/gs, '$1');
}
