import type { BundleFacts } from './bundle-facts';
import { newestFirst } from './bundle-facts';
import type { CatalogIndex } from './catalog-index';
import { KeptPackage } from './kept-package';
import { replacesPath } from './replaces-path';
import type { VersionRange } from '../version-range';
import { parseVersionRange, rangeContains } from '../version-range';
import type { ChannelDocument } from '../wire';

/** Something that a kept bundle needs of another. */
interface Requirement {
  readonly text: string;
  readonly isMetBy: (bundle: BundleFacts) => boolean;
  /** The packages that may meet it. */
  readonly packages: readonly string[];
}

/**
 * Wants, for everything that kept bundles require and no kept bundle provides, the bundle that OLM would take first; and so on for what
 * those require.
 *
 * Within a package that is the default channel first, and in a channel the entry nearest to the head. Packages that are kept anyway go
 * before others. What nothing provides is noted: it may well come from another catalog.
 */
export function wantDependencies(index: CatalogIndex, kept: Map<string, KeptPackage>, notes: string[]): void {
  const known = new Map<string, readonly BundleFacts[]>();
  const done = new Set<string>();
  const providers = providersByApi(index);
  // The list grows while it is walked: what is kept for a requirement has requirements of its own.
  const bundles = [...kept.values()].flatMap((keptPackage) => newlyKept(keptPackage, known));
  for (const bundle of bundles) {
    for (const requirement of requirementsOf(bundle, providers).filter(({ text }) => !done.has(text))) {
      done.add(requirement.text);
      const candidates = requirement.packages.flatMap((name) => known.get(name) ?? []);
      const chosen = candidates.some(requirement.isMetBy) ? 'met' : choose(index, kept, requirement);
      if (chosen === undefined) {
        notes.push(`bundle "${bundle.name}" requires ${requirement.text}, which nothing that may be kept provides`);
      } else if (chosen !== 'met') {
        notes.push(`bundle "${chosen.bundle}" is kept because "${bundle.name}" requires ${requirement.text}`);
        newlyKept(want(index, kept, chosen), known).forEach((more) => bundles.push(more));
      }
    }
  }
}

/** The bundles of a package that were not kept when it was last looked at. */
function newlyKept(keptPackage: KeptPackage, known: Map<string, readonly BundleFacts[]>): BundleFacts[] {
  const before = new Set(known.get(keptPackage.name));
  const now = [...keptPackage.bundles()].map((name) => keptPackage.indexed.bundles.get(name)).filter((facts) => facts !== undefined);
  known.set(keptPackage.name, now);
  return now.filter((facts) => !before.has(facts));
}

/** The packages that provide an API, in the order of the catalog. */
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
      text: `the API ${api}`,
      packages: providers.get(api) ?? [],
      isMetBy: ({ provides }: BundleFacts): boolean => provides.includes(api),
    })),
    ...requiresPackages.map(({ name, range }) => ({
      text: `package "${name}" ${range}`,
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
    const rank = (channel: ChannelDocument): number => (
      (kept.get(name)?.hasChannel(channel.name) === true ? 0 : 2) + (channel.name === indexed!.document.defaultChannel ? 0 : 1)
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

function want(index: CatalogIndex, kept: Map<string, KeptPackage>, { package: name, channel, bundle }: Choice): KeptPackage {
  const keptPackage = kept.get(name) ?? new KeptPackage(index.get(name)!, new Map(), undefined);
  kept.set(name, keptPackage);
  keptPackage.want(channel, bundle);
  return keptPackage;
}

/** The entries as OLM tries them: down from the head, then, from the newest, those that are skipped. */
function headToTail(channel: ChannelDocument, facts: ReadonlyMap<string, BundleFacts>): string[] {
  const skipped = new Set(channel.entries.flatMap(({ skips }) => skips ?? []));
  const offered = replacesPath(channel).filter((name) => !skipped.has(name));
  return [...offered, ...newestFirst(channel.entries.map(({ name }) => name).filter((name) => !offered.includes(name)), facts)];
}
