import type { CrdChange } from './crd-change';
import { crdVersions } from './crd-schema';
import { servedVersionChanges } from './served-versions';
import { conversionStrategy, sameVersionChanges, sharedChanges, versionChanges } from './version-changes';
import type { JsonMap } from '../../json/json-value';

/** Returns all changes between two CustomResourceDefinitions, in the order of the old one's versions and fields. */
export function crdChanges(oldCrd: JsonMap, newCrd: JsonMap): CrdChange[] {
  const [before, after] = [crdVersions(oldCrd), crdVersions(newCrd)];
  return [
    ...sharedChanges(oldCrd, newCrd),
    ...versionChanges(oldCrd, before, after),
    ...sameVersionChanges(before, after),
    ...(conversionStrategy(newCrd) === 'Webhook' ? [] : servedVersionChanges(before, after)),
  ];
}
