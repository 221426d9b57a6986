import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { durationField, fluxObject, fluxObjectName, FluxObjectProps, nameField, optionalField } from './flux-object';
import { IFluxSource, SOURCE_API } from './flux-source';
import { parseDigest } from '../../bundle/oci/descriptor';
import { anyCopy } from '../../constructs/model/any-copy';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkObjectName, checkProps } from '../../constructs/model/prop-checks';

/** How Flux authenticates at a registry. */
export enum FluxOciProvider {
  /** With the credentials of a Secret or a ServiceAccount. */
  GENERIC = 'generic',

  /** As a workload of AWS. */
  AWS = 'aws',

  /** As a workload of Azure. */
  AZURE = 'azure',

  /** As a workload of Google Cloud. */
  GCP = 'gcp',
}

/** Properties of a `FluxOciRepository`. */
export interface FluxOciRepositoryProps extends FluxObjectProps {
  /** URL of the artifact without a tag, such as `oci://registry.example.com/platform/manifests`. */
  readonly url: string;

  /**
   * Tag to pull.
   *
   * @default 'latest', if no other reference is set
   */
  readonly tag?: string;

  /**
   * Range of semantic versions; the highest tag in it is pulled.
   *
   * @default - none
   */
  readonly semver?: string;

  /**
   * Digest to pull: `sha256:` and 64 hexadecimal digits.
   *
   * @default - none
   */
  readonly digest?: string;

  /**
   * How Flux authenticates at the registry.
   *
   * @default FluxOciProvider.GENERIC
   */
  readonly provider?: FluxOciProvider;

  /**
   * Name of the Secret with the credentials, of type `kubernetes.io/dockerconfigjson`.
   *
   * @default - none
   */
  readonly secretName?: string;

  /**
   * Name of the ServiceAccount whose pull secrets are used.
   *
   * @default - none
   */
  readonly serviceAccountName?: string;

  /**
   * Name of the Secret with certificates: `ca.crt`, or `tls.crt` and `tls.key`.
   *
   * @default - none
   */
  readonly certSecretName?: string;

  /**
   * Whether the registry is used without TLS.
   *
   * @default false
   */
  readonly insecure?: boolean;

  /**
   * Timeout of a pull, in whole seconds.
   *
   * @default - that of Flux: 60 seconds
   */
  readonly timeout?: Duration;
}

/**
 * An OCI artifact with manifests as a source of Flux, as pushed by `flux push artifact`. Fields without a prop are set with
 * `resource.addJsonPatch()`. It is written in version `v1` of the API, which Flux has since 2.6.
 *
 * @see https://fluxcd.io/flux/components/source/ocirepositories/
 */
export class FluxOciRepository extends Construct implements IFluxSource {
  /** Kind of the source: `OCIRepository`. */
  public readonly sourceKind: string = 'OCIRepository';

  /** Name of the OCIRepository. */
  public readonly sourceName: string;

  /** Namespace of the OCIRepository. */
  public readonly sourceNamespace: string;

  /** The OCIRepository. */
  public readonly resource: ApiObject;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or several references are set
   */
  public constructor(scope: Construct, id: string, props: FluxOciRepositoryProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'FluxOciRepositoryProps', props);
    checkUrl(this, props.url);
    if (props.serviceAccountName !== undefined) {
      checkObjectName(this, 'serviceAccountName', props.serviceAccountName);
    }
    const { name, namespace } = fluxObjectName(this, props);
    this.sourceName = name;
    this.sourceNamespace = namespace;
    this.resource = fluxObject(this, SOURCE_API, this.sourceKind, { name, namespace }, props, {
      ...durationField(this, 'interval', props.interval ?? Duration.minutes(10)),
      ...durationField(this, 'timeout', props.timeout),
      url: props.url,
      ref: ociReference(this, props),
      ...optionalField('provider', props.provider),
      ...nameField(this, 'secretRef', 'secretName', props.secretName),
      ...optionalField('serviceAccountName', props.serviceAccountName),
      ...nameField(this, 'certSecretRef', 'certSecretName', props.certSecretName),
      ...optionalField('insecure', props.insecure),
      ...optionalField('suspend', props.suspend),
    });
  }
}

function checkUrl(scope: Construct, url: string | undefined): void {
  if (url === undefined || url === '') {
    throw new ConstructError(scope, "url is required: set 'url' to the URL of the artifact, such as 'oci://registry.example.com/platform'");
  }
  if (!/^oci:\/\/[^/]+\/./.test(url)) {
    throw new ConstructError(scope, `url must be oci:// with a registry and a repository, got '${url}'; set 'url' to one such as `
      + "'oci://registry.example.com/platform'");
  }
  const [, suffix] = /^oci:\/\/[^/]+\/[^@:]*([@:].*)$/.exec(url) ?? [];
  if (suffix !== undefined) {
    throw new ConstructError(scope, `url must not have a tag or a digest, got '${url}'; set ${suffix.startsWith('@') ? "'digest'" : "'tag'"} to '${suffix.slice(1)}'`);
  }
}

function ociReference(scope: Construct, { tag, semver, digest }: FluxOciRepositoryProps): { [key: string]: string } {
  const set = Object.entries({ tag, semver, digest }).flatMap(([key, value]) => value === undefined ? [] : [[key, value] as const]);
  if (set.length > 1) {
    throw new ConstructError(scope, `${set.map(([key]) => key).join(' and ')} are set, of which Flux uses one only; set one of them`);
  }
  const empty = set.find(([, value]) => value === '');
  if (empty !== undefined) {
    throw new ConstructError(scope, `${empty[0]} must not be empty; omit it`);
  }
  if (digest !== undefined && parseDigest(digest)?.algorithm !== 'sha256') {
    throw new ConstructError(scope, `digest must be 'sha256:' and 64 hexadecimal digits, got '${digest}'`);
  }
  return set.length === 0 ? { tag: 'latest' } : Object.fromEntries(set);
}
