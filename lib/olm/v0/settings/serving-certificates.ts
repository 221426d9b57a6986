import { checkOptions } from '../../../formats/options/check-options';
import { printableMessage } from '../../../text/printable';

/**
 * Kind of an issuer of cert-manager.
 *
 * @see https://cert-manager.io/docs/concepts/issuer/
 */
export enum CertManagerIssuerKind {
  /** Issuer in the namespace of the certificate. */
  ISSUER = 'Issuer',

  /** Issuer for the whole cluster. */
  CLUSTER_ISSUER = 'ClusterIssuer',
}

/** Options of certificates from cert-manager. */
export interface CertManagerOptions {
  /**
   * Name of the issuer. An issuer of the kind `ISSUER` must be in the namespace of the certificate.
   *
   * @default - an Issuer of self-signed certificates is created
   */
  readonly issuer?: string;

  /**
   * Kind of the issuer.
   *
   * @default CertManagerIssuerKind.ISSUER
   */
  readonly issuerKind?: CertManagerIssuerKind;
}

/** An existing issuer in the cluster. */
export interface IssuerReference {
  readonly name: string;
  readonly kind: CertManagerIssuerKind;
}

const ISSUER_KINDS = Object.values(CertManagerIssuerKind);

/**
 * Returns the issuer that the options specify, if any.
 *
 * @param method method that takes the options, for errors
 * @throws if the kind of the issuer is unknown or set without a name, or an option is unknown
 */
export function issuerReference(method: string, options: CertManagerOptions): IssuerReference | undefined {
  checkOptions(`options of ${method}`, 'CertManagerOptions', options);
  const { issuer, issuerKind: kind = CertManagerIssuerKind.ISSUER } = options;
  if (!ISSUER_KINDS.includes(kind)) {
    throw new Error(printableMessage(`issuerKind must be one of ${ISSUER_KINDS.join(', ')}: got ${JSON.stringify(kind)}`));
  }
  if (issuer === undefined && options.issuerKind !== undefined) {
    throw new Error(printableMessage(`issuerKind "${kind}" is set without an issuer; set "issuer" to the name of the ${kind}`));
  }
  return issuer === undefined ? undefined : { name: issuer, kind };
}

/** Source of the certificate with which olm-operator and catalog-operator serve metrics and probes. */
export class ServingCertificates {
  /**
   * Returns certificates from cert-manager, which must be in the cluster. Supported from OLM 0.36.0 on; 0.36 and 0.37 require it by default.
   *
   * @param options issuer of the certificate
   * @throws if the kind of the issuer is unknown or set without a name, or an option is unknown
   * @see https://cert-manager.io/docs/usage/certificate/
   */
  public static certManager(options: CertManagerOptions = {}): ServingCertificates {
    return new ServingCertificates(true, issuerReference('ServingCertificates.certManager', options));
  }

  /** Returns the option without a certificate: the controllers serve plain HTTP inside the cluster. */
  public static none(): ServingCertificates {
    return new ServingCertificates(false);
  }

  /** @internal */
  public readonly _fromCertManager: boolean;

  /**
   * Issuer, unless the installation creates it.
   *
   * @internal
   */
  public readonly _issuer: IssuerReference | undefined;

  private constructor(fromCertManager: boolean, issuer?: IssuerReference) {
    this._fromCertManager = fromCertManager;
    this._issuer = issuer;
  }
}
