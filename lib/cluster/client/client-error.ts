/** Error that a retry does not fix: in the kubeconfig, the credentials, or the connection. The message contains the remedy and no secrets. */
export class ClientError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ClientError';
  }
}

/** Error that a retry may fix: a connection could not be established or was lost. The client reports and retries it. */
export class ConnectionError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ConnectionError';
  }
}

/** Error response of the API server. */
export class ApiError extends Error {
  /** HTTP status code. */
  public readonly status: number;

  /** Reason of the Status object, such as `NotFound` or `Forbidden`, or an empty string. */
  public readonly reason: string;

  /** User name that the server sees, or undefined if its message does not contain it. */
  public readonly account: string | undefined;

  public constructor(status: number, reason: string, message: string, account?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.reason = reason;
    this.account = account;
  }
}
