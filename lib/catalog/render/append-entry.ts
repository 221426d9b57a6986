import { defined } from '../../formats/json/defined';
import { compareVersions, parseVersion, type Version } from '../../formats/semver/version';
import { quoted, quotedList } from '../../text/phrases';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { AppendMode } from './append-options';

/** A bundle to add to a channel. */
export interface EntryPlan {
  readonly channel: ChannelBlob;
  readonly mode: AppendMode;
  readonly name: string;
  readonly version: string;

  /** Bundle that it must replace, or undefined to compute it. */
  readonly replaces?: string;

  /** Bundle that its CSV says it replaces. */
  readonly declared?: string;
  readonly skips: readonly string[];
  readonly skipRange?: string;

  /** Returns the version of a bundle of the package. */
  readonly versionOf: (name: string) => Version | undefined;
}

/** The entries of a channel with one more, or why it cannot be added. */
export type AppendedEntries = { readonly entries: readonly ChannelEntry[]; readonly notes: readonly string[] }
  | { readonly problem: { readonly code: CatalogErrorCode; readonly message: string } };

/** Adds a bundle to a channel. */
export function appendEntry(plan: EntryPlan): AppendedEntries {
  const { channel: { entries }, name, mode } = plan;
  if (entries.some((entry) => entry.name === name)) {
    return refused(CatalogErrorCode.DUPLICATE_ENTRY, `has the bundle ${quoted(name)} already; omit it, or name another channel`);
  }
  if (plan.skips.includes(name)) {
    return refused(CatalogErrorCode.SKIPS, `cannot have a bundle that skips itself: ${quoted(name)}; remove it from the skipped bundles`);
  }
  return mode === AppendMode.SEMVER ? byVersion(plan) : asHead(plan);
}

function asHead(plan: EntryPlan): AppendedEntries {
  const { channel: { entries }, name, version, replaces, declared, skips, versionOf } = plan;
  const [head] = new ChannelGraph(entries).heads;
  if (head === undefined) {
    return { entries: [entryOf(plan, replaces ?? declared)], notes: [] };
  }
  if (replaces !== undefined) {
    const isKnown = entries.some((entry) => entry.name === replaces);
    return !isKnown ? refused(CatalogErrorCode.STRANDED_BUNDLE, `has no bundle ${quoted(replaces)} that ${quoted(name)} could replace; it has ${quotedList(entries.map((entry) => entry.name))}`)
      : replaces !== head.name && !skips.includes(head.name)
        ? refused(CatalogErrorCode.SEVERAL_HEADS, `would have two heads, ${quoted(head.name)} and ${quoted(name)}; replace ${quoted(head.name)}, or skip it`)
        : { entries: [...entries, entryOf(plan, replaces)], notes: [] };
  }
  const [own, ofHead] = [parseVersion(version), versionOf(head.name)];
  if (own !== undefined && ofHead !== undefined && compareVersions(own, ofHead) < 0) {
    return refused(CatalogErrorCode.SEVERAL_HEADS, `has a newer head than ${quoted(name)}: ${quoted(head.name)}; put the bundle in its place among the versions (AppendMode.SEMVER), or into `
      + 'another channel');
  }
  const isMember = entries.some((entry) => entry.name === declared);
  const keepsDeclared = declared !== undefined && isMember && (declared === head.name || skips.includes(head.name));
  const computed = keepsDeclared ? declared : head.name;
  return {
    entries: [...entries, entryOf(plan, computed)],
    notes: declared === undefined || declared === computed ? []
      : [`${quoted(name)} replaces the head ${quoted(computed)}, and not ${quoted(declared)}, which spec.replaces of its CSV names`],
  };
}

/** Puts the bundle between the next older and the next newer version. */
function byVersion(plan: EntryPlan): AppendedEntries {
  const { channel: { entries }, name, version, declared, versionOf } = plan;
  const own = parseVersion(version)!;
  const graph = new ChannelGraph(entries);
  const members = entries.filter((entry) => !graph.isSkipped(entry.name)).map((entry) => ({ entry, version: versionOf(entry.name) }))
    .filter((member): member is { entry: ChannelEntry; version: Version } => member.version !== undefined)
    .sort((left, right) => compareVersions(left.version, right.version));
  const twin = members.find((member) => compareVersions(member.version, own) === 0);
  if (twin !== undefined) {
    return refused(CatalogErrorCode.DUPLICATE_VERSION, `has a bundle of the same version, ${version}: ${quoted(twin.entry.name)}; give the new one another version`);
  }
  const older = members.filter((member) => compareVersions(member.version, own) < 0).at(-1)?.entry;
  const newer = members.find((member) => compareVersions(member.version, own) > 0)?.entry;
  const disordered = members.find(({ entry: { replaces: other = '' }, version: newest }) => {
    const replaced = versionOf(other);
    return graph.entry(other) !== undefined && replaced !== undefined && compareVersions(replaced, newest) >= 0;
  })?.entry ?? (newer?.replaces !== undefined && newer.replaces !== older?.name && graph.entry(newer.replaces) !== undefined ? newer : undefined);
  if (disordered !== undefined) {
    return refused(CatalogErrorCode.SEVERAL_HEADS, `is not in the order of versions: ${quoted(disordered.name)} replaces ${quoted(disordered.replaces!)}; name the bundle that `
      + `${quoted(name)} replaces, with AppendMode.HEAD`);
  }
  const replaces = older?.name ?? newer?.replaces ?? declared;
  const changed = entries.map((entry) => (entry === newer ? { ...entry, replaces: name } : entry));
  return {
    entries: [...changed, entryOf(plan, replaces)],
    notes: newer === undefined ? [] : [`${quoted(newer.name)} replaces ${quoted(name)} now${newer.replaces === undefined ? '' : `, and no longer ${quoted(newer.replaces)}`}`],
  };
}

function entryOf({ name, skips, skipRange }: EntryPlan, replaces: string | undefined): ChannelEntry {
  return { name, ...defined({ replaces }), ...(skips.length === 0 ? {} : { skips: [...skips] }), ...defined({ skipRange }) };
}

function refused(code: CatalogErrorCode, message: string): AppendedEntries {
  return { problem: { code, message } };
}
