import { defined } from '../../formats/json/defined';
import { PLAIN_OPERATOR, type Whole, wholeOf } from '../../formats/schema/part-of';
import type { Manifest } from './manifests';
import type { PlainOperatorManifests, PlainOperators } from './plain-operator-manifests';
import { unmarkedOperators } from './unmarked-operators';

/**
 * Returns the operators in manifests that run without OLM. Objects belong to the operator that their annotation names. Those without the annotation,
 * from earlier versions of this library or written by hand, are assigned by what the manifests show: see `unmarkedOperators`.
 *
 * @param manifests objects with their namespaces
 */
export function plainOperators(manifests: readonly Manifest[]): PlainOperators {
  const wholes = new Map<string, { readonly whole: Whole; readonly objects: Manifest[] }>();
  for (const manifest of manifests) {
    const whole = wholeOf(manifest.object);
    if (whole?.kind === PLAIN_OPERATOR) {
      const known = wholes.get(titleOf(whole)) ?? { whole, objects: [] };
      known.objects.push(manifest);
      wholes.set(titleOf(whole), known);
    }
  }
  const marked = [...wholes].map(([title, { whole: { name, namespace }, objects }]): PlainOperatorManifests => (
    { title, name, ...defined({ namespace }), objects }
  ));
  return unmarkedOperators(manifests, marked);
}

function titleOf({ namespace, name }: Whole): string {
  return `operator ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
