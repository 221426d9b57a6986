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
  return patches.reduce((before, patch) => {
    try {
      return JsonPatch.apply(before, patch) as unknown;
    } catch (error) {
      throw new ConstructError(object, `the patch ${describePatch(patch)} of ${object.kind} '${object.name}' cannot be applied: ${reasonOf(error as Error)}`);
    }
  }, manifest);
}

/** Returns the operation and the path of a patch. */
function describePatch(patch: JsonPatch): string {
  const { op, path } = (patch as unknown as { readonly _toJson: () => { readonly op: string; readonly path: string } })._toJson();
  return `${op} '${path}'`;
}

/** The library reports a path without a parent as an error of JavaScript, and other problems with a whole object after the first line. */
function reasonOf({ name, message }: Error): string {
  return name === 'TypeError' ? 'the object has nothing that contains this path; add what contains it first' : message.split('\n')[0]!;
}
