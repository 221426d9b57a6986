import { defined } from '../../formats/json/defined';
import { type CertManagerOptions, type IssuerReference, issuerReference } from '../../olm/v0/settings/serving-certificates';
import { objectName } from './object-name';

/** Required certificate: that of the Service through which the API server calls the webhooks of a deployment. */
export interface WebhookCertificate {
  /** Name for the certificate, and for the Secret that contains it. */
  readonly name: string;

  /** Namespace of the operator, and of the Secret. */
  readonly namespace: string;

  /** Name of the Service. */
  readonly serviceName: string;

  /** Names that the certificate must be valid for. */
  readonly dnsNames: string[];

  /**
   * Common name of the certificate.
   *
   * @default - none if it would be longer than the maximum of 64 characters
   */
  readonly commonName?: string;
}

/** How a certificate is created, where it is stored, and how the API server is configured to trust it. */
export interface ProvidedCertificate {
  /**
   * Name of the Secret with the certificate, in the namespace of the operator. The pods mount it.
   *
   * @default - the name of the certificate
   */
  readonly secretName?: string;

  /**
   * Key of the certificate in the Secret.
   *
   * @default 'tls.crt'
   */
  readonly certificateKey?: string;

  /**
   * Key of the private key in the Secret.
   *
   * @default 'tls.key'
   */
  readonly privateKeyKey?: string;

  /**
   * Annotations for webhook configurations, and for CustomResourceDefinitions with a conversion webhook, with which a controller in the cluster
   * adds its CA there.
   *
   * @default - none
   */
  readonly caInjectionAnnotations?: { [key: string]: string };

  /**
   * CA for the same objects, if it is known at synthesis: PEM, base64-encoded.
   *
   * @default - none: a controller in the cluster adds it
   */
  readonly caBundle?: string;

  /**
   * Annotations for the Service.
   *
   * @default - none
   */
  readonly serviceAnnotations?: { [key: string]: string };

  /**
   * Objects that create the certificate.
   *
   * @default - none
   */
  readonly objects?: { [field: string]: unknown }[];
}

/** Source of the certificates of webhooks. Extend it for a custom source. */
export abstract class CertificateProvider {
  /**
   * Returns certificates from cert-manager, which must be in the cluster.
   *
   * @param options issuer of the certificates
   * @throws if the kind of the issuer is unknown or set without a name, or an option is unknown
   * @see https://cert-manager.io/docs/concepts/ca-injector/
   */
  public static certManager(options: CertManagerOptions = {}): CertificateProvider {
    return new CertManagerCertificates(issuerReference('CertificateProvider.certManager', options));
  }

  /**
   * Returns certificates from the service CA of OpenShift.
   *
   * @see https://github.com/openshift/service-ca-operator
   */
  public static openShiftServiceCa(): CertificateProvider {
    return new ServiceCaCertificates();
  }

  /**
   * Provides a certificate. Called at synthesis, once for each deployment with webhooks, and must return the same result for the same certificate.
   *
   * @param certificate required certificate
   */
  public abstract provide(certificate: WebhookCertificate): ProvidedCertificate;
}

const CERT_MANAGER = 'cert-manager.io';

class CertManagerCertificates extends CertificateProvider {
  public constructor(private readonly issuer: IssuerReference | undefined) {
    super();
  }

  public provide({ name, namespace, commonName, dnsNames }: WebhookCertificate): ProvidedCertificate {
    const ownIssuer = objectName(name, 'selfsigned-issuer');
    const certificate = certManagerObject('Certificate', name, namespace, {
      secretName: name,
      ...defined({ commonName }),
      usages: ['server auth'],
      dnsNames,
      issuerRef: this.issuer === undefined ? { name: ownIssuer } : { group: CERT_MANAGER, ...this.issuer },
      // Two years, renewed a day before expiry, as in OLM.
      duration: '17520h0m0s',
      renewBefore: '24h0m0s',
    });
    return {
      caInjectionAnnotations: { [`${CERT_MANAGER}/inject-ca-from`]: `${namespace}/${name}` },
      objects: this.issuer === undefined ? [certManagerObject('Issuer', ownIssuer, namespace, { selfSigned: {} }), certificate] : [certificate],
    };
  }
}

function certManagerObject(kind: string, name: string, namespace: string, spec: object): { [field: string]: unknown } {
  return { apiVersion: `${CERT_MANAGER}/v1`, kind, metadata: { name, namespace }, spec };
}

const SERVICE_CA = 'service.beta.openshift.io';

class ServiceCaCertificates extends CertificateProvider {
  public provide({ name }: WebhookCertificate): ProvidedCertificate {
    return {
      caInjectionAnnotations: { [`${SERVICE_CA}/inject-cabundle`]: 'true' },
      serviceAnnotations: { [`${SERVICE_CA}/serving-cert-secret-name`]: name },
    };
  }
}
