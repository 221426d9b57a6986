import type { GoField, GoType } from './go-struct';
import { goBoolean, goInteger, goList, goRaw, goStruct, goText, goTextMap, optional, required } from './go-struct';
import { plainJson } from '../json-lines';
import type { BundleDocument, CatalogDocument, Property } from '../wire';
import { field, fieldAt, textField } from '../../json-value';

const BUNDLE_OBJECT = 'olm.bundle.object';
const CSV_METADATA = 'olm.csv.metadata';

/**
 * Puts one `olm.csv.metadata` property in place of the manifests that bundles carry, as `opm render
 * --migrate-level=bundle-object-to-csv-metadata` does: what consoles show of an operator stays, the rest comes with the bundle's image.
 *
 * A bundle without an image, without a ClusterServiceVersion, or with that property already, stays as it is.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmcsvmetadata
 */
export function migrateToCsvMetadata(documents: readonly CatalogDocument[]): CatalogDocument[] {
  return documents.map((document) => (document.schema === 'olm.bundle' ? migratedBundle(document) : document));
}

function migratedBundle(bundle: BundleDocument): BundleDocument {
  const csv = bundle.image === '' || bundle.properties.some(({ type }) => type === CSV_METADATA) ? undefined : csvOf(bundle);
  if (csv === undefined) {
    return bundle;
  }
  return { ...bundle, properties: [...bundle.properties.filter(({ type }) => type !== BUNDLE_OBJECT), csvMetadata(csv)] };
}

/** The ClusterServiceVersion among the manifests that a bundle carries; undefined where there is none. */
export function csvOf({ properties }: BundleDocument): unknown {
  for (const { type, value } of properties) {
    const manifest = type === BUNDLE_OBJECT ? decoded(textField(value, 'data') ?? '') : undefined;
    if (field(manifest, 'kind') === 'ClusterServiceVersion') {
      return manifest;
    }
  }
  return undefined;
}

function decoded(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    return undefined;
  }
}

function csvMetadata(csv: unknown): Property {
  const raw = METADATA({
    ...(fieldAt(csv, 'spec') as object | undefined),
    annotations: fieldAt(csv, 'metadata', 'annotations'),
    labels: fieldAt(csv, 'metadata', 'labels'),
    apiServiceDefinitions: fieldAt(csv, 'spec', 'apiservicedefinitions'),
    crdDescriptions: fieldAt(csv, 'spec', 'customresourcedefinitions'),
  })!;
  return { type: CSV_METADATA, raw, value: JSON.parse(raw) as unknown };
}

// The structs of operator-framework/api, in the order of their fields.
// https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/clusterserviceversion_types.go

const RESOURCE = goStruct(required('name', goText), required('kind', goText), required('version', goText));
const DESCRIPTOR = goStruct(
  required('path', goText), optional('displayName', goText), optional('description', goText), optional('x-descriptors', goList(goText, '""')),
  optional('value', goRaw),
);
const DESCRIPTIONS: readonly GoField[] = [
  optional('displayName', goText), optional('description', goText), optional('resources', structs(RESOURCE)),
  optional('statusDescriptors', structs(DESCRIPTOR)), optional('specDescriptors', structs(DESCRIPTOR)), optional('actionDescriptors', structs(DESCRIPTOR)),
];
const CRD = goStruct(required('name', goText), required('version', goText), required('kind', goText), ...DESCRIPTIONS);
const API_SERVICE = goStruct(
  required('name', goText), required('group', goText), required('version', goText), required('kind', goText), optional('deploymentName', goText),
  optional('containerPort', goInteger), ...DESCRIPTIONS,
);
const LINK = goStruct(optional('name', goText), optional('url', goText));
const METADATA = goStruct(
  optional('annotations', goTextMap),
  optional('apiServiceDefinitions', ownedAndRequired(API_SERVICE)),
  optional('crdDescriptions', ownedAndRequired(CRD)),
  optional('description', goText),
  optional('displayName', goText),
  optional('installModes', structs(goStruct(required('type', goText), required('supported', goBoolean, 'false')))),
  optional('keywords', goList(goText, '""')),
  optional('labels', goTextMap),
  optional('links', structs(LINK)),
  optional('maintainers', structs(goStruct(optional('name', goText), optional('email', goText)))),
  optional('maturity', goText),
  optional('minKubeVersion', goText),
  optional('nativeAPIs', structs(goStruct(required('group', goText), required('version', goText), required('kind', goText)))),
  optional('provider', LINK),
);

function ownedAndRequired(type: GoType): GoType {
  return goStruct(optional('owned', structs(type)), optional('required', structs(type)));
}

function structs(type: GoType): GoType {
  return goList(type, plainJson({}));
}
