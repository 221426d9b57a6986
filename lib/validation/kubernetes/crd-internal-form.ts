import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../formats/json/defined';
import { field, fieldAt, integerField, isMap, type JsonMap, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { FieldPath } from '../../formats/schema/checks/field-error';
import { perObject } from '../../text/per-object';

/** A value of a CRD with its position. */
export interface CrdPart<Value> {
  readonly value: Value;
  readonly fieldPath: FieldPath;
}

/** Parts that a CRD specifies either per version or once for all versions. */
export interface CrdVersionParts {
  /** The map around `openAPIV3Schema`. */
  readonly schema?: CrdPart<JsonMap>;

  /** Subresources. */
  readonly subresources?: CrdPart<JsonMap>;

  /** Printer columns; at least one. */
  readonly columns?: CrdPart<readonly JsonMap[]>;

  /** Selectable fields; at least one. */
  readonly selectableFields?: CrdPart<readonly JsonMap[]>;
}

/** Version of the API. */
export interface CrdVersion {
  readonly name: string;
  readonly storage: boolean;
  readonly deprecated: boolean;

  /** Undefined if not set; it may be empty. */
  readonly deprecationWarning?: string;

  /** Parts that are not shared with all other versions. */
  readonly own: CrdVersionParts;
  readonly fieldPath: FieldPath;
}

/** Conversion of objects between versions. */
export interface CrdConversion {
  readonly strategy: string;

  /** Client configuration of the webhook. */
  readonly clientConfig?: CrdPart<JsonMap>;

  /** Versions of ConversionReview that the webhook supports. */
  readonly reviewVersions: readonly string[];
  readonly fieldPath: FieldPath;
  readonly reviewVersionsPath: FieldPath;
}

/**
 * A CRD in the internal form in which Kubernetes validates it, with defaults, for any version of the file.
 * Parts that all versions share are set next to the versions, not in them.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apis/apiextensions/types.go
 */
export interface InternalCrd {
  readonly metadata: unknown;
  readonly group: string;
  readonly scope: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];

  /** Field `spec.version` of v1beta1, or the first version if not set. */
  readonly version: string;
  readonly versions: readonly CrdVersion[];
  readonly shared: CrdVersionParts;
  readonly conversion: CrdConversion;
  readonly preserveUnknownFields: boolean;

  /** Position of the spec. */
  readonly spec: FieldPath;

  /** Spelling of the field for the path of a printer column in this version of CRDs. */
  readonly columnPathKey: 'jsonPath' | 'JSONPath';
}

/** Returns the internal form of a CRD of apiextensions.k8s.io/v1 or v1beta1. */
export const internalCrd = perObject((crd: JsonMap): InternalCrd => (
  stringField(crd, 'apiVersion')?.endsWith('/v1beta1') === true ? fromV1beta1(crd) : fromV1(crd)
));

function fromV1(crd: JsonMap): InternalCrd {
  const fieldPath = new FieldPath('', []).child('spec');
  const spec = field(crd, 'spec');
  const versions = mapListField(spec, 'versions').map((version, index) => versionOf(version, fieldPath.child('versions').item(index)));
  const shared = sharedParts(versions, fieldPath);
  const conversion = field(spec, 'conversion');
  const webhook = ['webhook'];
  return {
    ...namesOf(crd, spec),
    version: versions[0]?.name ?? '',
    versions: versions.map((version) => ({ ...version, own: without(version.own, shared.identical) })),
    shared: shared.parts,
    conversion: conversionOf(conversion, field(conversion, 'webhook'), ['clientConfig'], webhook, fieldPath),
    preserveUnknownFields: field(spec, 'preserveUnknownFields') === true,
    spec: fieldPath,
    columnPathKey: 'jsonPath',
  };
}

function fromV1beta1(crd: JsonMap): InternalCrd {
  const fieldPath = new FieldPath('', []).child('spec');
  const spec = field(crd, 'spec');
  const version = stringField(spec, 'version') ?? '';
  let versions = mapListField(spec, 'versions').map((entry, index) => versionOf(entry, fieldPath.child('versions').item(index)));
  if (versions.length === 0 && version !== '') {
    versions = [{ name: version, storage: true, deprecated: false, own: {}, fieldPath: fieldPath.child('versions', ['version']).item(0) }];
  }
  const conversion = field(spec, 'conversion');
  const internal = conversionOf(conversion, conversion, ['webhookClientConfig'], [], fieldPath);
  const defaultsReviews = internal.strategy === 'Webhook' && internal.reviewVersions.length === 0;
  const names = namesOf(crd, spec);
  return {
    ...names,
    scope: names.scope === '' ? 'Namespaced' : names.scope,
    version: version === '' ? versions[0]?.name ?? '' : version,
    versions,
    shared: partsOf(spec, fieldPath, 'validation', 'validation'),
    conversion: defaultsReviews ? { ...internal, reviewVersions: ['v1beta1'] } : internal,
    preserveUnknownFields: field(spec, 'preserveUnknownFields') !== false,
    spec: fieldPath,
    columnPathKey: 'JSONPath',
  };
}

