import type { BundleVariable } from './bundle-variables';
import { onePackageReason, oneProviderReason } from './reasons';
import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry } from '../entries/resolver-entry';
import { compareUtf8 } from '../../formats/json/go-json';
import type { Variable } from '../solver/variable';

/** Returns the variables for OLM's rule that a namespace has at most one operator of each package, and one provider of each API. */
export function singleProviders(bundles: Iterable<BundleVariable>, sources: EntrySources): Variable[] {
  const ofPackage = new Map<string, ResolverEntry[]>();
  const providing = new Map<string, ResolverEntry[]>();
  for (const { id, entry } of bundles) {
    // OLM cannot parse identifiers with additional slashes, which result from channel names with slashes.
    if (id.split('/').length === 4 && !sources.sourceOf(entry).isAmbiguous(entry)) {
      entry.properties.packages.forEach(({ name }) => add(ofPackage, name, entry));
      entry.properties.apis.forEach(({ group, version, kind }) => add(providing, `${kind} (${group}/${version})`, entry));
    }
  }
  // If the same bundles belong to one package and provide one API, OLM reports either of these. Here the package is reported.
  return [
    ...variables('provide', providing, oneProviderReason),
    ...variables('originate from package', ofPackage, onePackageReason),
  ];
}

function variables(what: string, members: ReadonlyMap<string, readonly ResolverEntry[]>, reasonFor: typeof onePackageReason): Variable[] {
  return [...members].filter(([, entries]) => entries.length > 1).sort(([left], [right]) => compareUtf8(left, right)).map(([subject, entries]) => {
    const sorted = [...entries].sort((left, right) => compareUtf8(left.id, right.id));
    return {
      id: `${what} ${subject}`,
      constraints: [{ kind: 'at-most-one', members: sorted.map(({ id }) => id), reason: () => reasonFor(sorted, subject) }],
    };
  });
}

function add(members: Map<string, ResolverEntry[]>, subject: string, entry: ResolverEntry): void {
  const list = members.get(subject) ?? [];
  members.set(subject, list);
  list.push(entry);
}
