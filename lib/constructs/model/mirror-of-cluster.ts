import { IConstruct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { parseImageReference } from '../../bundle/oci/image-reference';
import { defined } from '../../formats/json/defined';
import { JsonMap } from '../../formats/json/json-value';
import { isPublic } from '../../olm/v0/settings/release-images';
import { mapImages } from '../../report/image-places';
import { bundleWithImages, mirrorProblems, RegistryMirror, repositoryOf } from '../../report/registry-mirror';
import { CLUSTER, clusterOf } from './cluster-scope';
import { ConstructError } from './construct-error';
import { answerImagesCommand } from './images-command';
import { knownLater } from './prop-checks';

/** Mirrors from which a cluster pulls images. */
export interface ImageMirrorOptions {
  /**
   * Registry to pull all images from, with an optional path: `registry.example.com/olm`. It replaces the registry of every image that constructs
   * write, including those in bundles that are served or rendered here; the path, the tag and the digest stay the same. References that start with
   * it are not changed. The `image` of a registry or a Job, and a `registryMirror` that is set on a construct itself, take precedence.
   *
   * @default - every image is pulled from its own registry
   */
  readonly registryMirror?: string;

  /**
   * Registries or repositories by the prefix that they replace, such as `quay.io` or `docker.io/library`. The longest prefix applies, before
   * `registryMirror`. A registry that is its own mirror is one that the nodes can reach.
   *
   * @default - none
   */
  readonly mirrorsByPrefix?: { [prefix: string]: string };

  /**
   * Whether the cluster has no internet access. If true, an image that is not from a mirror is an error at synthesis, and an `OlmInstallation` omits
   * the catalog of OperatorHub.io unless it is set explicitly. Without any mirror, only images of public registries are errors.
   *
   * @default false
   */
  readonly airGapped?: boolean;
}

/** State of a cluster, which all copies of this library share. */
interface MirrorState {
  readonly options?: ImageMirrorOptions;

  /** Originals of images, by the reference in the mirror. */
  readonly copies: Map<string, string>;

  /** Original repositories, by that in the mirror. */
  readonly repositories: Map<string, string>;

  /** The first construct that wrote an image. */
  readonly first: { construct?: IConstruct };

  /** Whether the originals are written for the command that lists images. */
  readonly answers: { isSet: boolean };
}

/** Property of the construct that represents a cluster, or of the app with the clusters. */
const IMAGE_MIRROR = Symbol.for('olm-constructs.ImageMirror');

type Holder = IConstruct & { [IMAGE_MIRROR]?: MirrorState };

function newState(): MirrorState {
  return { copies: new Map(), repositories: new Map(), first: {}, answers: { isSet: false } };
}

function stateOf(construct: IConstruct): MirrorState {
  const holder = construct as Holder;
  if (holder[IMAGE_MIRROR] === undefined) {
    Object.defineProperty(holder, IMAGE_MIRROR, { configurable: true, value: newState() satisfies MirrorState });
  }
  return holder[IMAGE_MIRROR]!;
}

/**
 * Sets the mirrors of a cluster, or of all clusters of an app that have none of their own.
 *
 * @param scope a `Cluster` or the app
 * @throws ConstructError when a mirror is invalid, mirrors are set already, or a construct already wrote an image
 */
export function setMirrors(scope: IConstruct, { registryMirror, mirrorsByPrefix = {}, airGapped = false }: ImageMirrorOptions): void {
  const problems = mirrorProblems(registryMirror, mirrorsByPrefix);
  if (problems.length > 0) {
    throw new ConstructError(scope, problems.join('\n'));
  }
  const { options, first } = stateOf(scope);
  if (options !== undefined) {
    throw new ConstructError(scope, 'the mirrors of images are set already; set all of them in one call');
  }
  if (first.construct !== undefined) {
    throw new ConstructError(scope, `'${first.construct.node.path}' was created before the mirrors of images were set; set them before the constructs are created`);
  }
  Object.defineProperty(scope, IMAGE_MIRROR, { configurable: true, value: {
    options: { ...defined({ registryMirror }), mirrorsByPrefix: { ...mirrorsByPrefix }, airGapped },
    ...newState(),
  } satisfies MirrorState });
}

/** Whether a `Cluster` has mirrors of its own. */
export function hasMirrors(cluster: IConstruct): boolean {
  return stateOf(cluster).options !== undefined;
}

/** The mirrors from which a cluster pulls images, and the images that its constructs pull from them. */
export class ClusterMirrors {
  /** Returns the mirrors of the cluster of a construct: its own, or those of the app. */
  public static of(construct: IConstruct): ClusterMirrors {
    const cluster = clusterOf(construct);
    const own = stateOf(cluster);
    const { options, first } = own.options === undefined && CLUSTER in cluster ? stateOf(cluster.node.root) : own;
    return new ClusterMirrors(construct, own, options, first);
  }

  /** Whether the cluster has no internet access. */
  public readonly airGapped: boolean;

  /** Whether there is any mirror. */
  public readonly isSet: boolean;

  /** The mirrors, as they are set. */
  public readonly options: ImageMirrorOptions;

  readonly #mirror: RegistryMirror;

  private constructor(
    private readonly construct: IConstruct, private readonly state: MirrorState, options: ImageMirrorOptions = {},
    private readonly first: MirrorState['first'],
  ) {
    const { registryMirror, mirrorsByPrefix = {}, airGapped = false } = options;
    this.options = options;
    this.airGapped = airGapped;
    this.isSet = registryMirror !== undefined || Object.keys(mirrorsByPrefix).length > 0;
    this.#mirror = RegistryMirror.of(registryMirror, mirrorsByPrefix);
  }

  /** The mirrors of all images. */
  public get mirror(): RegistryMirror {
    return this.#mirror;
  }

  /** Originals of the images that constructs of the cluster pull from mirrors, by the reference in the mirror. */
  public get copies(): ReadonlyMap<string, string> {
    return this.state.copies;
  }

  /**
   * Returns the reference with which a construct pulls an image.
   *
   * @throws ConstructError when another repository has the same name in the mirror
   */
  public imageOf(image: string): string {
    this.#answerCommand();
    return this.isSet && !this.#isLater(image) && !this.state.copies.has(image) ? this.record(image, this.#mirror.imageOf(image)) : image;
  }

  /**
   * Returns a bundle whose objects refer to images as this cluster pulls them; the same bundle if none changes.
   *
   * @throws ConstructError when another repository has the same name in the mirror
   */
  public bundleOf(bundle: Bundle): Bundle {
    return bundleWithImages(bundle, image => this.imageOf(image));
  }

  /**
   * Returns an object that refers to images as this cluster pulls them; the same object if none changes.
   *
   * @param except images that stay as they are
   * @throws ConstructError when another repository has the same name in the mirror
   */
  public objectOf<Manifest extends JsonMap>(object: Manifest, except: readonly string[] = []): Manifest {
    return mapImages(object, image => except.includes(image) ? image : this.imageOf(image)) as Manifest;
  }

  /**
   * Records that an image is pulled from a mirror.
   *
   * @returns the reference in the mirror
   * @throws ConstructError when another repository has the same name in the mirror
   */
  public record(source: string, destination: string): string {
    if (source === destination || parseImageReference(source) === undefined) {
      return destination;
    }
    const [original, copy] = [repositoryOf(source), repositoryOf(destination)];
    const other = this.state.repositories.get(copy) ?? original;
    if (other !== original) {
      throw new ConstructError(this.construct, `${other} and ${original} would both be pulled from ${copy}; set 'mirrorsByPrefix' for one of the registries`);
    }
    this.state.repositories.set(copy, original);
    this.state.copies.set(destination, source);
    return destination;
  }

  /** Whether the nodes of an air-gapped cluster can pull an image. */
  public isReachable(image: string): boolean {
    return this.isSet ? this.#mirror.contains(image) || this.state.copies.has(image) : !isPublic(image);
  }

  /** The construct that asks first lets the cluster answer the command for all of them. */
  #answerCommand(): void {
    this.first.construct ??= this.construct;
    if (!this.state.answers.isSet) {
      this.state.answers.isSet = true;
      answerImagesCommand(clusterOf(this.construct), () => ({ copies: this.state.copies, mirror: this.options }));
    }
  }

  #isLater(image: string): boolean {
    return knownLater(this.construct)?.(image) === true;
  }
}
