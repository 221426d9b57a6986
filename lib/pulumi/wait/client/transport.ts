/** A request to an API server. */
export interface Request {
  readonly method: string;

  /** Path and query. */
  readonly path: string;

  readonly headers: { readonly [name: string]: string | readonly string[] };

  /** What to send; undefined for nothing. */
  readonly body?: string | undefined;

  /** Ends the request, and the reading of its answer. */
  readonly signal: AbortSignal;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;

  /** By name in small letters. */
  readonly headers: { readonly [name: string]: string | undefined };

  /** The body as it arrives. It must be read to its end or ended. Reading throws when the connection breaks. */
  readonly body: AsyncIterable<Buffer>;

  /** Ends the reading, without an error. */
  readonly end: () => void;
}

/** A way of sending requests to one API server. */
export interface Transport {
  /**
   * Sends a request, and waits for the head of its answer.
   *
   * @throws Error when there is no connection, or it breaks before
   */
  send(request: Request): Promise<Answer>;

  /** Sends what comes from now on over new connections; what is under way goes on. */
  retire(): void;

  /** Closes every connection. */
  close(): void;

  /** How many connections are open. */
  readonly connections: number;
}
