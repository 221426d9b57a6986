import { defined } from '../../formats/json/defined';
import { compareUtf8, plainJson } from '../../formats/json/go-json';
import { packageProperties } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import {
  type BundleBlob, byPackage, type CatalogBlob, type ChannelBlob, type ChannelEntry, type DeprecationEntry, type PackageBlob, type PackageBlobs,
  type Property,
} from '../declcfg/declcfg';
import { blobToJson } from '../declcfg/write-blob';
import {
  type BundleChange, CatalogChange, type ChannelChange, type DeprecationChange, type PackageChange, type UpgradeEdge, UpgradeEdgeKind,
} from './catalog-changes';

const NOTHING: Omit<PackageBlobs, 'name'> = { packages: [], channels: [], bundles: [], deprecations: [] };
const DEPRECATION_ORDER = ['olm.package', 'olm.channel', 'olm.bundle'];

/** Returns the packages that differ between two catalogs, sorted by name. */
export function diffBlobs(before: readonly CatalogBlob[], after: readonly CatalogBlob[]): PackageChange[] {
  return pairs([...byPackage(before).values()], [...byPackage(after).values()], ({ name }) => name).map(packageChange)
    .filter((change) => change !== undefined);
}

function packageChange(pair: Pair<PackageBlobs>): PackageChange | undefined {
  const [before, after] = [pair.before ?? NOTHING, pair.after ?? NOTHING];
  const change: PackageChange = {
    name: pair.key,
    change: changeOf(pair),
    ...defined({ defaultChannelBefore: before.packages[0]?.defaultChannel, defaultChannelAfter: after.packages[0]?.defaultChannel }),
    fields: packageFields(before.packages[0], after.packages[0]),
    channels: pairs(before.channels, after.channels, ({ name }) => name).filter(differ).map(channelChange).filter(hasChanges),
    bundles: pairs(before.bundles, after.bundles, ({ name }) => name).filter(differ).map(bundleChange),
    deprecations: deprecationChanges(entriesOf(before), entriesOf(after)),
  };
  const isSame = pair.before !== undefined && pair.after !== undefined && change.defaultChannelBefore === change.defaultChannelAfter
    && [change.fields, change.channels, change.bundles, change.deprecations].every((changes) => changes.length === 0);
  return isSame ? undefined : change;
}

function differ({ before, after }: Pair<CatalogBlob>): boolean {
  return before === undefined || after === undefined || blobToJson(before) !== blobToJson(after);
}

/** Whether anything differs besides the order of entries and fields unknown to opm. */
function hasChanges({ headBefore, headAfter, entriesAdded, entriesRemoved, edgesAdded, edgesRemoved }: ChannelChange): boolean {
  return headBefore !== headAfter || [entriesAdded, entriesRemoved, edgesAdded, edgesRemoved].some((changes) => changes.length > 0);
}

function packageFields(before: PackageBlob | undefined, after: PackageBlob | undefined): string[] {
  if (before === undefined || after === undefined) {
    return [];
  }
  const json = ({ properties, ...rest }: PackageBlob, field: 'icon' | 'description' | 'properties'): string => (
    field === 'properties' ? (properties ?? []).map(propertyKey).join('\n') : plainJson(rest[field] ?? null)
  );
  return (['icon', 'description', 'properties'] as const).filter((field) => json(before, field) !== json(after, field));
}

function channelChange(pair: Pair<ChannelBlob>): ChannelChange {
  const [before, after] = [pair.before?.entries ?? [], pair.after?.entries ?? []];
  const [edgesBefore, edgesAfter] = [edgesOf(before), edgesOf(after)];
  const names = (entries: readonly ChannelEntry[]): string[] => entries.map(({ name }) => name);
  return {
    name: pair.key,
    change: changeOf(pair),
    ...defined({ headBefore: headOf(before), headAfter: headOf(after) }),
    entriesAdded: onlyInSecond(names(before), names(after)),
    entriesRemoved: onlyInSecond(names(after), names(before)),
    edgesAdded: edgesOnlyIn(edgesAfter, edgesBefore),
    edgesRemoved: edgesOnlyIn(edgesBefore, edgesAfter),
  };
}

function headOf(entries: readonly ChannelEntry[]): string | undefined {
  return new ChannelGraph(entries).heads[0]?.name;
}

