import { ApiObject, JsonPatch } from 'cdk8s';
import { ConstructError } from './construct-error';

/**
 * Applies the patches of an object whose manifest is converted when it is written. cdk8s applies patches before, and the conversion would drop fields
 * that it does not know.
 *
 * @throws ConstructError when a patch refers to something that the object does not have
 */
export function patched(object: ApiObject, manifest: unknown, patches: readonly JsonPatch[]): unknown {
  try {
    return JsonPatch.apply(manifest, ...patches) as unknown;
  } catch (error) {
    throw new ConstructError(object, `a patch of ${object.kind} '${object.name}' cannot be applied: ${(error as Error).message}`);
  }
}
