import { ApiObject, JsonPatch } from 'cdk8s';
import { ConstructError } from './construct-error';
import { exactYaml } from './exact-yaml';

/**
 * Returns the manifest of an object with its patches, to be written as YAML that Go's tools read as the same object. cdk8s applies patches before the
 * manifest is converted, and the conversion would drop fields that it does not know.
 *
 * @throws ConstructError when a patch refers to something that the object does not have, or the manifest has a key that cdk8s cannot write
 */
export function patched(object: ApiObject, manifest: unknown, patches: readonly JsonPatch[]): unknown {
  return exactYaml(object, withPatches(object, manifest, patches));
}

function withPatches(object: ApiObject, manifest: unknown, patches: readonly JsonPatch[]): unknown {
  try {
    return JsonPatch.apply(manifest, ...patches) as unknown;
  } catch (error) {
    throw new ConstructError(object, `a patch of ${object.kind} '${object.name}' cannot be applied: ${(error as Error).message}`);
  }
}
