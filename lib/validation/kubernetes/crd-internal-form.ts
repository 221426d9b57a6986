import { isDeepStrictEqual } from 'node:util';

import type { JsonMap } from '../../json-value';
import { field, fieldAt, integerField, isMap, mapsField, textField, textsField } from '../../json-value';
import { FieldPlace } from './field-fault';

/** A value of a CustomResourceDefinition, and where it stands. */
export interface CrdPart<Value> {
  readonly value: Value;
  readonly place: FieldPlace;
}

/** What a version can have of its own, and what a CustomResourceDefinition can have for all of its versions. */
export interface CrdVersionParts {
  /** The map around `openAPIV3Schema`. */
  readonly schema?: CrdPart<JsonMap>;

  /** The map of subresources. */
  readonly subresources?: CrdPart<JsonMap>;

  /** The columns that kubectl prints; at least one. */
  readonly columns?: CrdPart<readonly JsonMap[]>;

  /** The fields that field selectors may name; at least one. */
  readonly selectableFields?: CrdPart<readonly JsonMap[]>;
}

/** A version of the API. */
export interface CrdVersion {
  readonly name: string;
  readonly storage: boolean;
  readonly deprecated: boolean;

  /** Undefined where there is none; it may be empty. */
  readonly deprecationWarning?: string;

  /** What it does not share with all other versions. */
  readonly own: CrdVersionParts;
  readonly place: FieldPlace;
}

/** What converts objects from one version to another. */
export interface CrdConversion {
  readonly strategy: string;

  /** How to reach the webhook. */
  readonly clientConfig?: CrdPart<JsonMap>;

  /** The versions of ConversionReview that the webhook understands. */
  readonly reviewVersions: readonly string[];
  readonly place: FieldPlace;
  readonly reviewVersionsPlace: FieldPlace;
}

/**
 * A CustomResourceDefinition as Kubernetes has it before it validates it: defaults filled in, and, whatever version the file is written
 * in, in one internal form. There, what all versions have in common stands beside the versions and no longer in them.
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

  /** The first version; what `spec.version` of v1beta1 says where it says something. */
  readonly version: string;
  readonly versions: readonly CrdVersion[];
  readonly shared: CrdVersionParts;
  readonly conversion: CrdConversion;
  readonly preserveUnknownFields: boolean;

  /** Where the spec stands. */
  readonly spec: FieldPlace;

  /** How the file spells the field for the path of a column. */
  readonly columnPathKey: 'jsonPath' | 'JSONPath';
}

const forms = new WeakMap<JsonMap, InternalCrd>();

/** The internal form of a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1; made once for each. */
export function internalCrd(crd: JsonMap): InternalCrd {
  let form = forms.get(crd);
  if (form === undefined) {
    form = textField(crd, 'apiVersion')?.endsWith('/v1beta1') === true ? fromV1beta1(crd) : fromV1(crd);
    forms.set(crd, form);
  }
  return form;
}

function fromV1(crd: JsonMap): InternalCrd {
  const place = new FieldPlace('', []).child('spec');
  const spec = field(crd, 'spec');
  const versions = mapsField(spec, 'versions').map((version, index) => versionOf(version, place.child('versions').item(index)));
  const shared = sharedParts(versions, place);
  const conversion = field(spec, 'conversion');
  const webhook = ['webhook'];
  return {
    ...namesOf(crd, spec),
    version: versions[0]?.name ?? '',
    versions: versions.map((version) => ({ ...version, own: without(version.own, shared.identical) })),
    shared: shared.parts,
    conversion: conversionOf(conversion, field(conversion, 'webhook'), ['clientConfig'], webhook, place),
    preserveUnknownFields: field(spec, 'preserveUnknownFields') === true,
    spec: place,
    columnPathKey: 'jsonPath',
  };
}

function fromV1beta1(crd: JsonMap): InternalCrd {
  const place = new FieldPlace('', []).child('spec');
  const spec = field(crd, 'spec');
  const version = textField(spec, 'version') ?? '';
  let versions = mapsField(spec, 'versions').map((entry, index) => versionOf(entry, place.child('versions').item(index)));
  if (versions.length === 0 && version !== '') {
    versions = [{ name: version, storage: true, deprecated: false, own: {}, place: place.child('versions', ['version']).item(0) }];
  }
  const conversion = field(spec, 'conversion');
  const internal = conversionOf(conversion, conversion, ['webhookClientConfig'], [], place);
  const defaultsReviews = internal.strategy === 'Webhook' && internal.reviewVersions.length === 0;
  const names = namesOf(crd, spec);
  return {
    ...names,
    scope: names.scope === '' ? 'Namespaced' : names.scope,
    version: version === '' ? versions[0]?.name ?? '' : version,
    versions,
    shared: partsOf(spec, place, 'validation', 'validation'),
    conversion: defaultsReviews ? { ...internal, reviewVersions: ['v1beta1'] } : internal,
    preserveUnknownFields: field(spec, 'preserveUnknownFields') !== false,
    spec: place,
    columnPathKey: 'JSONPath',
  };
}

