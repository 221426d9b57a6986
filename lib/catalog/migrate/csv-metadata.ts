import { goWrite } from './go-writer';
import type { BundleBlob, CatalogBlob, Property } from '../declcfg/declcfg';
import { CSV, CSV_METADATA as CSV_METADATA_TYPE, propertyValue } from '../../bundle/model/go-types';
import { field, fieldAt, stringField } from '../../formats/json/json-value';
import { withFieldNames } from '../../formats/yaml/go-field-names';

const BUNDLE_OBJECT = 'olm.bundle.object';
const CSV_METADATA = 'olm.csv.metadata';

/**
 * Replaces the inline manifests of bundles with one `olm.csv.metadata` property, as `opm render
 * --migrate-level=bundle-object-to-csv-metadata` does: it contains what consoles show, and the image contains the rest.
 *
 * A bundle without an image, without a ClusterServiceVersion, or with that property, stays unchanged.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmcsvmetadata
 */
export function migrateToCsvMetadata(blobs: readonly CatalogBlob[]): CatalogBlob[] {
  return blobs.map((blob) => (blob.schema === 'olm.bundle' ? migratedBundle(blob) : blob));
}

function migratedBundle(bundle: BundleBlob): BundleBlob {
  const csv = bundle.image === '' || bundle.properties.some(({ type }) => type === CSV_METADATA) ? undefined : csvOf(bundle);
  if (csv === undefined) {
    return bundle;
  }
  return { ...bundle, properties: [...bundle.properties.filter(({ type }) => type !== BUNDLE_OBJECT), csvMetadata(csv)] };
}

/** Returns the ClusterServiceVersion among the manifests in a bundle blob, with the canonical names of its fields, or undefined. */
export function csvOf({ properties }: BundleBlob): unknown {
  for (const property of properties) {
    const manifest = property.type === BUNDLE_OBJECT ? decoded(stringField(propertyValue(property), 'data') ?? '') : undefined;
    if (field(manifest, 'kind') === 'ClusterServiceVersion') {
      return withFieldNames(manifest, CSV);
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
  const raw = goWrite({
    ...(fieldAt(csv, 'spec') as object | undefined),
    annotations: fieldAt(csv, 'metadata', 'annotations'),
    labels: fieldAt(csv, 'metadata', 'labels'),
    apiServiceDefinitions: fieldAt(csv, 'spec', 'apiservicedefinitions'),
    crdDescriptions: fieldAt(csv, 'spec', 'customresourcedefinitions'),
  }, CSV_METADATA_TYPE)!;
  return { type: CSV_METADATA, raw, value: JSON.parse(raw) as unknown };
}
