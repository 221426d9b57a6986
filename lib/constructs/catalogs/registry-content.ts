import { Construct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { BundleObjects } from '../../bundle/model/bundle-objects';
import { omitObjects } from '../../bundle/omit-objects';
import { withOperatorPullSecrets } from '../../bundle/operator-pull-secrets';
import { imageRefusal } from '../../bundle/size';
import { slimBundle, SlimLevel } from '../../bundle/slim';
import { Catalog } from '../../catalog/catalog';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { CatalogOptions } from '../../catalog/catalog-options';
import { CatalogError } from '../../catalog/declcfg/catalog-error';
import { defined } from '../../formats/json/defined';
import { withImage } from '../../report/image-places';
import { firstOlmV0With, isInstalledByOlmV0 } from '../../formats/schema/olm-v0-kinds';
import { missing } from '../../text/group-by';
import { append } from '../../text/lists';
import { olmV0Refusals } from '../../validation/olm-v0-refusals';
import { ConstructError } from '../model/construct-error';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkObjectName } from '../model/prop-checks';
import { catalogNameOf, registryName } from './catalog-name';
import type { OperatorRegistryProps } from './operator-registry';

/**
 * Content of a registry: a catalog, slimmed if the user allows it, and checked against what OLM can install, both from bundles inline in the
 * catalog and from images that it refers to.
 */
export class RegistryContent {
  /** Catalog to serve, after slimming. */
  public readonly catalog: Catalog;

  /** What slimming removed, one sentence each. */
  public readonly removed: string[] = [];

  /** Objects that were left out of the bundles, one phrase each. */
  public readonly omitted: string[];

  /** Default name of the registry. */
  public readonly defaultName: string;

  /** Display name of the operator, for a single package. */
  public readonly displayName: string | undefined;

  /** One sentence for each bundle that OLM cannot install; errors at synthesis. */
  public readonly refusals: string[] = [];

  /** Bundles that are served with references to images in mirrors, by the bundle that was given. */
  public readonly mirrored = new Map<Bundle, Bundle>();

  readonly #mirrors: ClusterMirrors;

  /** Names of the bundles that were added because others require them. */
  public readonly addedDependencies: string[];

  /**
   * @throws ConstructError when there is nothing to serve, or props are mutually exclusive
   */
  public constructor(private readonly scope: Construct, props: OperatorRegistryProps) {
    const level = props.slim ?? SlimLevel.NONE;
    const pullSecrets = props.operatorPullSecrets ?? [];
    pullSecrets.forEach((name, index) => checkObjectName(scope, `operatorPullSecrets[${index}]`, name));
    const given = this.givenCatalog(props);
    this.#mirrors = ClusterMirrors.of(scope);
    const catalog = this.#withMirrors(withDependencies(given, props.dependencies));
    const own = new Set(given.bundles.map(({ name }) => name));
    this.addedDependencies = catalog.bundles.map(({ name }) => name).filter(name => !own.has(name));
    const changed = new Map<CatalogBundle, Bundle>();
    const reduced = this.withoutOmitted(catalog, props.omit ?? []);
    for (const bundle of catalog.bundles) {
      const content = bundle.image === undefined ? this.slim(bundle, reduced.get(bundle), level, pullSecrets)
        : this.checkUnpacking(bundle, pullSecrets);
      if (content !== bundle.content) {
        changed.set(bundle, content!);
      }
    }
    this.catalog = catalog._withContents(changed);
    append(this.refusals, this.catalog.bundles.flatMap(({ content }) => content === undefined ? [] : olmV0Refusals(content)));
    this.omitted = this.catalog.bundles.flatMap(({ name, content }) => (
      (content?.omitted ?? []).map(({ kind, name: object }) => `${name}: left out ${kind} '${object}'`)
    ));
    // Added dependencies must not change the name of the registry.
    const only = given.packages.length === 1 ? this.catalog.findPackage(given.packages[0]!.name) : undefined;
    this.defaultName = only === undefined ? catalogNameOf(scope) : registryName(only.name);
    this.displayName = only?.bundles.at(-1)?.displayName;
  }

