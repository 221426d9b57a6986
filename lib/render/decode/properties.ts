import type { Bundle } from '../../bundle/bundle';
import { olmProperties } from '../../bundle/model/bundle-property';
import { goJson } from '../../formats/json/go-json';

const ANNOTATION = 'olm.properties';

/**
 * Returns the annotations of the ClusterServiceVersion, with the properties of metadata/properties.yaml appended to its own in the annotation
 * `olm.properties`.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/internal/operator-controller/rukpak/bundle/source/source.go
 */
export function annotationsWithProperties(bundle: Bundle, annotations: { readonly [key: string]: string }): { readonly [key: string]: string } {
  const own = olmProperties(bundle.csv.manifest).properties;
  const fromFile = bundle.properties.slice(0, bundle.properties.length - own.length);
  if (fromFile.length === 0) {
    return annotations;
  }
  const properties = [
    // JSON in an annotation keeps the order of its keys, but YAML does not.
    ...own.map(({ type, value }) => `{"type":${goJson(type)},"value":${inOrder(value)}}`),
    ...fromFile.map(({ type, value }) => `{"type":${goJson(type)},"value":${goJson(value)}}`),
  ];
  return { ...annotations, [ANNOTATION]: `[${properties.join(',')}]` };
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(inOrder).join(',')}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value).map(([key, inner]) => `${goJson(key)}:${inOrder(inner)}`).join(',')}}`
    : goJson(value);
}
