import { Names } from 'cdk8s';
import { Construct } from 'constructs';
import { ConstructError } from './construct-error';
import { OperatorRegistryProps } from './operator-registry-props';
import { registryName } from './registry-name';
import { Bundle } from '../bundle/bundle';
import { Catalog } from '../bundle/catalog/catalog';
import { CatalogBundle } from '../bundle/catalog/catalog-bundle';
import { SlimLevel, slimBundle } from '../bundle/slim';
import { imageRefusal } from '../bundle/unpacked-size';

/**
 * What a registry serves: from bundles or a catalog, slimmed where the user allows it, and checked against what OLM
 * can install: from a catalog that carries the bundles' content itself, or from images that it refers to.
 */
export class RegistryContent {
  public readonly catalog: Catalog;
  public readonly removed: string[] = [];
  public readonly defaultName: string;
  public readonly displayName: string | undefined;

  /** One sentence for each bundle that OLM cannot install this way. */
  private readonly refusals: string[] = [];

  public constructor(private readonly scope: Construct, props: OperatorRegistryProps) {
    this.catalog = this.catalogThatFits(props);
    const only = this.catalog.packages.length === 1 ? this.catalog.packages[0] : undefined;
    this.defaultName = only === undefined ? Names.toDnsLabel(scope) : registryName(only.name);
    this.displayName = only?.bundles.at(-1)?.displayName;
  }

  /** Refuses, when the app is synthesized, each bundle that is too large. */
  public checkSizes(): void {
    this.scope.node.addValidation({ validate: () => this.refusals });
  }

  private catalogThatFits(props: OperatorRegistryProps): Catalog {
    if ((props.bundles === undefined) === (props.catalog === undefined)) {
      throw new ConstructError(this.scope, `give 'bundles' or 'catalog', got ${props.bundles === undefined ? 'neither' : 'both'}`);
    }
    if (props.catalog !== undefined && props.channels !== undefined) {
      throw new ConstructError(this.scope, '\'channels\' says how they come from \'bundles\', and \'catalog\' has its own; give it to Catalog.fromBundles');
    }
    if (props.bundles?.length === 0) {
      throw new ConstructError(this.scope, 'there is no bundle to serve; add one to \'bundles\'');
    }
    const catalog = props.catalog ?? Catalog.fromBundles(props.bundles!, props.channels === undefined ? {} : { channels: props.channels });
    if (catalog.packages.length === 0) {
      throw new ConstructError(this.scope, 'the catalog is empty, so there is nothing to serve; give one with a package in \'catalog\'');
    }
    const changed = new Map<CatalogBundle, Bundle>();
    for (const bundle of catalog.bundles) {
      const slimmed = bundle.image === undefined ? this.fitting(bundle, props.slim ?? SlimLevel.NONE) : this.unpackable(bundle);
      if (slimmed !== bundle.content) {
        changed.set(bundle, slimmed!);
      }
    }
    return catalog._withContents(changed);
  }

  /** A bundle that the catalog carries itself, after slimming; undefined where its content is nothing that OLM could install anyway. */
  private fitting(bundle: CatalogBundle, level: SlimLevel): Bundle | undefined {
    if (bundle.content === undefined) {
      return undefined;
    }
    const slimmed = slimBundle(bundle.content, level);
    this.removed.push(...slimmed.removed.map(what => `${bundle.name}: ${what}`));
    if (slimmed.refusal !== undefined) {
      this.refusals.push(slimmed.refusal);
    }
    return slimmed.bundle;
  }

  /** A bundle that OLM unpacks from an image, as it is. How large it is can be told where the app has it. */
  private unpackable(bundle: CatalogBundle): Bundle | undefined {
    const refusal = bundle.content === undefined ? undefined : imageRefusal(bundle.content);
    if (refusal !== undefined) {
      this.refusals.push(refusal);
    }
    return bundle.content;
  }
}
