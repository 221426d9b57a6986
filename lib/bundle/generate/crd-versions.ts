import { field, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { groupVersion } from '../../formats/schema/api-groups';
import type { InputObject } from './input-object';

/** A version of a CustomResourceDefinition. */
export interface CrdVersion {
  readonly name: string;

  /** API version of its custom resources. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly isServed: boolean;

  /** OpenAPI schema, or an empty map. */
  readonly schema: { readonly [key: string]: unknown };
}

/** Returns the versions of a CRD, in their order. In v1beta1, a version may be beside the list, and a schema is for all of them. */
export function crdVersionsOf({ content }: Pick<InputObject, 'content'>): CrdVersion[] {
  const spec = mapField(content, 'spec');
  const group = stringField(spec, 'group') ?? '';
  const kind = stringField(mapField(spec, 'names'), 'kind') ?? '';
  const common = mapField(mapField(spec, 'validation'), 'openAPIV3Schema');
  const single = stringField(spec, 'version');
  const listed = mapListField(spec, 'versions');
  const versions = listed.length > 0 || single === undefined ? listed : [{ name: single, served: true }];
  return versions.map((version) => {
    const name = stringField(version, 'name') ?? '';
    const schema = mapField(mapField(version, 'schema'), 'openAPIV3Schema');
    return {
      name, kind, apiVersion: groupVersion({ group, version: name }), isServed: field(version, 'served') !== false,
      schema: Object.keys(schema).length > 0 ? schema : common,
    };
  });
}
