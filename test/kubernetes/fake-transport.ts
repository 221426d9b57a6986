import type { Answer, Request, Transport } from '../../../../lib/pulumi/wait/client/transport';

/** What a server of a test answers: a status with a body, something that breaks, or nothing ever. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body?: string | object;
  readonly headers?: { readonly [name: string]: string };

  /** Thrown instead of an answer. */
  readonly error?: Error;

  /** Thrown in the middle of the body. */
  readonly cut?: Error;

  /** No answer comes. */
  readonly silent?: true;
}

/** Answers each request with the next answer, and the last one again and again. */
export class FakeTransport implements Transport {
  public readonly requests: Request[] = [];
  public readonly connections = 1;
  public retired = 0;
  readonly #answers: readonly FakeAnswer[];

  public constructor(...answers: FakeAnswer[]) {
    this.#answers = answers;
  }

  public send(request: Request): Promise<Answer> {
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
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ status, headers, body: bodyOf(text, cut), end: () => undefined });
  }

  public retire(): void {
    this.retired++;
  }

  public close(): void {
    throw new Error('nobody closes it here');
  }
}

async function* bodyOf(text: string, cut: Error | undefined): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const half = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, half);
  await Promise.resolve();
  if (cut !== undefined) {
    throw cut;
  }
  yield bytes.subarray(half);
}
