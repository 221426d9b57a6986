import { fieldAt, isMap, sameJson } from '../../../formats/json/json-value';
import { KubernetesObject, specString } from '../view/kubernetes-object';

/**
 * Returns the Bundles with the content that an object of RukPak installs: those that match its current template, or the one that it refers to by
 * name.
 *
 * @param bundles Bundles that RukPak created for it, or the one that it refers to by name
 */
export function contentOf({ spec }: KubernetesObject, bundles: readonly KubernetesObject[]): KubernetesObject[] {
  const template = fieldAt(spec, 'template');
  const named = specString({ metadata: { name: '' }, spec }, 'bundleName');
  return bundles.filter((bundle) => (named === undefined
    ? contains(bundle.spec, fieldAt(template, 'spec'))
      && ['labels', 'annotations'].every((field) => contains(fieldAt(bundle.metadata, field), fieldAt(template, 'metadata', field)))
    : bundle.metadata.name === named));
}

/** Whether a value contains everything that another one contains. RukPak writes empty fields that its template does not have. */
function contains(value: unknown, part: unknown): boolean {
  if (isMap(part)) {
    return Object.entries(part).every(([key, expected]) => contains(isMap(value) ? value[key] : undefined, expected));
  }
  if (Array.isArray(part)) {
    return Array.isArray(value) && value.length === part.length && part.every((item, index) => contains(value[index], item));
  }
  return part === undefined || sameJson(value, part);
}
