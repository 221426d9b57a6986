import { isMap, textField } from '../json-value';

/** The name of an API as Go's tools write it. */
export function gvkText(group: string, version: string, kind: string): string {
  return `${group}/${version}, Kind=${kind}`;
}

/**
 * The APIs of a JSON list of examples, as `gvkText` writes them, or what is wrong with the list.
 *
 * @param text JSON without faults
 */
export function readExamples(text: string): { readonly apis: ReadonlySet<string> } | { readonly fault: string } {
  const examples: unknown = JSON.parse(text);
  if (examples === null) {
    return { apis: new Set() };
  }
  if (!Array.isArray(examples)) {
    return { fault: 'must be a list' };
  }
  const apis = new Set<string>();
  for (const [index, example] of examples.entries()) {
    const kind = textField(example, 'kind') ?? '';
    if (!isMap(example) || kind === '') {
      return { fault: `must be Kubernetes objects, and number ${index + 1} of them ${isMap(example) ? 'has no kind' : 'is none'}` };
    }
    const parts = (textField(example, 'apiVersion') ?? '').split('/');
    apis.add(parts.length > 2 ? gvkText('', '', '') : gvkText(parts.length === 2 ? parts[0]! : '', parts.at(-1)!, kind));
  }
  return { apis };
}
