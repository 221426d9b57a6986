import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Needed } from '../../needed';

/** Folder of recorded releases. */
export const RELEASES = Needed.sharedData('olm-releases');

export interface JsonObject {
  [key: string]: unknown;
}

/** Returns the objects that upstream published for a release, in upstream's order. */
export function recordedRelease(tag: string): JsonObject[] {
  const objects = JSON.parse(gunzipSync(readFileSync(join(RELEASES.value, `${tag}.json.gz`))).toString('utf8')) as JsonObject[];
  return objects.map(withoutDescriptions);
}

/** Recorded images of a release. */
export interface RecordedVersion {
  readonly tag: string;
  readonly olmImage: string;
  /** Null in releases without one. */
  readonly opmImage: string | null;
}

/** Returns the recorded images of all releases. */
export function recordedVersions(): RecordedVersion[] {
  return JSON.parse(readFileSync(join(RELEASES.value, 'versions.json'), 'utf8')) as RecordedVersion[];
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
