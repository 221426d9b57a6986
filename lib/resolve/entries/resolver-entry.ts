import { parseTolerantVersion, parseVersion, type Version } from '../../formats/semver/version';
import { parseVersionRange, rangeContains, type VersionRange } from '../../formats/semver/version-range';
import type { ProvidedProperties } from './provided-properties';

/** Name of the source of the operators that are installed in a namespace. */
export const INSTALLED_SOURCE = '@existing';

/** Identifier of a source of entries. */
export interface SourceKey {
  /** Name of the CatalogSource, or `INSTALLED_SOURCE`. */
  readonly name: string;
  readonly namespace: string;
}

/** Content of an entry. */
export interface ResolverEntryContent {
  readonly source: SourceKey;
  /** Name of the package, or an empty string if it is unknown for an installed operator. */
  readonly package: string;
  /** Name of the channel, or an empty string for an installed operator. */
  readonly channel: string;
  readonly isDefaultChannel: boolean;
  /** Name of the ClusterServiceVersion. */
  readonly csv: string;
  readonly version: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
  readonly properties: ProvidedProperties;
  /** Whether it is installed and belongs to a Subscription. */
  readonly hasSubscription?: boolean;
}

/**
 * Candidate of OLM's resolver: a bundle in one channel, or an installed operator.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/cache/operators.go
 */
export class ResolverEntry {
  /** Identifier in OLM's messages: `catalog/namespace/channel/csv`. */
  public readonly id: string;

  public readonly source: SourceKey;
  public readonly package: string;
  public readonly channel: string;
  public readonly isDefaultChannel: boolean;
  public readonly csv: string;
  public readonly versionString: string;
  public readonly replaces: string | undefined;
  public readonly skips: readonly string[];
  public readonly properties: ProvidedProperties;
  public readonly hasSubscription: boolean;

  readonly #skipRange: string | undefined;
  #parsedSkipRange: VersionRange | undefined | null = null;
  #version: Version | undefined | null = null;

  public constructor(content: ResolverEntryContent) {
    this.source = content.source;
    this.package = content.package;
    this.channel = content.channel;
    this.isDefaultChannel = content.isDefaultChannel;
    this.csv = content.csv;
    this.versionString = content.version;
    this.replaces = content.replaces;
    this.skips = content.skips ?? [];
    this.properties = content.properties;
    this.hasSubscription = content.hasSubscription ?? false;
    this.#skipRange = content.skipRange;
    this.id = `${content.source.name}/${content.source.namespace}/${content.channel}/${content.csv}`;
  }

  /** Whether it is already installed. */
  public get isInstalled(): boolean {
    return this.source.name === INSTALLED_SOURCE;
  }

  /** Version, parsed as leniently as OLM does, or undefined if it is still invalid. */
  public get version(): Version | undefined {
    if (this.#version === null) {
      const strict = parseTolerantVersion(this.versionString);
      this.#version = strict === undefined ? undefined : parseVersion(strict);
    }
    return this.#version;
  }

  /** Whether it belongs to a package, according to its source or its properties. */
  public isOfPackage(name: string): boolean {
    return this.package === name || this.properties.packages.some((provided) => provided.name === name);
  }

  /** Whether one of its versions is in a range. */
  public hasVersionIn(range: VersionRange): boolean {
    const versions = [...this.properties.packages.map(({ version }) => version), this.version];
    return versions.some((version) => version !== undefined && rangeContains(range, version));
  }

  /** Whether OLM may upgrade an installed operator to it. Like OLM, it ignores an invalid skipRange. */
  public canFollow({ csv, version }: ResolverEntry): boolean {
    return this.replaces === csv || this.skips.includes(csv) || (version !== undefined && this.#skipRangeContains(version));
  }

  #skipRangeContains(version: Version): boolean {
    if (this.#parsedSkipRange === null) {
      this.#parsedSkipRange = this.#skipRange === undefined ? undefined : parseVersionRange(this.#skipRange);
    }
    return this.#parsedSkipRange !== undefined && rangeContains(this.#parsedSkipRange, version);
  }
}