type Names = Pick<InternalCrd, 'metadata' | 'group' | 'scope' | 'plural' | 'singular' | 'kind' | 'listKind' | 'shortNames' | 'categories'>;

function namesOf(crd: JsonMap, spec: unknown): Names {
  const names = field(spec, 'names');
  const kind = stringField(names, 'kind') ?? '';
  return {
    metadata: field(crd, 'metadata'),
    group: stringField(spec, 'group') ?? '',
    scope: stringField(spec, 'scope') ?? '',
    plural: stringField(names, 'plural') ?? '',
    singular: stringField(names, 'singular') || kind.toLowerCase(),
    kind,
    listKind: stringField(names, 'listKind') || (kind === '' ? '' : `${kind}List`),
    shortNames: stringListField(names, 'shortNames'),
    categories: stringListField(names, 'categories'),
  };
}

function versionOf(version: JsonMap, fieldPath: FieldPath): CrdVersion {
  const deprecationWarning = stringField(version, 'deprecationWarning');
  return {
    name: stringField(version, 'name') ?? '',
    storage: field(version, 'storage') === true,
    deprecated: field(version, 'deprecated') === true,
    ...defined({ deprecationWarning }),
    own: partsOf(version, fieldPath, 'schema', 'schema'),
    fieldPath,
  };
}

/** Returns the parts in a spec or a version. Empty ones count as omitted. */
function partsOf(holder: unknown, fieldPath: FieldPath, schemaKey: string, schemaName: string): CrdVersionParts {
  const schema = field(holder, schemaKey);
  const subresources = field(holder, 'subresources');
  const columns = mapListField(holder, 'additionalPrinterColumns');
  const selectableFields = mapListField(holder, 'selectableFields');
  return {
    ...(isMap(schema) ? { schema: { value: schema, fieldPath: fieldPath.child(schemaName) } } : {}),
    ...(isMap(subresources) ? { subresources: { value: subresources, fieldPath: fieldPath.child('subresources') } } : {}),
    ...(columns.length > 0 ? { columns: { value: columns, fieldPath: fieldPath.child('additionalPrinterColumns') } } : {}),
    ...(selectableFields.length > 0 ? { selectableFields: { value: selectableFields, fieldPath: fieldPath.child('selectableFields') } } : {}),
  };
}

const SHARED_NAMES = {
  schema: ['validation', 'schema'],
  subresources: ['subresources', 'subresources'],
  columns: ['additionalPrinterColumns', 'additionalPrinterColumns'],
  selectableFields: ['selectableFields', 'selectableFields'],
} as const;

type PartName = keyof CrdVersionParts;

/** Returns the parts that all versions share. Their field names are those of the spec, but their paths in the file are those of the first version. */
function sharedParts(
  versions: readonly CrdVersion[],
  spec: FieldPath,
): { readonly parts: CrdVersionParts; readonly identical: readonly PartName[] } {
  const names = Object.keys(SHARED_NAMES) as PartName[];
  const [first, ...others] = versions;
  const identical = names.filter((name) => others.every(({ own }) => isDeepStrictEqual(own[name]?.value, first!.own[name]?.value)));
  const parts = identical.flatMap((name) => {
    const part = first?.own[name];
    const [internalName, key] = SHARED_NAMES[name];
    return part === undefined ? [] : [[name, { value: part.value, fieldPath: spec.child(internalName, ['versions', 0, key]) }]];
  });
  return { parts: Object.fromEntries(parts) as CrdVersionParts, identical };
}

function without(parts: CrdVersionParts, names: readonly PartName[]): CrdVersionParts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name as PartName)));
}

function conversionOf(
  conversion: unknown,
  holder: unknown,
  clientConfigPath: readonly [string],
  holderPath: readonly string[],
  spec: FieldPath,
): CrdConversion {
  const fieldPath = spec.child('conversion');
  const clientConfig = fieldAt(holder, ...clientConfigPath);
  return {
    strategy: isMap(conversion) ? stringField(conversion, 'strategy') ?? '' : 'None',
    ...(isMap(clientConfig)
      ? { clientConfig: { value: clientConfig, fieldPath: fieldPath.child('webhookClientConfig', [...holderPath, ...clientConfigPath]) } }
      : {}),
    reviewVersions: stringListField(holder, 'conversionReviewVersions'),
    fieldPath,
    reviewVersionsPath: fieldPath.child('conversionReviewVersions', [...holderPath, 'conversionReviewVersions']),
  };
}

/** Returns the port of a webhook's service, with its default. */
export function servicePort(service: JsonMap): number {
  return integerField(service, 'port') ?? 443;
}
