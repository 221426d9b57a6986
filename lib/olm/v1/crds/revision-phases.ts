import { keyedListOf, listOf, object, oneOf, required, string, validated, type Schema, type ValidationRule } from '../../../formats/schema/schema';
import { immutableOnceSet } from './validation-rules';

/** Any Kubernetes object, with all its fields. */
export const embeddedObject = object('Object to apply.', {}, {
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
});

/** What happens to existing objects that belong to something else. */
export const COLLISION_PROTECTION = ['Prevent', 'IfNoController', 'None'];

/** Rule of names that are DNS-1123 labels. The message differs from release to release. */
export function label(message: string): ValidationRule {
  return { rule: '!format.dns1123Label().validate(self).hasValue()', message };
}

/** Name of a phase. */
export function phaseName(rule: ValidationRule): Schema {
  return required(validated([rule], string('Name of the phase.', { maxLength: 63, minLength: 1 })));
}

/** Phases that are rolled out one after another. */
export function phasesOf(phase: Schema, keywords = {}): Schema {
  const list = keyedListOf(['name'], phase, 'Objects in the order in which they are rolled out: a phase begins when the one before is complete.');
  return validated([immutableOnceSet('phases')], { ...list, keywords: { ...list.keywords, ...keywords } });
}

/** Objects of a phase. */
export function objectsOf(item: Schema, keywords = {}): Schema {
  return required(listOf(item, 'Objects of the phase. They are applied together.', keywords));
}

/** States of a revision. The last one is final. */
export function lifecycleState(states: readonly string[], message: string, keywords = {}): Schema {
  const others = states.slice(0, -1).map((state) => `oldSelf == '${state}' || `).join('');
  const last = states.at(-1)!;
  return validated(
    [{ rule: `${others}oldSelf == '${last}' && oldSelf == self`, message }],
    oneOf(states, 'State of the revision. An `Archived` one has been replaced, and stays archived.', keywords),
  );
}
