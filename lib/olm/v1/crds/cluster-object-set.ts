import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import {
  described, int32, int64, keyedListOf, listOf, object, oneOf, required, type Schema, string, struct, validated,
} from '../../../formats/schema/schema';
import { LabelSelector } from '../../v0/generated/kubernetes-types';
import { COLLISION_PROTECTION, embeddedObject, label, lifecycleState, objectsOf, phaseName, phasesOf } from './cluster-extension-revision';
import { conditions, immutable, immutableOnceSet, memberOf } from './validation-rules';

const LIST = { 'maxItems': 20, 'minItems': 1, 'x-kubernetes-list-type': 'atomic' };
const SHORT = { maxLength: 200, minLength: 1 };

function fieldPath(description: string): Schema {
  return required(validated([{
    rule: "self.matches('^[a-zA-Z0-9]+(?:\\\\.[a-zA-Z0-9]+)*$')",
    message: 'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters separated by the "." character.',
  }], string(description, SHORT)));
}

function member(value: string, field: string): ReturnType<typeof memberOf> {
  return memberOf('type', value, field, { tested: false, spaced: false });
}

const assertion = validated(
  [member('ConditionEqual', 'conditionEqual'), member('FieldsEqual', 'fieldsEqual'), member('FieldValue', 'fieldValue')],
  struct({
    conditionEqual: object('Condition that the object must have.', {
      status: required(oneOf(['True', 'False'], 'Status of the condition.')),
      type: required(string('Type of the condition.', SHORT)),
    }),
    fieldValue: object('Field that must have a value.', {
      fieldPath: fieldPath('Path of the field, such as `status.phase`.'),
      value: required(string('Value of the field.', SHORT)),
    }),
    fieldsEqual: object('Two fields that must have the same value.', {
      fieldA: fieldPath('Path of the first field.'),
      fieldB: fieldPath('Path of the second field.'),
    }),
    type: required(oneOf(['ConditionEqual', 'FieldsEqual', 'FieldValue'], 'Type of the assertion.')),
  }),
);

const selector = validated([member('GroupKind', 'groupKind'), member('Label', 'label')], object('Objects to probe.', {
  groupKind: object('Kind of the objects.', {
    group: required(string('API group of the kind.')),
    kind: required(string('Name of the kind.')),
  }),
  label: validated([{
    rule: '(has(self.matchExpressions) && !has(self.matchLabels)) || (!has(self.matchExpressions) && has(self.matchLabels))',
    message: 'exactly one of matchLabels or matchExpressions must be set',
  }], described('Label selector of the objects.', LabelSelector)),
  type: required(oneOf(['GroupKind', 'Label'], 'How the objects are selected.')),
}));

/** Probes that determine whether a phase is complete. */
const progressionProbes = listOf(struct({
  assertions: required(listOf(assertion, 'What must be true of every selected object.', LIST)),
  selector: required(selector),
}), 'Probes of the objects. A phase is complete when all of them succeed.', LIST);

const NAME = label('the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.');

function collisionProtection(description: string): Schema {
  return oneOf(COLLISION_PROTECTION, description);
}

const item = validated([{
  rule: '[has(self.object),has(self.ref)].filter(x,x==true).size() == 1',
  message: 'exactly one of the fields in [object ref] must be set',
}], struct({
  collisionProtection: collisionProtection('Collision protection of the object. By default, that of the phase.'),
  object: embeddedObject,
  ref: object('Entry of a Secret that contains the object.', {
    key: required(string('Key of the entry.', { maxLength: 253, minLength: 1 })),
    name: required(string('Name of the Secret.', { maxLength: 253, minLength: 1 })),
    namespace: string('Namespace of the Secret. By default, that of the controller.', { maxLength: 63 }),
  }),
}));

const spec = object('Objects of a revision, and their state.', {
  collisionProtection: required(validated(
    [immutable('collisionProtection is immutable')],
    collisionProtection('What happens to objects that exist: whether the revision may take them over. It cannot change.'),
  )),
  lifecycleState: required(lifecycleState(['Active', 'Archived'], 'cannot un-archive')),
  phases: phasesOf(struct({
    collisionProtection: collisionProtection('Collision protection of the phase. By default, that of the spec.'),
    name: phaseName(NAME),
    objects: objectsOf(item, { maxItems: 50 }),
  }), { maxItems: 20 }),
  progressDeadlineMinutes: int32(
    'Minutes after which a rollout that does not complete has failed. By default, there is no deadline.',
    { maximum: 720, minimum: 10 },
  ),
  progressionProbes,
  revision: required(validated([immutable('revision is immutable')], int64('Number of the revision, counted from 1.', { minimum: 1 }))),
});

const observedPhases = keyedListOf(['name'], struct({
  digest: required(validated(
    [{ rule: "self.matches('^[a-z0-9]+:[a-f0-9]+$')", message: "digest must be in the format '<algorithm>:<hex>'" }],
    string('Digest of the objects of the phase.', { maxLength: 256, minLength: 1 }),
  )),
  name: phaseName(NAME),
}), 'Phases as they were when they were first rolled out, to notice changes of the Secrets.');

const status = object('Observed state of the ClusterObjectSet.', {
  conditions: conditions('Conditions of the revision: `Available`, `Progressing` and `Succeeded`.'),
  observedPhases: validated([immutableOnceSet('observedPhases')], { ...observedPhases, keywords: { ...observedPhases.keywords, maxItems: 20 } }),
});

/** CRD of ClusterObjectSets: the objects of a version of a ClusterExtension. Only the controller writes them. */
export const clusterObjectSet: CrdSource = {
  kind: 'ClusterObjectSet',
  plural: 'clusterobjectsets',
  scope: 'Cluster',
  since: '1.9.0',
  experimental: true,
  versions: [{
    name: 'v1',
    storage: true,
    description: 'ClusterObjectSet holds the objects of one version of a ClusterExtension. Written by the controller only.',
    optionalMetadata: true,
    columns: [
      { name: 'Available', type: 'string', jsonPath: ".status.conditions[?(@.type=='Available')].status" },
      { name: 'Progressing', type: 'string', jsonPath: ".status.conditions[?(@.type=='Progressing')].status" },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec,
    status,
  }],
};