/** Returns the upgrades that entries allow, by a unique key. */
function edgesOf(entries: readonly ChannelEntry[]): ReadonlyMap<string, UpgradeEdge> {
  const edges = entries.flatMap(({ name: toBundle, replaces, skips, skipRange }): UpgradeEdge[] => [
    ...(replaces === undefined ? [] : [{ fromBundle: replaces, toBundle, kind: UpgradeEdgeKind.REPLACES }]),
    ...(skips ?? []).map((fromBundle) => ({ fromBundle, toBundle, kind: UpgradeEdgeKind.SKIPS })),
    ...(skipRange === undefined ? [] : [{ fromBundle: skipRange, toBundle, kind: UpgradeEdgeKind.SKIP_RANGE }]),
  ]);
  return new Map(edges.map((edge) => [plainJson([edge.toBundle, edge.kind, edge.fromBundle]), edge]));
}

function edgesOnlyIn(edges: ReadonlyMap<string, UpgradeEdge>, others: ReadonlyMap<string, UpgradeEdge>): UpgradeEdge[] {
  return onlyInSecond([...others.keys()], [...edges.keys()]).map((key) => edges.get(key)!);
}

function bundleChange(pair: Pair<BundleBlob>): BundleChange {
  const { before, after } = pair;
  const images = (bundle: BundleBlob | undefined): string[] => (bundle?.relatedImages ?? []).map(({ image }) => image);
  return {
    name: pair.key,
    change: changeOf(pair),
    ...defined({ versionBefore: versionOf(before), versionAfter: versionOf(after), imageBefore: before?.image, imageAfter: after?.image }),
    properties: before === undefined || after === undefined ? [] : propertyTypes(before.properties, after.properties),
    relatedImagesAdded: before === undefined ? [] : onlyInSecond(images(before), images(after)),
    relatedImagesRemoved: after === undefined ? [] : onlyInSecond(images(after), images(before)),
  };
}

function versionOf(bundle: BundleBlob | undefined): string | undefined {
  return bundle === undefined ? undefined : packageProperties(bundle)[0]?.version ?? '';
}

/** Returns the types of the properties that only one of two lists has. */
function propertyTypes(before: readonly Property[], after: readonly Property[]): string[] {
  const [keysBefore, keysAfter] = [before.map(propertyKey), after.map(propertyKey)];
  const only = new Set([...onlyInSecond(keysBefore, keysAfter), ...onlyInSecond(keysAfter, keysBefore)]);
  return onlyInSecond([], [...before, ...after].filter((property) => only.has(propertyKey(property))).map(({ type }) => type));
}

function propertyKey({ type, raw }: Property): string {
  return `${type} ${raw}`;
}

function entriesOf({ deprecations }: Omit<PackageBlobs, 'name'>): DeprecationEntry[] {
  return deprecations.flatMap(({ entries }) => entries);
}

function deprecationChanges(before: readonly DeprecationEntry[], after: readonly DeprecationEntry[]): DeprecationChange[] {
  return pairs(before, after, ({ reference: { schema, name = '' } }) => `${DEPRECATION_ORDER.indexOf(schema)} ${schema} ${name}`)
    .filter((pair) => pair.before?.message !== pair.after?.message)
    .map((pair) => {
      const { schema, name } = (pair.after ?? pair.before!).reference;
      const messages = defined({ messageBefore: pair.before?.message, messageAfter: pair.after?.message });
      return { schema, ...defined({ name }), change: changeOf(pair), ...messages };
    });
}

/** An item of an older catalog, a newer one, or both. */
interface Pair<Item> {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Pairs the items of two lists by key, sorted by key. The last item with a key wins. */
function pairs<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Pair<Item>[] {
  const [left, right] = [before, after].map((items) => new Map(items.map((item) => [keyOf(item), item]))) as [Map<string, Item>, Map<string, Item>];
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort(compareUtf8);
  return keys.map((key) => ({ key, before: left.get(key), after: right.get(key) }));
}

/** Returns the kind of change of a pair whose items differ. */
function changeOf({ before, after }: Pair<unknown>): CatalogChange {
  return before === undefined ? CatalogChange.ADDED : after === undefined ? CatalogChange.REMOVED : CatalogChange.CHANGED;
}

/** Returns the distinct strings of the second list that the first lacks, sorted. */
function onlyInSecond(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first);
  return [...new Set(second.filter((value) => !known.has(value)))].sort(compareUtf8);
}
