import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { quoted, quotedList } from '../text/phrases';
import { printableMessage } from '../text/printable';
import type { CatalogBundle } from './catalog-bundle';
import { bundleFacts, isDeprecation } from './declcfg/bundle-facts';
import { ChannelGraph } from './declcfg/channel-graph';
import type { ChannelBlob } from './declcfg/declcfg';
import { UpgradePaths } from './graph/upgrade-path';

/** An entry of a channel: a bundle, and which bundles can be upgraded to it. */
export interface CatalogChannelEntry {
  /** The bundle. */
  readonly bundle: CatalogBundle;

  /**
   * Name of the bundle that it replaces. The oldest entry of a channel may name a bundle that is not in the channel.
   *
   * @default - it replaces no bundle
   */
  readonly replaces?: string;

  /** Names of further bundles that can be upgraded to it, and that OLM no longer installs. */
  readonly skips: string[];

  /**
   * Further versions that can be upgraded to it, such as `>=1.0.0 <1.2.0`.
   *
   * @default - none
   */
  readonly skipRange?: string;
}

/**
 * A channel of a package in a catalog: bundles, and the upgrades between them.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export class CatalogChannel {
  /**
   * @internal
   * @param blob a channel that opm accepts
   * @param bundles the bundles of the package, oldest first
   */
  public static _of(blob: ChannelBlob, bundles: readonly CatalogBundle[], deprecation: string | undefined): CatalogChannel {
    return new CatalogChannel(blob, bundles, deprecation);
  }

  /** Name of the channel. */
  public readonly name: string;

  /** Name of its package. */
  public readonly packageName: string;

  /** Its entries, in the order of the catalog. */
  public readonly entries: CatalogChannelEntry[];

  /** Its bundles, oldest first. */
  public readonly bundles: CatalogBundle[];

  /** The bundle that every upgrade in the channel leads to. */
  public readonly head: CatalogBundle;

  /** Deprecation message, or undefined if the channel is not deprecated. */
  public readonly deprecation?: string;

  readonly #blob: ChannelBlob;
  readonly #bundles: ReadonlyMap<string, CatalogBundle>;
  #knownPaths: UpgradePaths | undefined;

  private constructor(blob: ChannelBlob, bundles: readonly CatalogBundle[], deprecation: string | undefined) {
    this.name = blob.name;
    this.packageName = blob.package;
    this.#blob = blob;
    const graph = new ChannelGraph(blob.entries);
    const members = bundles.filter(({ name }) => graph.entry(name) !== undefined);
    this.#bundles = new Map(members.map((bundle) => [bundle.name, bundle]));
    this.bundles = members;
    this.entries = blob.entries.map(({ name, replaces, skips = [], skipRange }) => ({
      bundle: this.#bundles.get(name)!,
      ...defined({ replaces }),
      skips: [...skips],
      ...defined({ skipRange }),
    }));
    this.head = this.#bundles.get(graph.heads[0]!.name)!;
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
  }

  /**
   * Returns the bundles that OLM installs one after the other when it upgrades a bundle to the head, excluding that bundle. Each upgrade goes to the
   * bundle nearest to the head that allows it by `replaces`, `skips` or `skipRange`, never to a skipped one or one with the property
   * `olm.deprecated`. The list is empty if the bundle is the head, and ends before the head if no further upgrade is possible.
   *
   * @param bundle name or version of a bundle, which may no longer be in the channel
   * @throws Error if the channel has no such bundle and no upgrade from it
   */
  public pathToHead(bundle: string): CatalogBundle[] {
    checkArguments('CatalogChannel#pathToHead', { bundle });
    return this._pathFrom(bundle);
  }

  /** @internal */
  public get _blob(): ChannelBlob {
    return this.#blob;
  }

  /**
   * @internal
   * @param version version of the bundle, for upgrades by `skipRange` if the channel no longer has it and `bundle` is its name
   */
  public _pathFrom(bundle: string, version?: string): CatalogBundle[] {
    const path = this.#paths().from(bundle, version).map(({ toBundle: to }) => this.#bundles.get(to)!);
    if (path.length === 0 && !this.bundles.some(({ name, version }) => name === bundle || version === bundle)) {
      throw new Error(printableMessage(`channel ${quoted(this.name)} of package ${quoted(this.packageName)} has no bundle ${quoted(bundle)}, and no upgrade from it; it has `
        + quotedList(this.bundles.map(({ name }) => name))));
    }
    return path;
  }

  /**
   * Returns the bundle at which OLM arrives if it follows the channel: from nothing, the bundle nearest to the head without the property
   * `olm.deprecated`; from a given one, the end of its upgrade path. Returns undefined if OLM installs none.
   *
   * @internal
   * @param from name of the bundle that OLM installs first
   */
  public _destination(from?: string): CatalogBundle | undefined {
    if (from === undefined) {
      const [newest] = this.#paths().offered;
      return newest === undefined ? undefined : this.#bundles.get(newest.name);
    }
    return this.#bundles.get(this.#paths().from(from).at(-1)?.toBundle ?? from);
  }

  /**
   * Returns the bundle to which OLM upgrades another one next, which need not be in the channel, or undefined if it upgrades it to none.
   *
   * @internal
   */
  public _upgradeOf({ name, version }: CatalogBundle): CatalogBundle | undefined {
    const next = this.#paths().firstFrom(name, version);
    return next === undefined ? undefined : this.#bundles.get(next.toBundle);
  }

  /**
   * Whether OLM does not install a bundle of the channel, because it has the property `olm.deprecated`.
   *
   * @internal
   * @param bundle name of the bundle
   */
  public _isDeprecated(bundle: string): boolean {
    return this.#bundles.get(bundle)?.properties.some(isDeprecation) === true;
  }

  #paths(): UpgradePaths {
    this.#knownPaths ??= new UpgradePaths(this.#blob, new Map(this.bundles.map((bundle) => [bundle.name, bundleFacts(bundle._blob)])));
    return this.#knownPaths;
  }
}
