import type { Response, Request, Transport } from '../../../lib/cluster/client/transport';

/** Response of a fake server: a status with a body, an error, or silence. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body?: string | object;
  readonly headers?: { readonly [name: string]: string };

  /** Thrown instead of a response. */
  readonly error?: Error;

  /** Thrown in the middle of the body. */
  readonly cut?: Error;

  /** Never responds. */
  readonly silent?: true;
}

/** Answers each request with the next response, and repeats the last one. */
export class FakeTransport implements Transport {
  public readonly requests: Request[] = [];
  public readonly connections = 1;
  public retired = 0;
  readonly #answers: readonly FakeAnswer[];

  public constructor(...answers: FakeAnswer[]) {
    this.#answers = answers;
  }

  public send(request: Request): Promise<Response> {
    const count = this.requests.push(request);
    const { status = 200, body = {}, headers = {}, error, cut, silent } = this.#answers[Math.min(count, this.#answers.length) - 1]!;
    if (error !== undefined) {
      return Promise.reject(error);
    }
    if (silent === true) {
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(new Error('The operation was aborted')));
      });
    }
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ status, headers, body: bodyOf(content, cut), end: () => undefined });
  }

  public retire(): void {
    this.retired++;
  }

  public close(): void {
    throw new Error('not closed in these tests');
  }
}

async function* bodyOf(content: string, cut: Error | undefined): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  const half = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, half);
  await Promise.resolve();
  if (cut !== undefined) {
    throw cut;
  }
  yield bytes.subarray(half);
}
