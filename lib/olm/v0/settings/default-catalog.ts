import type { Duration } from 'cdk8s';
import { isImageReference } from '../../../bundle/oci/image-reference';
import { checkArguments } from '../../../formats/options/check-arguments';
import { checkOptions } from '../../../formats/options/check-options';
import { isServiceName } from '../../../formats/schema/checks/kubernetes-names';
import { mirrorProblem, RegistryMirror } from '../../../report/registry-mirror';
import { printableMessage } from '../../../text/printable';
import { hasDigest, notAnImageReference } from './image-references';
import { formatInterval, intervalProblems } from './interval';

/** Options of a default catalog. */
export interface DefaultCatalogOptions {
  /**
   * Interval at which OLM pulls the image again to find a newer catalog, in whole seconds.
   *
   * @default - one hour for OperatorHub.io, never for other catalogs and for an image with a digest, which cannot change
   */
  readonly pollInterval?: Duration;

  /**
   * Priority of the catalog if several can satisfy a dependency: the highest number wins.
   *
   * @default 0
   */
  readonly priority?: number;

  /**
   * Names of image pull Secrets in the namespace of the catalog.
   *
   * @default - those of the installation
   */
  readonly pullSecrets?: string[];
}

/** Options of a catalog that replaces that of OperatorHub.io. */
export interface CatalogImageOptions extends DefaultCatalogOptions {
  /**
   * Name of the CatalogSource.
   *
   * @default default-catalog
   */
  readonly name?: string;

  /**
   * Display name shown in consoles.
   *
   * @default - the name of the CatalogSource
   */
  readonly displayName?: string;

  /**
   * Publisher shown in consoles.
   *
   * @default - none
   */
  readonly publisher?: string;
}

/** Differences between the CatalogSources of default catalogs. */
export interface CatalogChoice extends DefaultCatalogOptions {
  readonly name: string;
  readonly displayName: string;
  readonly publisher?: string;
  /** Image, or undefined for that of the release. */
  readonly image?: string;
  /** Poll interval if none is set and the image can change. */
  readonly defaultPollInterval?: string;
}

/** Catalog to install with OLM, for all namespaces. */
export class DefaultCatalog {
  /**
   * Returns the catalog of OperatorHub.io, as in upstream's releases. `images.defaultCatalog` replaces its image.
   *
   * @param options changes to upstream's catalog
   * @throws if an option is unknown
   */
  public static operatorHub(options: DefaultCatalogOptions = {}): DefaultCatalog {
    checkOptions('options of DefaultCatalog.operatorHub', 'DefaultCatalogOptions', options);
    return new DefaultCatalog({
      ...options,
      name: 'operatorhubio-catalog',
      displayName: 'Community Operators',
      publisher: 'OperatorHub.io',
      defaultPollInterval: '60m',
    });
  }

  /**
   * Returns a custom catalog. Its pod meets the restricted Pod Security level, so the image must not run as root: images with file-based catalogs do
   * not run as root.
   *
   * @param image image reference, such as `registry/repository@sha256:…`
   * @param options name, display and update of the catalog
   * @throws if the image is not an image reference, the name is not valid for a Service, or an option is unknown
   */
  public static image(image: string, options: CatalogImageOptions = {}): DefaultCatalog {
    checkArguments('DefaultCatalog.image', { image });
    checkOptions('options of DefaultCatalog.image', 'CatalogImageOptions', options);
    if (!isImageReference(image)) {
      throw new Error(printableMessage(notAnImageReference('the image of the default catalog', image)));
    }
    const name = options.name ?? 'default-catalog';
    if (!isServiceName(name)) {
      throw new Error(printableMessage(`the name of the default catalog must be valid for a Service: got "${name}"; use up to 63 lowercase letters, digits and hyphens, starting with a letter`));
    }
    return new DefaultCatalog({ displayName: name, ...options, name, image });
  }

  /** Returns the option without a catalog. */
  public static none(): DefaultCatalog {
    return new DefaultCatalog();
  }

  /**
   * Content of the CatalogSource, or undefined for no catalog.
   *
   * @internal
   */
  public readonly _choice: CatalogChoice | undefined;

  /**
   * Returns the same catalog with another image.
   *
   * @internal
   */
  public _withImage(change: (image: string) => string): DefaultCatalog {
    return this._choice?.image === undefined ? this : new DefaultCatalog({ ...this._choice, image: change(this._choice.image) });
  }

  private constructor(choice?: CatalogChoice) {
    this._choice = choice;
  }
}

/** Image of a catalog, and how to pull it. */
export interface CatalogImage {
  readonly image: string;
  readonly registryMirror?: string | undefined;
  readonly requireDigest?: boolean | undefined;
  readonly pollInterval?: Duration | undefined;
}

/** Returns what is invalid or contradictory, as sentences. */
export function catalogImageProblems({ image, registryMirror, requireDigest = false, pollInterval }: CatalogImage): string[] {
  const mirror = registryMirror === undefined ? undefined : mirrorProblem('registryMirror', registryMirror);
  return [
    ...(isImageReference(image) ? [] : [notAnImageReference('image', image)]),
    ...(requireDigest && !hasDigest(image) ? [`image "${image}" has no digest, but requireDigest is set; write it as registry/repository@sha256:<64 hex digits>`] : []),
    ...(mirror === undefined ? [] : [mirror]),
    // OLM would pull the image continuously.
    ...intervalProblems('pollInterval', pollInterval, 1),
    ...(pollInterval !== undefined && hasDigest(image)
      ? [`pollInterval is "${formatInterval(pollInterval)}", but image "${image}" has a digest and cannot change; omit pollInterval, or name the image by a tag`] : []),
  ];
}

/** Returns the reference that nodes use to pull the image of a catalog. */
export function pulledImage({ image, registryMirror }: CatalogImage): string {
  return RegistryMirror.of(registryMirror).imageOf(image);
}
