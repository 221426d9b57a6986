import type { BundleProperty } from '../../lib/bundle/model/bundle-property';
import { EntrySource, installedEntries } from '../../lib/resolve/entries/entry-source';
import { EntrySources } from '../../lib/resolve/entries/entry-sources';
import { ProvidedProperties } from '../../lib/resolve/entries/provided-properties';
import { ResolverEntry } from '../../lib/resolve/entries/resolver-entry';
import { ResolutionFailure } from '../../lib/resolve/model/resolution-error';
import { resolveNamespace } from '../../lib/resolve/problem/namespace-solution';
import { ResolutionBudget } from '../../lib/resolve/problem/resolution-budget';
import { resolutionLimits } from '../../lib/resolve/model/resolution-limits';
import { lines } from '../../scripts/conformance-page/verdicts';

/** A made-up cluster, and all answers that OLM's resolver gave for it in eight runs. */
export interface RecordedResolution {
  readonly id: string;
  readonly namespaces: readonly string[];
  readonly catalogs: readonly RecordedCatalog[];
  readonly existing: readonly {
    readonly name: string; readonly version: string; readonly package: string; readonly properties: readonly BundleProperty[];
  }[];
  readonly subs: readonly {
    readonly name: string; readonly package: string; readonly channel: string; readonly catalog: string; readonly catalogNamespace: string;
    readonly startingCSV?: string; readonly installedCSV?: string;
  }[];
  readonly outcomes: readonly RecordedOutcome[];
}

interface RecordedCatalog {
  readonly name: string;
  readonly namespace: string;
  readonly priority: number;
  readonly entries: readonly {
    readonly name: string; readonly package: string; readonly channel: string; readonly defaultChannel: string; readonly version: string;
    readonly replaces?: string; readonly skips?: readonly string[]; readonly skipRange?: string; readonly properties: readonly BundleProperty[];
  }[];
}

/** Bundles to install, or the error. */
export interface RecordedOutcome {
  readonly install?: readonly { readonly catalog: string; readonly namespace: string; readonly channel: string; readonly name: string }[];
  readonly error?: string;
}

/** Result of the library. */
export interface OwnOutcome {
  readonly text: string;
  /** Empty if there is a solution, or the search did not start. */
  readonly reasons: readonly string[];
}

/** Returns the recorded resolutions, or an empty list if the recording is absent. */
export function recordedResolutions(): RecordedResolution[] {
  return lines<RecordedResolution>('resolution.jsonl.gz');
}

/** Returns an outcome in a form that can be compared. */
export function outcomeText({ install, error }: RecordedOutcome): string {
  return error ?? (install ?? []).map(({ catalog, namespace, channel, name }) => `${catalog}/${namespace}/${channel}/${name}`).sort().join('\n');
}

/** Returns the answer of the library, and its reasons if there is no solution. */
export function ownOutcome({ namespaces: [namespace], catalogs, existing, subs }: RecordedResolution): OwnOutcome {
  const subscriptions = subs.map(({ startingCSV, installedCSV, package: packageName, ...sub }) => ({
    ...sub,
    packageName,
    ...(startingCSV === undefined ? {} : { startingCsv: startingCSV }),
    ...(installedCSV === undefined ? {} : { installedCsv: installedCSV }),
  }));
  const installed = existing.map(({ name, properties, ...operator }) => ({ ...operator, csv: name, properties: [...properties] }));
  const sources = new EntrySources(namespace!, [installedEntries(namespace!, installed, subscriptions), ...catalogs.map(sourceOf)]);
  try {
    const { chosen, reasons } = resolveNamespace(sources, subscriptions, new ResolutionBudget(resolutionLimits()));
    const messages = reasons.map(({ message }) => message);
    const install = chosen.filter(({ entry }) => !entry.isInstalled).map(({ entry: { id } }) => id).sort();
    return { text: messages.length === 0 ? install.join('\n') : `constraints not satisfiable: ${messages.join(', ')}`, reasons: messages };
  } catch (error) {
    if (!(error instanceof ResolutionFailure)) {
      throw error;
    }
    return { text: error.message, reasons: [] };
  }
}

function sourceOf({ name, namespace, priority, entries }: RecordedCatalog): EntrySource {
  const source = { name, namespace };
  return new EntrySource(source, priority, entries.map(({ name: csv, defaultChannel, properties, ...entry }) => (
    new ResolverEntry({ ...entry, source, csv, isDefaultChannel: entry.channel === defaultChannel, properties: new ProvidedProperties(properties) })
  )));
}
