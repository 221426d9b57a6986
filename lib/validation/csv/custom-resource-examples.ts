import { isMap, stringField } from '../../formats/json/json-value';

/** Returns the name of an API as Go's tools print it. */
export function gvkText(group: string, version: string, kind: string): string {
  return `${group}/${version}, Kind=${kind}`;
}

/**
 * Returns the APIs of a JSON list of examples, in the format of `gvkText`, or the fault of the list.
 *
 * @param json valid JSON
 */
export function readExamples(json: string): { readonly apis: ReadonlySet<string> } | { readonly fault: string } {
  const examples: unknown = JSON.parse(json);
  if (examples === null) {
    return { apis: new Set() };
  }
  if (!Array.isArray(examples)) {
    return { fault: 'must be a list' };
  }
  const apis = new Set<string>();
  for (const [index, example] of examples.entries()) {
    const kind = stringField(example, 'kind') ?? '';
    if (!isMap(example) || kind === '') {
      return { fault: `must be Kubernetes objects; number ${index + 1} ${isMap(example) ? 'has no kind' : 'is not a map'}` };
    }
    const parts = (stringField(example, 'apiVersion') ?? '').split('/');
    apis.add(parts.length > 2 ? gvkText('', '', '') : gvkText(parts.length === 2 ? parts[0]! : '', parts.at(-1)!, kind));
  }
  return { apis };
}
