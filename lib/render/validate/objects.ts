import { quoted } from '../../text/quoted';
import { isBundleKind } from '../../validation/model/bundle-kinds';
import type { Operator } from '../model/operator';
import { RenderErrorCode } from '../model/render-error';
import type { RenderProblems } from '../model/render-problems';

/**
 * Checks the other objects in the bundle.
 *
 * @param compatible whether objects without a name are accepted, as in OLM v1
 */
export function checkObjects({ crds, others }: Operator, compatible: boolean, problems: RenderProblems): void {
  for (const { manifest, kind, name } of others) {
    if (!isBundleKind(kind)) {
      const message = `a bundle must not contain objects of the kind ${quoted(kind)}, such as ${quoted(name)}; let the operator create it when it starts`;
      problems.addAt(RenderErrorCode.KIND, manifest, ['kind'], message);
    }
  }
  for (const { manifest, content: { kind }, name } of compatible ? [] : [...crds, ...others]) {
    if (name === '') {
      problems.addAt(RenderErrorCode.MANIFEST, manifest, ['metadata', 'name'], `the ${kind} must have a name; set metadata.name`);
    }
  }
}
