import { isDeepStrictEqual } from 'node:util';

import type { CrdVersion, InternalCrd } from './crd-internal-form';
import { schemaHasDefaults } from './crd-schema';
import type { FieldFault } from './field-fault';
import { label1035Faults } from './names';

const LONGEST_WARNING = 256;

/** What is wrong with the list of versions. */
export function crdVersionsFaults(crd: InternalCrd): FieldFault[] {
  const { versions, spec } = crd;
  const place = spec.child('versions');
  const names = versions.map(({ name }) => name);
  return [
    ...versions.flatMap((version) => [...versionNameFaults(version), ...deprecationFaults(version)]),
    ...(new Set(names).size < names.length ? [place.fault('not name a version twice')] : []),
    ...firstVersionFaults(crd),
  ];
}

/** What is wrong with the choice of the version that is stored. */
export function crdStorageFaults({ versions, spec }: InternalCrd): FieldFault[] {
  const stored = versions.filter(({ storage }) => storage);
  if (stored.length === 1) {
    return [];
  }
  const found = stored.length === 0 ? 'none' : stored.map(({ name }) => name).join(', ');
  return [spec.child('versions').fault(`mark exactly one version with storage: true; marked is ${found}`)];
}

function versionNameFaults({ name, place }: CrdVersion): FieldFault[] {
  const demands = label1035Faults(name);
  return demands.length === 0 ? [] : [place.child('name').fault(demands.join(', and '), name)];
}

function deprecationFaults({ deprecated, deprecationWarning, place }: CrdVersion): FieldFault[] {
  const at = place.child('deprecationWarning');
  if (deprecationWarning === undefined) {
    return [];
  }
  if (!deprecated) {
    return [at.fault('be left out: the version is not deprecated')];
  }
  const bytes = Buffer.byteLength(deprecationWarning);
  return [
    ...(bytes > LONGEST_WARNING ? [at.fault(`have at most ${LONGEST_WARNING} bytes, got ${bytes}`)] : []),
    ...(deprecationWarning === '' ? [at.fault('say something')] : []),
    ...(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(deprecationWarning) ? [at.fault('hold only characters that can be printed, without line breaks')] : []),
  ];
}

function firstVersionFaults({ version, versions, spec }: InternalCrd): FieldFault[] {
  if (version === '') {
    return [];
  }
  // The field of v1beta1; a file of v1 has the name of the first version there.
  const place = spec.child('version');
  const demands = label1035Faults(version);
  return [
    ...(demands.length === 0 ? [] : [place.fault(demands.join(', and '), version)]),
    ...(versions[0] !== undefined && versions[0].name !== version ? [place.fault('be the first version of spec.versions', version)] : []),
  ];
}

/** What is wrong with parts that stand both beside the versions and in them, or in all of them alike. Only v1beta1 can have that. */
export function crdSharedPartsFaults({ shared, versions, spec }: InternalCrd): FieldFault[] {
  const parts = [['schema', 'validation'], ['subresources', 'subresources'], ['columns', 'additionalPrinterColumns']] as const;
  return [
    ...parts.flatMap(([part, name]) => (
      shared[part] !== undefined && versions.some(({ own }) => own[part] !== undefined)
        ? [spec.child(name).fault('stand in spec or in versions, not in both')]
        : []
    )),
    ...parts.flatMap(([part, name]) => {
      const [first, ...others] = versions.map(({ own }) => own[part]?.value);
      return first !== undefined && others.every((other) => isDeepStrictEqual(other, first))
        ? [spec.child('versions').fault(`not all have the same ${part === 'schema' ? 'schema' : name}: put it into spec.${name}`)]
        : [];
    }),
  ];
}

/** What is wrong with keeping fields that no schema names, which v1beta1 does unless it is told not to. */
export function crdUnknownFieldsFaults({ preserveUnknownFields, versions, shared, spec }: InternalCrd): FieldFault[] {
  if (!preserveUnknownFields) {
    return [];
  }
  const place = spec.child('preserveUnknownFields');
  const hasDefaults = [shared, ...versions.map(({ own }) => own)].some(({ schema }) => schemaHasDefaults(schema?.value));
  return [
    ...(hasDefaults ? [place.fault('be false, because the schema has defaults')] : []),
    place.fault('be false: set x-kubernetes-preserve-unknown-fields in the schema where unknown fields are to be kept'),
  ];
}
