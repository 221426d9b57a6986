import { isServiceName } from './service-name';
import { isImageReference } from '../bundle/catalog/image-reference';

/** How the default catalog is kept up to date and chosen. */
export interface DefaultCatalogOptions {
  /**
   * How often OLM asks the registry for a newer image, for example `1h`.
   *
   * @default - 60m for OperatorHub.io; never for another catalog, and for an image by digest, of which there is no newer one
   */
  readonly pollInterval?: string;

  /**
   * Which catalog OLM prefers when several offer what a dependency asks for: the highest number wins.
   *
   * @default 0
   */
  readonly priority?: number;

  /**
   * Names of Secrets in the catalog namespace with which the image is pulled.
   *
   * @default - those of the installation
   */
  readonly pullSecrets?: string[];
}

/** A catalog in place of the one of OperatorHub.io. */
export interface CatalogImageOptions extends DefaultCatalogOptions {
  /**
   * The name of the CatalogSource.
   *
   * @default default-catalog
   */
  readonly name?: string;

  /**
   * What people read as the name of the catalog.
   *
   * @default - the name of the CatalogSource
   */
  readonly displayName?: string;

  /**
   * Who publishes the catalog.
   *
   * @default - not said
   */
  readonly publisher?: string;
}

/** What the CatalogSource of a default catalog says, beside what every one of them says. */
export interface CatalogChoice extends DefaultCatalogOptions {
  readonly name: string;
  readonly displayName: string;
  readonly publisher?: string;
  /** Undefined where the release says which one. */
  readonly image?: string;
  /** How often OLM asks for a newer image when nothing is said and there can be one. */
  readonly usualPollInterval?: string;
}

/** The catalog that an installation of OLM brings, which every namespace sees. */
export class DefaultCatalog {
  /**
   * The catalog of OperatorHub.io, as upstream has it. Its image can be replaced with `images.defaultCatalog`.
   *
   * @param options what differs from upstream's
   */
  public static operatorHub(options: DefaultCatalogOptions = {}): DefaultCatalog {
    return new DefaultCatalog({
      ...options,
      name: 'operatorhubio-catalog',
      displayName: 'Community Operators',
      publisher: 'OperatorHub.io',
      usualPollInterval: '60m',
    });
  }

  /**
   * Another catalog. Its pod meets the restricted Pod Security level, so its image must run as an ordinary user: those with
   * file-based catalogs do.
   *
   * @param image the image, `registry/repository@sha256:…`
   * @param options how it is shown and kept up to date
   * @throws when the image is no reference, or the name cannot be that of a Service
   */
  public static image(image: string, options: CatalogImageOptions = {}): DefaultCatalog {
    if (!isImageReference(image)) {
      throw new Error(`the image of the default catalog is no image reference: got "${image}"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag`);
    }
    const name = options.name ?? 'default-catalog';
    if (!isServiceName(name)) {
      throw new Error(`the name of the default catalog becomes that of a Service: got "${name}"; use up to 63 lower-case letters, digits and hyphens, with a letter first`);
    }
    return new DefaultCatalog({ displayName: name, ...options, name, image });
  }

  /** No catalog at all. */
  public static none(): DefaultCatalog {
    return new DefaultCatalog();
  }

  /**
   * What the CatalogSource says; undefined for none.
   *
   * @internal
   */
  public readonly _choice: CatalogChoice | undefined;

  private constructor(choice?: CatalogChoice) {
    this._choice = choice;
  }
}
