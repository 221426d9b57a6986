/** Why there is no answer to a request. */
export type HttpFailureKind = 'connection' | 'certificate' | 'silence' | 'too-large' | 'proxy';

/** Thrown when there is no whole answer to a request. Its message holds nothing of an address but the host. */
export class HttpFailure extends Error {
  /**
   * @param kind why
   * @param message what happened, without the address
   */
  public constructor(
    public readonly kind: HttpFailureKind,
    message: string,
  ) {
    super(message);
    this.name = 'HttpFailure';
  }

  /** Whether it may go better another time. */
  public get passes(): boolean {
    return this.kind === 'connection' || this.kind === 'silence';
  }
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|ERR_SSL_)/;

/** In what sort of failure a system error of a connection ends. */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) {
    return error;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (CERTIFICATE.test(code)) {
    return new HttpFailure('certificate', `its certificate is not trusted (${code}); give that of its authority with the option caFile`);
  }
  return new HttpFailure('connection', CONNECTION[code] ?? `the connection failed (${code === '' ? 'no reason given' : code})`);
}

const CONNECTION: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ETIMEDOUT: 'the connection was not made in time',
  EPROTO: 'it does not speak TLS there; for a registry without encryption set plainHttp',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};
