/** Who signs the certificate, and what for. */
export interface CertManagerOptions {
  /**
   * The name of the issuer. One of kind Issuer must be in OLM's namespace.
   *
   * @default - an Issuer of the installation's own, which lets the certificate sign itself
   */
  readonly issuer?: string;

  /**
   * The kind of the issuer: `Issuer` or `ClusterIssuer`.
   *
   * @default Issuer
   */
  readonly issuerKind?: string;
}

/** An issuer that is in the cluster already. */
export interface IssuerReference {
  readonly name: string;
  readonly kind: string;
}

/** Where olm-operator and catalog-operator get the certificate from with which they serve their metrics and answer probes. */
export class ServingCertificates {
  /**
   * From cert-manager, which must be in the cluster. From OLM 0.36.0 on; 0.36 and 0.37 were released with it.
   *
   * @param options who signs
   * @throws when the kind of the issuer is unknown, or is said without its name
   * @see https://cert-manager.io/docs/usage/certificate/
   */
  public static certManager(options: CertManagerOptions = {}): ServingCertificates {
    const { issuer, issuerKind: kind = 'Issuer' } = options;
    if (kind !== 'Issuer' && kind !== 'ClusterIssuer') {
      throw new Error(`issuerKind must be Issuer or ClusterIssuer, got "${kind}"`);
    }
    if (issuer === undefined && options.issuerKind !== undefined) {
      throw new Error(`issuerKind "${kind}" is said without an issuer; give the name of the ${kind} as "issuer"`);
    }
    return new ServingCertificates(true, issuer === undefined ? undefined : { name: issuer, kind });
  }

  /** From nowhere: they serve plain HTTP within the cluster. */
  public static none(): ServingCertificates {
    return new ServingCertificates(false);
  }

  /** @internal */
  public readonly _fromCertManager: boolean;

  /**
   * The issuer, where it is not one of the installation's own.
   *
   * @internal
   */
  public readonly _issuer: IssuerReference | undefined;

  private constructor(fromCertManager: boolean, issuer?: IssuerReference) {
    this._fromCertManager = fromCertManager;
    this._issuer = issuer;
  }
}