  /** Manifests that cannot be read keep their images, and so do the related images of their bundle, which would hide them. */
  #withMirrors(catalog: Catalog): Catalog {
    return !this.#mirrors.isSet ? catalog : catalog._withImages((image, bundle) => (
      bundle.image === undefined && bundle.content === undefined ? image : withImage(image, reference => this.#mirrors.imageOf(reference))
    ));
  }

  private givenCatalog({ bundles, catalog: given, channels, deprecations }: OperatorRegistryProps): Catalog {
    if ((bundles === undefined) === (given === undefined)) {
      throw new ConstructError(this.scope, `set either 'bundles' or 'catalog', got ${bundles === undefined ? 'neither' : 'both'}`);
    }
    if (given !== undefined && channels !== undefined) {
      throw new ConstructError(this.scope, "'channels' derives channels from 'bundles', and 'catalog' has its own; pass 'channels' to Catalog.fromBundles");
    }
    if (given !== undefined && deprecations !== undefined) {
      throw new ConstructError(this.scope, "'deprecations' deprecates parts of 'bundles', and 'catalog' has its own; pass 'deprecations' to Catalog.fromBundles");
    }
    if (bundles?.length === 0) {
      throw new ConstructError(this.scope, "'bundles' is empty; add a bundle");
    }
    const catalog = given ?? this.catalogOf(bundles!, defined({ channels, deprecations }));
    if (catalog.packages.length === 0) {
      throw new ConstructError(this.scope, "'catalog' is empty; set it to a catalog with a package");
    }
    return catalog;
  }

  /** @throws ConstructError when the bundles make no valid catalog */
  private catalogOf(bundles: Bundle[], options: CatalogOptions): Catalog {
    try {
      return Catalog.fromBundles(bundles, options);
    } catch (error) {
      throw error instanceof CatalogError ? new ConstructError(this.scope, error.message) : error;
    }
  }

  /**
   * Returns the bundles that are inline in the catalog without the objects to leave out.
   *
   * @throws ConstructError when none of them has one of the objects, an operator needs it, or a bundle with it comes from an image
   */
  private withoutOmitted(catalog: Catalog, omit: readonly BundleObjects[]): Map<CatalogBundle, Bundle> {
    const inline = catalog.bundles.flatMap(bundle => (
      bundle.image === undefined && bundle.content !== undefined ? [{ bundle, content: bundle.content }] : []
    ));
    const fromImage = catalog.bundles.find(({ image, content }) => image !== undefined && omit.length > 0
      && (inline.length === 0 || content?.manifests.some((manifest) => omit.some((objects) => objects._includes(manifest)))));
    if (fromImage !== undefined) {
      throw new ConstructError(this.scope, `'omit' is set, but OLM unpacks bundle '${fromImage.name}' from the image '${fromImage.image}', which cannot be changed; `
        + "serve the bundle from its files, with 'bundles', or remove 'omit'");
    }
    const { bundles, problems } = omitObjects(inline.map(({ content }) => content), omit);
    if (problems.length > 0) {
      throw new ConstructError(this.scope, `'omit': ${problems.join('; ')}`);
    }
    return new Map(inline.map(({ bundle }, index) => [bundle, bundles[index]!]));
  }

  /**
   * Returns the reasons why OLM could not install a bundle because of the kinds of its objects.
   *
   * @param release release of the OLM of the cluster, if it is known
   */
  public kindRefusals(release: string | undefined): string[] {
    return this.catalog.bundles.flatMap(bundle => unsupportedKinds(bundle, release));
  }

  /** Applies the props to a bundle that is inline in the catalog; returns `undefined` if OLM could not install its content anyway. */
  private slim({ name }: CatalogBundle, content: Bundle | undefined, level: SlimLevel, pullSecrets: readonly string[]): Bundle | undefined {
    if (content === undefined) {
      return undefined;
    }
    const mirrored = this.#mirrors.bundleOf(content);
    const slimmed = slimBundle(withOperatorPullSecrets(mirrored, pullSecrets), level);
    if (mirrored !== content) {
      this.mirrored.set(content, slimmed.bundle);
    }
    append(this.removed, slimmed.removed.map(part => `${name}: ${part}`));
    const { refusal } = slimmed;
    if (refusal !== undefined) {
      this.refusals.push(refusal);
    }
    return slimmed.bundle;
  }

  /** Checks the size of a bundle that OLM unpacks from an image, if its content is known, and that no prop would change the bundle. */
  private checkUnpacking({ name, image, content }: CatalogBundle, pullSecrets: readonly string[]): Bundle | undefined {
    if (pullSecrets.length > 0) {
      this.refusals.push(`operatorPullSecrets is set, but OLM unpacks bundle '${name}' from the image '${image}', which cannot be changed; serve the bundle `
        + 'from its files, or give the nodes the credentials and omit `operatorPullSecrets`');
    }
    const refusal = content === undefined ? undefined : imageRefusal(content);
    if (refusal !== undefined) {
      this.refusals.push(refusal);
    }
    return content;
  }
}

/** Returns the reason why OLM cannot install a bundle: objects of kinds that its release does not install. Its InstallPlan fails as a whole. */
function unsupportedKinds({ name, image, content }: CatalogBundle, release: string | undefined): string[] {
  const kinds = [...new Set((content?.manifests ?? []).map(({ kind }) => kind).filter(kind => !isInstalledByOlmV0(kind, release)))];
  return kinds.map(kind => `bundle '${name}' contains ${kind} '${content!.manifests.find(manifest => manifest.kind === kind)!.name}', and ${refusingOlm(kind, release)} installs no bundle with an `
    + `object of this kind; ${image === undefined ? '' : 'serve the bundle from its files, and '}leave it out: \`omit: [BundleObjects.ofKind('${kind}')]\``);
}

/** Returns which OLM refuses a kind: all releases, or the one of the cluster and those before the first that installs it. */
function refusingOlm(kind: string, release: string | undefined): string {
  const first = firstOlmV0With(kind);
  return first === undefined || release === undefined ? 'OLM v0' : `OLM ${release} of this cluster, unlike ${first} and later,`;
}

/** Returns a catalog with the bundles of another one that its own bundles require. Its own packages are not changed. */
function withDependencies(catalog: Catalog, dependencies: Catalog | undefined): Catalog {
  const others = missing(dependencies?.packageNames ?? [], catalog.packageNames, name => name);
  if (others.length === 0) {
    return catalog;
  }
  const all = Catalog.merge([catalog, dependencies!.filter({ packages: others.map(name => ({ name })) }).catalog]);
  return all.filter({ packages: catalog.packageNames.map(name => ({ name })), dependencies: true }).catalog;
}
