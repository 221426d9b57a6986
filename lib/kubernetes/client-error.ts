/** Something between this program and the API server is not as it must be. The message says what and what to do; it holds no secret. */
export class ClientError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ClientError';
  }
}

/** A connection cannot be had or broke, which another try may mend. It ends no request; who waits is told of it. */
export class ConnectionError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ConnectionError';
  }
}

/** What the API server answered instead of what was asked for. */
export class ApiError extends Error {
  /** The status code of HTTP. */
  public readonly status: number;

  /** The reason of the Status object, such as `NotFound` or `Forbidden`; empty when the answer has none. */
  public readonly reason: string;

  /** Whom the server takes the account for; undefined where it does not say. */
  public readonly account: string | undefined;

  public constructor(status: number, reason: string, message: string, account?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.reason = reason;
    this.account = account;
  }
}
