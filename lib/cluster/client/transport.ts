/** HTTP request to an API server. */
export interface Request {
  readonly method: string;

  /** Path and query. */
  readonly path: string;

  readonly headers: { readonly [name: string]: string | readonly string[] };

  /** Body, if any. */
  readonly body?: string | undefined;

  /** Aborts the request and the reading of its response. */
  readonly signal: AbortSignal;
}

/** HTTP response. */
export interface Response {
  readonly status: number;

  /** Header values by lowercase name. */
  readonly headers: { readonly [name: string]: string | undefined };

  /** Body as it arrives. It must be read to its end or closed with `end`. Reading throws if the connection is lost. */
  readonly body: AsyncIterable<Buffer>;

  /** Stops reading, without an error. */
  readonly end: () => void;
}

/** Connections to one API server. */
export interface Transport {
  /**
   * Sends a request and waits for the headers of its response.
   *
   * @throws Error if there is no connection, or it is lost before the headers arrive
   */
  send(request: Request): Promise<Response>;

  /** Uses new connections for further requests; those in progress continue. */
  retire(): void;

  /** Closes all connections. */
  close(): void;

  /** Number of open connections. */
  readonly connections: number;
}

/** Timeouts of connections and requests, in milliseconds. */
export interface ClientTimeouts {
  /** Maximum time to establish a connection. */
  readonly connect: number;

  /** Maximum time without any data of a response. The API server itself gives up on a request after a minute. */
  readonly response: number;

  /** Interval between pings on a connection that is in use. */
  readonly pingInterval: number;

  /** Maximum time until a ping is answered; after that, the connection is considered lost. */
  readonly ping: number;
}

/** Default timeouts. */
export const CLIENT_TIMEOUTS: ClientTimeouts = { connect: 20_000, response: 75_000, pingInterval: 30_000, ping: 15_000 };
