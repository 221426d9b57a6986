import type { BundleProperty } from '../bundle-property';
import { describe, isMap } from '../json-value';
import { missingTexts } from './missing-texts';

const FIELDS: { readonly [type: string]: readonly string[] } = {
  'olm.gvk': ['group', 'version', 'kind'],
  'olm.package': ['packageName', 'version'],
  'olm.label': ['label'],
};

/** What is wrong with a dependency; undefined when nothing is. OLM knows four types of dependency and what they hold. */
export function dependencyFault({ type, value }: BundleProperty): string | undefined {
  if (type === 'olm.constraint') {
    return isMap(value) ? undefined : `the value of type ${type} must be a map, got ${describe(value)}`;
  }
  const fields = FIELDS[type];
  if (fields === undefined) {
    const known = [...Object.keys(FIELDS), 'olm.constraint'].join(', ');
    return `OLM knows no dependency of type ${type}; it must be one of ${known}, and anything else belongs into properties.yaml`;
  }
  const missing = missingTexts(value, fields);
  return missing === undefined ? undefined : `the value of type ${type} ${missing}`;
}
