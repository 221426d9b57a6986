import { parseVersionRange, rangeContains, type VersionRange } from '../../formats/semver/version-range';
import { type BundleFacts, newestFirst } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';
import type { CatalogIndex } from './catalog-index';
import { KeptPackage } from './kept-package';

/** A requirement of a kept bundle. */
interface Requirement {
  /** Description for notes. */
  readonly description: string;
  readonly isMetBy: (bundle: BundleFacts) => boolean;
  /** Names of the packages that may meet it. */
  readonly packages: readonly string[];
}

/**
 * Keeps, for each requirement of kept bundles that no kept bundle meets, the bundle that OLM would choose first, and then does the same for the
 * requirements of that bundle.
 *
 * OLM tries the default channel of a package first, and in a channel the entry nearest to the head. Packages that are already kept come before
 * others. A requirement that nothing meets is noted: another catalog may meet it.
 */
export function keepDependencies(index: CatalogIndex, kept: Map<string, KeptPackage>, notes: string[]): void {
  const known = new Map<string, readonly BundleFacts[]>();
  const done = new Set<string>();
  const providers = providersByApi(index);
  // Grows during iteration: bundles kept for a requirement may have further requirements.
  const bundles = [...kept.values()].flatMap((keptPackage) => newlyKept(keptPackage, known));
  for (const bundle of bundles) {
    for (const requirement of requirementsOf(bundle, providers).filter(({ description }) => !done.has(description))) {
      done.add(requirement.description);
      const candidates = requirement.packages.flatMap((name) => known.get(name) ?? []);
      const chosen = candidates.some(requirement.isMetBy) ? 'met' : choose(index, kept, requirement);
      if (chosen === undefined) {
        notes.push(`bundle "${bundle.name}" requires ${requirement.description}, which no bundle of the catalog and the filter provides`);
      } else if (chosen !== 'met') {
        notes.push(`bundle "${chosen.bundle}" is kept because "${bundle.name}" requires ${requirement.description}`);
        newlyKept(keep(index, kept, chosen), known).forEach((more) => bundles.push(more));
      }
    }
  }
}

/** Returns the bundles of a package that were not kept at the last call, and updates `known`. */
function newlyKept(keptPackage: KeptPackage, known: Map<string, readonly BundleFacts[]>): BundleFacts[] {
  const before = new Set(known.get(keptPackage.name));
  const now = [...keptPackage.bundles()].map((name) => keptPackage.indexed.bundles.get(name)).filter((facts) => facts !== undefined);
  known.set(keptPackage.name, now);
  return now.filter((facts) => !before.has(facts));
}

/** Returns the packages that provide each API, in the order of the catalog. */
function providersByApi(index: CatalogIndex): ReadonlyMap<string, readonly string[]> {
  const packages = new Map<string, Set<string>>();
  for (const [name, { bundles }] of index) {
    for (const api of [...bundles.values()].flatMap(({ provides }) => provides)) {
      packages.set(api, (packages.get(api) ?? new Set()).add(name));
    }
  }
  return new Map([...packages].map(([api, names]) => [api, [...names]]));
}

function requirementsOf({ requiresApis, requiresPackages }: BundleFacts, providers: ReadonlyMap<string, readonly string[]>): Requirement[] {
  return [
    ...requiresApis.map((api) => ({
      description: `the API ${api}`,
      packages: providers.get(api) ?? [],
      isMetBy: ({ provides }: BundleFacts): boolean => provides.includes(api),
    })),
    ...requiresPackages.map(({ name, range }) => ({
      description: `package "${name}" ${range}`,
      packages: [name],
      isMetBy: inRange(name, parseVersionRange(range)),
    })),
  ];
}

function inRange(packageName: string, range: VersionRange | undefined): (bundle: BundleFacts) => boolean {
  return ({ package: own, version }) => own === packageName && range !== undefined && version !== undefined && rangeContains(range, version);
}

/** A bundle in a channel. */
interface Choice {
  readonly package: string;
  readonly channel: string;
  readonly bundle: string;
}

function choose(index: CatalogIndex, kept: ReadonlyMap<string, KeptPackage>, requirement: Requirement): Choice | undefined {
  for (const name of [...requirement.packages].sort((left, right) => Number(kept.has(right)) - Number(kept.has(left)))) {
    const indexed = index.get(name);
    const isCandidate = [...indexed?.bundles.values() ?? []].some(requirement.isMetBy);
    const channels = isCandidate ? kept.get(name)?.allowedChannels() ?? indexed!.channels : [];
    const rank = (channel: ChannelBlob): number => (
      (kept.get(name)?.hasChannel(channel.name) === true ? 0 : 2) + (channel.name === indexed!.blob.defaultChannel ? 0 : 1)
    );
    for (const channel of [...channels].sort((left, right) => rank(left) - rank(right))) {
      const bundle = headToTail(channel, indexed!.bundles).find((entry) => {
        const facts = indexed!.bundles.get(entry);
        return facts !== undefined && requirement.isMetBy(facts);
      });
      if (bundle !== undefined) {
        return { package: name, channel: channel.name, bundle };
      }
    }
  }
  return undefined;
}

function keep(index: CatalogIndex, kept: Map<string, KeptPackage>, { package: name, channel, bundle }: Choice): KeptPackage {
  const keptPackage = kept.get(name) ?? new KeptPackage(index.get(name)!, new Map(), undefined);
  kept.set(name, keptPackage);
  keptPackage.keep(channel, bundle);
  return keptPackage;
}

/** Returns the entries in the order in which OLM tries them: from the head down, then skipped ones from the newest to the oldest. */
function headToTail(channel: ChannelBlob, facts: ReadonlyMap<string, BundleFacts>): string[] {
  const skipped = new Set(channel.entries.flatMap(({ skips }) => skips ?? []));
  const offered = new Set(new ChannelGraph(channel.entries).replacesPath().filter((name) => !skipped.has(name)));
  return [...offered, ...newestFirst(channel.entries.map(({ name }) => name).filter((name) => !offered.has(name)), facts)];
}
