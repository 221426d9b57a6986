import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import {
  changedIn, int32, int64, keyedListOf, listOf, object, oneOf, required, type Schema, since, string, struct, until, validated, type ValidationRule,
} from '../../../formats/schema/schema';
import { conditions, immutable, immutableOnceSet } from './validation-rules';

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

const PROTECTION = 'What happens to an object that exists: whether the revision may take it over.';

const collisionProtection = changedIn(
  '1.8.0',
  changedIn('1.7.0', string(PROTECTION, { default: 'Prevent' }), oneOf(COLLISION_PROTECTION, PROTECTION, { default: 'Prevent' })),
  required(oneOf(COLLISION_PROTECTION, PROTECTION)),
);

const objects = { collisionProtection, object: required(embeddedObject) };

const firstPhases = phasesOf(struct({
  name: required(string('Name of the phase.', { maxLength: 63, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$' })),
  objects: objectsOf(struct(objects)),
}));

const phases = phasesOf(struct({
  name: phaseName(label('the value must consist of only lowercase alphanumeric characters and hyphens, and must start with an alphabetic character and '
    + 'end with an alphanumeric character.')),
  objects: objectsOf(struct(objects), { maxItems: 50 }),
}), { maxItems: 20 });

const spec = object('Objects of a revision, and their state.', {
  lifecycleState: changedIn(
    '1.8.0',
    lifecycleState(['Active', 'Paused', 'Archived'], 'can not un-archive', { default: 'Active' }),
    required(lifecycleState(['Active', 'Archived'], 'cannot un-archive')),
  ),
  phases: changedIn('1.8.0', firstPhases, phases),
  previous: until('1.7.0', validated([immutable('previous is immutable')], listOf(struct({
    name: required(string('Name of the revision.')),
    uid: required(string('UID of the revision.')),
  }), 'Earlier revisions, whose objects this revision may take over.'))),
  progressDeadlineMinutes: since('1.8.0', int32(
    'Minutes after which a rollout that does not complete has failed. By default, there is no deadline.',
    { maximum: 720, minimum: 10 },
  )),
  revision: required(validated([immutable('revision is immutable')], int64('Number of the revision, counted from 1.', { minimum: 1 }))),
});

/** CRD of ClusterExtensionRevisions: the objects of a version of a ClusterExtension. Only the controller writes them. */
export const clusterExtensionRevision: CrdSource = {
  kind: 'ClusterExtensionRevision',
  plural: 'clusterextensionrevisions',
  scope: 'Cluster',
  since: '1.6.0',
  until: '1.9.0',
  experimental: true,
  versions: [{
    name: 'v1',
    storage: true,
    description: 'ClusterExtensionRevision holds the objects of one version of a ClusterExtension. Written by the controller only.',
    optionalMetadata: true,
    columns: [
      { name: 'Available', type: 'string', jsonPath: ".status.conditions[?(@.type=='Available')].status" },
      { name: 'Progressing', type: 'string', jsonPath: ".status.conditions[?(@.type=='Progressing')].status", since: '1.8.0' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec,
    status: object('Observed state of the revision.', { conditions: conditions('Conditions of the revision, such as `Available`.') }),
  }],
};
