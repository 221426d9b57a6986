import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { durationField, fluxObject, fluxObjectName, FluxObjectProps, nameField, optionalField } from './flux-object';
import { IFluxSource, SOURCE_API } from './flux-source';
import { anyCopy } from '../../constructs/model/any-copy';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkProps } from '../../constructs/model/prop-checks';

/** Properties of a `FluxGitRepository`. */
export interface FluxGitRepositoryProps extends FluxObjectProps {
  /** URL of the repository, with the scheme `https`, `http` or `ssh`. */
  readonly url: string;

  /**
   * Branch to check out.
   *
   * @default 'main', if no other reference is set
   */
  readonly branch?: string;

  /**
   * Tag to check out.
   *
   * @default - none
   */
  readonly tag?: string;

  /**
   * Range of semantic versions; the highest tag in it is checked out.
   *
   * @default - none
   */
  readonly semver?: string;

  /**
   * SHA of the commit to check out. With `branch`, only that branch is cloned.
   *
   * @default - the newest commit
   */
  readonly commit?: string;

  /**
   * Name of the Secret with the credentials.
   *
   * @default - none
   */
  readonly secretName?: string;

  /**
   * Folders to check out, which is faster for a large repository.
   *
   * @default - all
   */
  readonly sparseCheckout?: string[];

  /**
   * Files to exclude, in the format of `.gitignore`.
   *
   * @default - that of Flux
   */
  readonly ignore?: string;

  /**
   * Timeout of a clone, in whole seconds.
   *
   * @default - that of Flux: 60 seconds
   */
  readonly timeout?: Duration;
}

/**
 * A git repository as a source of Flux. Fields without a prop are set with `resource.addJsonPatch()`.
 *
 * @see https://fluxcd.io/flux/components/source/gitrepositories/
 */
export class FluxGitRepository extends Construct implements IFluxSource {
  /** Kind of the source: `GitRepository`. */
  public readonly sourceKind: string = 'GitRepository';

  /** Name of the GitRepository. */
  public readonly sourceName: string;

  /** Namespace of the GitRepository. */
  public readonly sourceNamespace: string;

  /** The GitRepository. */
  public readonly resource: ApiObject;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or several references are set
   */
  public constructor(scope: Construct, id: string, props: FluxGitRepositoryProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'FluxGitRepositoryProps', props);
    checkUrl(this, props.url);
    const { name, namespace } = fluxObjectName(this, props);
    this.sourceName = name;
    this.sourceNamespace = namespace;
    this.resource = fluxObject(this, SOURCE_API, this.sourceKind, { name, namespace }, props, {
      ...durationField(this, 'interval', props.interval ?? Duration.minutes(10)),
      ...durationField(this, 'timeout', props.timeout),
      url: props.url,
      ref: gitReference(this, props),
      ...nameField(this, 'secretRef', 'secretName', props.secretName),
      ...optionalField('sparseCheckout', props.sparseCheckout),
      ...optionalField('ignore', props.ignore),
      ...optionalField('suspend', props.suspend),
    });
  }
}

function checkUrl(scope: Construct, url: string | undefined): void {
  if (url === undefined || url === '') {
    throw new ConstructError(scope, "url is required: set 'url' to the URL of the git repository");
  }
  if (!/^(https?|ssh):\/\/./.test(url)) {
    const [, user, host, path] = /^(?:(\w+)@)?([\w.-]+):(?!\/\/)(.+)$/.exec(url) ?? [];
    const remedy = host === undefined ? 'https://git.example.com/platform.git' : `ssh://${user === undefined ? '' : `${user}@`}${host}/${path!}`;
    throw new ConstructError(scope, `url must begin with https://, http:// or ssh://, got '${url}'; set 'url' to one such as '${remedy}'`);
  }
}

function gitReference(scope: Construct, { branch, tag, semver, commit }: FluxGitRepositoryProps): { [key: string]: string } {
  const set = Object.entries({ branch, tag, semver, commit }).flatMap(([key, value]) => value === undefined ? [] : [[key, value] as const]);
  const empty = set.find(([, value]) => value === '');
  if (empty !== undefined) {
    throw new ConstructError(scope, `${empty[0]} must not be empty; omit it`);
  }
  const keys = set.map(([key]) => key);
  if (keys.length > 1 && keys.join(' and ') !== 'branch and commit') {
    throw new ConstructError(scope, `${keys.join(' and ')} are set, of which Flux uses one only; set one of them, or 'branch' with 'commit'`);
  }
  if (commit !== undefined && !/^[0-9a-f]{40}$|^[0-9a-f]{64}$/.test(commit)) {
    throw new ConstructError(scope, `commit must be the full SHA of a commit, got '${commit}'`);
  }
  return set.length === 0 ? { branch: 'main' } : Object.fromEntries(set);
}
