import type { BundleVariable } from './bundle-variables';
import { onlyOneReason } from './reasons';
import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry } from '../entries/resolver-entry';
import { compareUtf8 } from '../../json/go-json';
import type { Variable } from '../solver/variable';

/** Returns the variables for OLM's rule that a namespace has at most one operator of each package, and one provider of each API. */
export function singleProviders(bundles: Iterable<BundleVariable>, sources: EntrySources): Variable[] {
  const members = new Map<string, ResolverEntry[]>();
  for (const { id, entry } of bundles) {
    // OLM does not understand identifiers with further slashes, as of channels with slashes.
    if (id.split('/').length === 4 && !sources.sourceOf(entry).isAmbiguous(entry)) {
      const { apis, packages } = entry.properties;
      const subjects = [
        ...packages.map(({ name }) => `originate from package ${name}`),
        ...apis.map(({ group, version, kind }) => `provide ${kind} (${group}/${version})`),
      ];
      for (const subject of subjects) {
        const list = members.get(subject) ?? [];
        members.set(subject, list);
        list.push(entry);
      }
    }
  }
  return [...members]
    .filter(([, entries]) => entries.length > 1)
    .sort(([left], [right]) => compareUtf8(right, left))
    .map(([subject, entries]) => {
      const sorted = [...entries].sort((left, right) => compareUtf8(left.id, right.id));
      return { id: `one:${subject}`, constraints: [{ kind: 'at-most-one', members: sorted.map(({ id }) => id), reason: () => onlyOneReason(sorted, subject) }] };
    });
}
