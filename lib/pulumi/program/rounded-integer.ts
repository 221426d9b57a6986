import { formatPath, type ValuePath } from '../../formats/json/source-position';

/** Keywords of a schema that Kubernetes itself decodes as 64-bit floats. */
const FLOAT_KEYWORDS: readonly unknown[] = ['maximum', 'minimum', 'multipleOf'];

/** Keywords of a schema whose values are data. */
const DATA_KEYWORDS: readonly unknown[] = ['default', 'enum', 'example'];

/** Keywords of a schema whose values are schemas by name. */
const NAMED_SCHEMAS: readonly unknown[] = ['properties', 'patternProperties'];

/** An integer that Pulumi would change. */
export interface RoundedInteger {
  /** Path of the field. */
  readonly field: string;

  /** Digits of the manifest. */
  readonly digits: string;

  /** Digits that Pulumi would send. */
  readonly rounded: string;
}

/**
 * Returns the first integer of a manifest that Pulumi would change, or undefined. Pulumi has 64-bit floats only, which it sends with as many digits
 * as distinguish them.
 */
export function roundedInteger(manifest: { readonly [field: string]: unknown }): RoundedInteger | undefined {
  const isDefinition = manifest['kind'] === 'CustomResourceDefinition';
  const find = (value: unknown, path: ValuePath): RoundedInteger | undefined => {
    if (typeof value === 'bigint') {
      const [digits, rounded] = [String(value), String(Number(value))];
      return digits === rounded || (isDefinition && isFloatKeyword(path)) ? undefined : { field: formatPath(path), digits, rounded };
    }
    if (typeof value !== 'object' || value === null) {
      return undefined;
    }
    for (const [key, inner] of Object.entries(value)) {
      const found = find(inner, [...path, Array.isArray(value) ? Number(key) : key]);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  return find(manifest, []);
}

function isFloatKeyword(path: ValuePath): boolean {
  const isData = path.some((step, index) => DATA_KEYWORDS.includes(step) && !NAMED_SCHEMAS.includes(path[index - 1]));
  return FLOAT_KEYWORDS.includes(path.at(-1)) && !isData;
}
