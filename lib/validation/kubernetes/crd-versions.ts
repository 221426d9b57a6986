import { isDeepStrictEqual } from 'node:util';

import type { CrdVersion, InternalCrd } from './crd-internal-form';
import { schemaHasDefaults } from './crd-schema';
import type { FieldError } from '../../formats/schema/metadata/field-error';
import { label1035Errors } from '../../formats/schema/formats/names';

const MAX_WARNING_BYTES = 256;

/** Returns the errors in the list of versions. */
export function crdVersionsErrors(crd: InternalCrd): FieldError[] {
  const { versions, spec } = crd;
  const fieldPath = spec.child('versions');
  const names = versions.map(({ name }) => name);
  return [
    ...versions.flatMap((version) => [...versionNameErrors(version), ...deprecationErrors(version)]),
    ...(new Set(names).size < names.length ? [fieldPath.error('have unique names')] : []),
    ...firstVersionErrors(crd),
  ];
}

/** Returns the errors in the choice of the storage version. */
export function crdStorageErrors({ versions, spec }: InternalCrd): FieldError[] {
  const stored = versions.filter(({ storage }) => storage);
  if (stored.length === 1) {
    return [];
  }
  const found = stored.length === 0 ? 'none' : stored.map(({ name }) => name).join(', ');
  return [spec.child('versions').error(`have exactly one version with storage: true, got ${found}`)];
}

function versionNameErrors({ name, fieldPath }: CrdVersion): FieldError[] {
  const requirements = label1035Errors(name);
  return requirements.length === 0 ? [] : [fieldPath.child('name').error(requirements.join(', and '), name)];
}

function deprecationErrors({ deprecated, deprecationWarning, fieldPath }: CrdVersion): FieldError[] {
  const at = fieldPath.child('deprecationWarning');
  if (deprecationWarning === undefined) {
    return [];
  }
  if (!deprecated) {
    return [at.error('be omitted, because the version is not deprecated')];
  }
  const bytes = Buffer.byteLength(deprecationWarning);
  return [
    ...(bytes > MAX_WARNING_BYTES ? [at.error(`have at most ${MAX_WARNING_BYTES} bytes, got ${bytes}`)] : []),
    ...(deprecationWarning === '' ? [at.error('not be empty')] : []),
    ...(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(deprecationWarning) ? [at.error('contain only printable characters and no line breaks')] : []),
  ];
}

function firstVersionErrors({ version, versions, spec }: InternalCrd): FieldError[] {
  if (version === '') {
    return [];
  }
  // The field of v1beta1. In the internal form of a v1 file, it contains the name of the first version.
  const fieldPath = spec.child('version');
  const requirements = label1035Errors(version);
  return [
    ...(requirements.length === 0 ? [] : [fieldPath.error(requirements.join(', and '), version)]),
    ...(versions[0] !== undefined && versions[0].name !== version ? [fieldPath.error('be the first version of spec.versions', version)] : []),
  ];
}

/** Returns an error for each part that is set both in the spec and in versions, or is the same in all versions. Only v1beta1 allows either. */
export function crdSharedPartsErrors({ shared, versions, spec }: InternalCrd): FieldError[] {
  const parts = [['schema', 'validation'], ['subresources', 'subresources'], ['columns', 'additionalPrinterColumns']] as const;
  return [
    ...parts.flatMap(([part, name]) => (
      shared[part] !== undefined && versions.some(({ own }) => own[part] !== undefined)
        ? [spec.child(name).error('be set either in spec or in versions, not in both')]
        : []
    )),
    ...parts.flatMap(([part, name]) => {
      const [first, ...others] = versions.map(({ own }) => own[part]?.value);
      return first !== undefined && others.every((other) => isDeepStrictEqual(other, first))
        ? [spec.child('versions').error(`not all have the same ${part === 'schema' ? 'schema' : name}; move it to spec.${name}`)]
        : [];
    }),
  ];
}

/** Checks that unknown fields are not preserved, which is the default of v1beta1. */
export function crdUnknownFieldsErrors({ preserveUnknownFields, versions, shared, spec }: InternalCrd): FieldError[] {
  if (!preserveUnknownFields) {
    return [];
  }
  const fieldPath = spec.child('preserveUnknownFields');
  const hasDefaults = [shared, ...versions.map(({ own }) => own)].some(({ schema }) => schemaHasDefaults(schema?.value));
  return [
    ...(hasDefaults ? [fieldPath.error('be false, because the schema has defaults')] : []),
    fieldPath.error('be false; to preserve unknown fields, set x-kubernetes-preserve-unknown-fields in the schema'),
  ];
}
