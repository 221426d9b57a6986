import type { ApiResource } from '../cluster/api-resource';

/** The path of the objects of a resource, or of one of them. */
export function requestPath({ group, version, plural }: ApiResource, namespace?: string, name?: string): string {
  return [
    group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
    ...(namespace === undefined ? [] : ['namespaces', encodeURIComponent(namespace)]),
    plural,
    ...(name === undefined ? [] : [encodeURIComponent(name)]),
  ].join('/');
}
