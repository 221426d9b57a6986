import { printableMessage } from '../../text/printable';

/** Reason for a missing response. */
export type HttpFailureKind = 'connection' | 'no-tls' | 'certificate' | 'silence' | 'too-large' | 'proxy';

/** Thrown if no complete response to a request arrives. The message contains no part of the URL other than the host. */
export class HttpFailure extends Error {
  /**
   * @param kind reason
   * @param message error message, without the URL
   */
  public constructor(
    public readonly kind: HttpFailureKind,
    message: string,
  ) {
    super(printableMessage(message));
    this.name = 'HttpFailure';
  }

  /** Whether a retry may help. */
  public get isTransient(): boolean {
    return this.kind === 'connection' || this.kind === 'silence';
  }
}

/** Maximum size of the headers of a response. */
export const MAX_HEADER_BYTES = 32 * 1024;

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|ERR_SSL_\w*(?:CERT|UNKNOWN_CA|KEY))/;

/** Maps a system error of a connection to a failure. */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) {
    return error;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (CERTIFICATE.test(code)) {
    return new HttpFailure('certificate', `its certificate is not trusted (${code}); set caFile to the certificate of its authority`);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return new HttpFailure('no-tls', 'it does not use TLS; set plainHttp for a registry without encryption');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpFailure('too-large', `the headers of the response are too large; the maximum is ${MAX_HEADER_BYTES} bytes`);
  }
  return new HttpFailure('connection', CONNECTION[code] ?? `the connection failed (${code === '' ? 'no reason given' : code})`);
}

const CONNECTION: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
};
