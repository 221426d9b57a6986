import { checkArguments } from '../formats/options/check-arguments';
import { quoted, quotedList } from '../text/phrases';
import { printableMessage } from '../text/printable';
import type { Catalog } from './catalog';
import type { UpgradeEdge } from './compare/catalog-changes';
import { type BundleFacts, bundleFacts } from './declcfg/bundle-facts';
import { checkOptions } from './declcfg/catalog-error';
import { byPackage, type ChannelBlob, type PackageBlobs } from './declcfg/declcfg';
import { type ChannelDrawing, channelDrawing } from './graph/channel-drawing';
import { toMermaid } from './graph/mermaid';
import { toSvg } from './graph/svg';
import { UpgradePaths } from './graph/upgrade-path';

/** Maximum number of bundles in a drawn channel: a larger drawing is unreadable, and its layout would take minutes. */
const MAX_CHANNEL_BUNDLES = 2000;

/** Options of `UpgradeGraph.of`. */
export interface UpgradeGraphOptions {
  /**
   * Names of the channels to draw, in this order.
   *
   * @default - all channels of the package
   */
  readonly channels?: string[];

  /**
   * Name or version of a bundle. The upgrades that OLM would make from it to the head are highlighted. The bundle need not be in the channel: a
   * cluster may run a bundle that is no longer in the catalog.
   *
   * @default - nothing is highlighted
   */
  readonly fromBundle?: string;
}

/**
 * A drawing of the upgrades that a package offers: its bundles from the head down, with `replaces`, `skips`, `skipRange` and deprecations.
 * Equal catalogs have equal drawings.
 */
export class UpgradeGraph {
  /**
   * Draws the channels of a package.
   *
   * @param packageName name of the package
   * @throws Error if the catalog has no such package or channel, or if a channel has more than 2,000 bundles
   */
  public static of(catalog: Catalog, packageName: string, options: UpgradeGraphOptions = {}): UpgradeGraph {
    checkArguments('UpgradeGraph.of', { catalog, packageName });
    checkOptions('options of UpgradeGraph.of', 'UpgradeGraphOptions', options);
    const blobs = byPackage(catalog._blobs).get(catalog.findPackage(packageName).name)!;
    const names = options.channels ?? blobs.channels.map(({ name }) => name);
    const channels = names.map((name) => channelNamed(name, blobs));
    return new UpgradeGraph(channels, blobs, options.fromBundle);
  }

  readonly #channels: readonly ChannelBlob[];
  readonly #from: string | undefined;
  readonly #facts: ReadonlyMap<string, BundleFacts>;
  readonly #drawings: readonly ChannelDrawing[];

  private constructor(channels: readonly ChannelBlob[], owner: PackageBlobs, from: string | undefined) {
    this.#channels = channels;
    this.#from = from;
    this.#facts = new Map(owner.bundles.map((bundle) => [bundle.name, bundleFacts(bundle)]));
    this.#drawings = channels.map((channel) => channelDrawing(channel, owner, this.#facts, from));
  }

  /**
   * Returns the upgrades that OLM would make one after the other from `from` to the head of a channel, each to the bundle nearest to the head that
   * allows it. The list is empty without `from`, if `from` is the head, or if no upgrade is possible.
   *
   * @param channel name of a drawn channel
   * @throws Error if the channel is not drawn
   */
  public path(channel: string): UpgradeEdge[] {
    checkArguments('UpgradeGraph#path', { channel });
    const found = this.#channels.find(({ name }) => name === channel);
    if (found === undefined) {
      throw new Error(printableMessage(`the graph has no channel ${quoted(channel)}; it has ${quotedList(this.#channels.map(({ name }) => name))}`));
    }
    return this.#from === undefined ? [] : new UpgradePaths(found, this.#facts).from(this.#from);
  }

  /**
   * Returns the drawing as a Mermaid flowchart, which GitHub and GitLab render in Markdown.
   *
   * @see https://mermaid.js.org/syntax/flowchart.html
   */
  public toMermaid(): string {
    return toMermaid(this.#drawings);
  }

  /** Returns the drawing as a self-contained SVG image, readable on light and dark pages. */
  public toSvg(): string {
    return toSvg(this.#drawings);
  }
}

function channelNamed(name: string, { name: packageName, channels }: PackageBlobs): ChannelBlob {
  const channel = channels.find((candidate) => candidate.name === name);
  if (channel === undefined) {
    throw new Error(printableMessage(`package ${quoted(packageName)} has no channel ${quoted(name)}; it has ${quotedList(channels.map((candidate) => candidate.name))}`));
  }
  if (channel.entries.length > MAX_CHANNEL_BUNDLES) {
    throw new Error(printableMessage(`channel ${quoted(name)} of package ${quoted(packageName)} has ${channel.entries.length} bundles, and a drawing of more than `
      + `${MAX_CHANNEL_BUNDLES} would be unreadable; filter the catalog first (Catalog.filter)`));
  }
  return channel;
}
