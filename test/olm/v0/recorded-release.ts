import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Folder of recorded releases beside the checkout. It is not part of the project and may be absent. */
const RECORDS = resolve(__dirname, '..', '..', '..', '..', 'shared', 'data', 'olm-releases');

export interface JsonObject {
  [key: string]: unknown;
}

/** Returns the objects that upstream published for a release, in upstream's order, or undefined without a record. */
export function recordedRelease(tag: string): JsonObject[] | undefined {
  const file = join(RECORDS, `${tag}.json.gz`);
  if (!existsSync(file)) {
    return undefined;
  }
  const objects = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as JsonObject[];
  return objects.map(withoutDescriptions);
}

/** Recorded images of a release. */
export interface RecordedVersion {
  readonly tag: string;
  readonly olmImage: string;
  /** Null in releases without one. */
  readonly opmImage: string | null;
}

/** Returns the recorded images of all releases, or undefined without a record. */
export function recordedVersions(): RecordedVersion[] | undefined {
  const file = join(RECORDS, 'versions.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as RecordedVersion[] : undefined;
}

/** Returns a CRD without the descriptions in its schemas, and other objects as they are. */
export function withoutDescriptions(object: unknown): JsonObject {
  const copy = JSON.parse(JSON.stringify(object)) as JsonObject;
  if (copy['kind'] === 'CustomResourceDefinition') {
    const { versions } = copy['spec'] as { versions: { schema: { openAPIV3Schema: JsonObject } }[] };
    versions.forEach(({ schema }) => { removeDescriptions(schema.openAPIV3Schema); });
  }
  return copy;
}

/** Keeps fields that are named `description` or `properties`. */
function removeDescriptions(schema: JsonObject): void {
  delete schema['description'];
  const { properties = {}, items, additionalProperties } = schema as { properties?: JsonObject; items?: unknown; additionalProperties?: unknown };
  for (const inner of [...Object.values(properties), items, additionalProperties]) {
    if (typeof inner === 'object' && inner !== null) {
      removeDescriptions(inner as JsonObject);
    }
  }
}