type Names = Pick<InternalCrd, 'metadata' | 'group' | 'scope' | 'plural' | 'singular' | 'kind' | 'listKind' | 'shortNames' | 'categories'>;

function namesOf(crd: JsonMap, spec: unknown): Names {
  const names = field(spec, 'names');
  const kind = textField(names, 'kind') ?? '';
  return {
    metadata: field(crd, 'metadata'),
    group: textField(spec, 'group') ?? '',
    scope: textField(spec, 'scope') ?? '',
    plural: textField(names, 'plural') ?? '',
    singular: textField(names, 'singular') || kind.toLowerCase(),
    kind,
    listKind: textField(names, 'listKind') || (kind === '' ? '' : `${kind}List`),
    shortNames: textsField(names, 'shortNames'),
    categories: textsField(names, 'categories'),
  };
}

function versionOf(version: JsonMap, place: FieldPlace): CrdVersion {
  const deprecationWarning = textField(version, 'deprecationWarning');
  return {
    name: textField(version, 'name') ?? '',
    storage: field(version, 'storage') === true,
    deprecated: field(version, 'deprecated') === true,
    ...(deprecationWarning === undefined ? {} : { deprecationWarning }),
    own: partsOf(version, place, 'schema', 'schema'),
    place,
  };
}

/** The parts in a spec or in a version. What holds nothing counts as left out. */
function partsOf(holder: unknown, place: FieldPlace, schemaKey: string, schemaName: string): CrdVersionParts {
  const schema = field(holder, schemaKey);
  const subresources = field(holder, 'subresources');
  const columns = mapsField(holder, 'additionalPrinterColumns');
  const selectableFields = mapsField(holder, 'selectableFields');
  return {
    ...(isMap(schema) ? { schema: { value: schema, place: place.child(schemaName) } } : {}),
    ...(isMap(subresources) ? { subresources: { value: subresources, place: place.child('subresources') } } : {}),
    ...(columns.length > 0 ? { columns: { value: columns, place: place.child('additionalPrinterColumns') } } : {}),
    ...(selectableFields.length > 0 ? { selectableFields: { value: selectableFields, place: place.child('selectableFields') } } : {}),
  };
}

const SHARED_NAMES = {
  schema: ['validation', 'schema'],
  subresources: ['subresources', 'subresources'],
  columns: ['additionalPrinterColumns', 'additionalPrinterColumns'],
  selectableFields: ['selectableFields', 'selectableFields'],
} as const;

type PartName = keyof CrdVersionParts;

/** What every version has alike, named as a part of the spec but found where the first version has it. */
function sharedParts(
  versions: readonly CrdVersion[],
  spec: FieldPlace,
): { readonly parts: CrdVersionParts; readonly identical: readonly PartName[] } {
  const names = Object.keys(SHARED_NAMES) as PartName[];
  const [first, ...others] = versions;
  const identical = names.filter((name) => others.every(({ own }) => isDeepStrictEqual(own[name]?.value, first!.own[name]?.value)));
  const parts = identical.flatMap((name) => {
    const part = first?.own[name];
    const [internalName, key] = SHARED_NAMES[name];
    return part === undefined ? [] : [[name, { value: part.value, place: spec.child(internalName, ['versions', 0, key]) }]];
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
  spec: FieldPlace,
): CrdConversion {
  const place = spec.child('conversion');
  const clientConfig = fieldAt(holder, ...clientConfigPath);
  return {
    strategy: isMap(conversion) ? textField(conversion, 'strategy') ?? '' : 'None',
    ...(isMap(clientConfig)
      ? { clientConfig: { value: clientConfig, place: place.child('webhookClientConfig', [...holderPath, ...clientConfigPath]) } }
      : {}),
    reviewVersions: textsField(holder, 'conversionReviewVersions'),
    place,
    reviewVersionsPlace: place.child('conversionReviewVersions', [...holderPath, 'conversionReviewVersions']),
  };
}

/** The port of a webhook's service, with its default. */
export function servicePort(service: JsonMap): number {
  return integerField(service, 'port') ?? 443;
}
