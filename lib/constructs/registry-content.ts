import { Names } from 'cdk8s';
import { Construct } from 'constructs';
import { ConstructError } from './construct-error';
import { OperatorRegistryProps } from './operator-registry-props';
import { registryName } from './registry-name';
import { Bundle } from '../bundle/bundle';
import { Catalog } from '../bundle/catalog/catalog';
import { SlimLevel, slimBundle } from '../bundle/slim';

/**
 * What a registry serves: from bundles or a catalog, slimmed where the user allows it, and checked against what OLM
 * can install from a catalog that carries the bundles' content itself.
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
    this.defaultName = only === undefined ? Names.toDnsLabel(scope) : registryName(only);
    this.displayName = only === undefined ? undefined : this.catalog.bundles.at(-1)?.csv.displayName;
  }

  /** Refuses, when the app is synthesized, each bundle that is too large. */
  public checkSizes(): void {
    this.scope.node.addValidation({ validate: () => this.refusals });
  }

  private catalogThatFits(props: OperatorRegistryProps): Catalog {
    if ((props.bundles === undefined) === (props.catalog === undefined)) {
      throw new ConstructError(this.scope, `give 'bundles' or 'catalog', got ${props.bundles === undefined ? 'neither' : 'both'}`);
    }
    const bundles = props.catalog?.bundles ?? props.bundles ?? [];
    if (bundles.length === 0) {
      throw new ConstructError(this.scope, 'there is no bundle to serve; add one to \'bundles\'');
    }
    const fitting = bundles.map(bundle => this.fitting(bundle, props.slim ?? SlimLevel.NONE));
    if (props.catalog === undefined) {
      return Catalog.fromBundles(fitting);
    }
    return this.removed.length === 0 ? props.catalog : props.catalog._withBundles(fitting);
  }

  private fitting(bundle: Bundle, level: SlimLevel): Bundle {
    const slimmed = slimBundle(bundle, level);
    this.removed.push(...slimmed.removed.map(what => `${bundle.name}: ${what}`));
    if (slimmed.refusal !== undefined) {
      this.refusals.push(slimmed.refusal);
    }
    return slimmed.bundle;
  }
}
