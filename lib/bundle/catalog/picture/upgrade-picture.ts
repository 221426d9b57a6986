import type { ChannelDrawing } from './channel-drawing';
import { channelDrawing, mermaidText, svgText, upgradePath } from './on-demand';
import type { Catalog } from '../catalog';
import type { UpgradeEdge } from '../diff/catalog-changes';
import { quoted, quotedList } from '../quoted';
import { byPackage } from '../rules/package-documents';
import type { PackageDocuments } from '../rules/package-documents';
import type { BundleFacts } from '../selection/bundle-facts';
import { bundleFacts } from '../selection/on-demand';
import type { ChannelDocument } from '../wire';

/** Nobody reads a larger picture, and laying it out would take minutes. */
const LARGEST_CHANNEL = 2000;

/** What a picture shows. */
export interface UpgradePictureOptions {
  /**
   * The channels, in the order of the picture.
   *
   * @default - all channels of the package
   */
  readonly channels?: string[];

  /**
   * A bundle, by name, or a version. The upgrades that OLM would make from there to the head are highlighted. It need not be in a channel: a
   * cluster may run what a catalog no longer has.
   *
   * @default - nothing is highlighted
   */
  readonly from?: string;
}

/**
 * A picture of the upgrades that a package offers: bundles from the head down, what replaces, skips and skip ranges say, and what is
 * deprecated. The same catalog gives the same picture.
 */
export class UpgradePicture {
  /**
   * Draws the channels of a package.
   *
   * @param catalog the catalog
   * @param packageName the package
   * @throws Error when the catalog has no such package or channel, or when a channel has more than 2,000 bundles
   */
  public static of(catalog: Catalog, packageName: string, options: UpgradePictureOptions = {}): UpgradePicture {
    const documents = byPackage(catalog._documents).get(catalog.findPackage(packageName).name)!;
    const names = options.channels ?? documents.channels.map(({ name }) => name);
    const channels = names.map((name) => channelNamed(name, documents));
    return new UpgradePicture(channels, documents, options.from);
  }

  readonly #channels: readonly ChannelDocument[];
  readonly #from: string | undefined;
  readonly #facts: ReadonlyMap<string, BundleFacts>;
  readonly #drawings: readonly ChannelDrawing[];

  private constructor(channels: readonly ChannelDocument[], owner: PackageDocuments, from: string | undefined) {
    this.#channels = channels;
    this.#from = from;
    this.#facts = new Map(owner.bundles.map((bundle) => [bundle.name, bundleFacts(bundle)]));
    this.#drawings = channels.map((channel) => channelDrawing(channel, owner, this.#facts, from));
  }

  /**
   * The upgrades that OLM would make one after the other in a channel, from `from` on: each time to the bundle nearest the head that can
   * follow. Empty without `from`, at the head, and where nothing follows.
   *
   * @param channel one of the channels in the picture
   * @throws Error when the channel is not in the picture
   */
  public path(channel: string): UpgradeEdge[] {
    const found = this.#channels.find(({ name }) => name === channel);
    if (found === undefined) {
      throw new Error(`the picture has no channel ${quoted(channel)}; it has ${quotedList(this.#channels.map(({ name }) => name))}`);
    }
    return this.#from === undefined ? [] : upgradePath(found, this.#from, this.#facts);
  }

  /**
   * The picture as a mermaid flowchart, which GitHub and GitLab draw in Markdown.
   *
   * @see https://mermaid.js.org/syntax/flowchart.html
   */
  public toMermaid(): string {
    return mermaidText(this.#drawings);
  }

  /** The picture as an SVG file. It needs nothing else, and can be read on light and on dark pages. */
  public toSvg(): string {
    return svgText(this.#drawings);
  }
}

function channelNamed(name: string, { name: packageName, channels }: PackageDocuments): ChannelDocument {
  const channel = channels.find((candidate) => candidate.name === name);
  if (channel === undefined) {
    throw new Error(`package ${quoted(packageName)} has no channel ${quoted(name)}; it has ${quotedList(channels.map((candidate) => candidate.name))}`);
  }
  if (channel.entries.length > LARGEST_CHANNEL) {
    throw new Error(`channel ${quoted(name)} of package ${quoted(packageName)} has ${channel.entries.length} bundles, and a picture of more than `
      + `${LARGEST_CHANNEL} cannot be read; select some of them first (Catalog.select)`);
  }
  return channel;
}
