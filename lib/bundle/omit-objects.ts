import { suggestNames } from '../text/suggest-names';
import type { Bundle } from './bundle';
import type { BundleObjects } from './model/bundle-objects';
import { neededObjects } from './needed-objects';

/** Bundles after objects were left out, or what prevents it. @internal */
export interface OmitResult {
  /** The bundles, in the same order. One without any of the objects is unchanged. */
  readonly bundles: readonly Bundle[];

  /** Problems, each a sentence with its remedy. */
  readonly problems: readonly string[];
}

/**
 * Leaves objects out of bundles.
 *
 * @param bundles bundles, of which at least one must have each of the objects
 * @internal
 */
export function omitObjects(bundles: readonly Bundle[], omit: readonly BundleObjects[]): OmitResult {
  const all = bundles.flatMap(({ manifests }) => manifests);
  const unused = omit.filter((objects) => !all.some((manifest) => objects._includes(manifest)));
  const problems = unused.map((objects) => noMatch(bundles, objects));
  const changed = bundles.map((bundle) => {
    const omitted = bundle.manifests.filter((manifest) => omit.some((objects) => objects._includes(manifest)));
    if (omitted.length === 0) {
      return bundle;
    }
    const needed = neededObjects(bundle);
    const refused = problems.length;
    for (const manifest of omitted) {
      const reason = needed.get(manifest);
      if (reason !== undefined) {
        problems.push(`${manifest.kind} '${manifest.name}' of bundle '${bundle.name}' must not be left out, because ${reason}; `
          + 'remove it from the list, or select only other objects with BundleObjects.named(…)');
      }
    }
    return problems.length > refused ? bundle : bundle._withoutManifests(omitted);
  });
  return { bundles: changed, problems: [...new Set(problems)] };
}

/** Returns the problem that nothing matches, with the names that are similar. */
function noMatch(bundles: readonly Bundle[], { kind, name, group }: BundleObjects): string {
  const objects = bundles.flatMap(({ manifests }) => manifests);
  const ofKind = objects.filter((manifest) => manifest.kind === kind);
  const what = `${kind}${name === undefined ? '' : ` '${name}'`}${group === undefined ? '' : ` of the API group '${group}'`}`;
  const where = bundles.length === 1 ? `bundle '${bundles[0]!.name}' has no ${what}` : `no bundle has a ${what}`;
  const others = ofKind.length === 0 ? `kinds: ${suggestNames(kind, unique(objects.map((manifest) => manifest.kind)))}`
    : name !== undefined ? `objects of this kind: ${suggestNames(name, unique(ofKind.map((manifest) => manifest.name)))}`
      : `API groups of this kind: ${suggestNames(group ?? '', unique(ofKind.map((manifest) => manifest.group)))}`;
  return `there is nothing to leave out: ${where}; ${others}; fix the entry of the list, or remove it`;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
