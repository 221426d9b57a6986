import { LabelSelector } from '../../v0/generated/kubernetes-types';
import { described, listOf, object, oneOf, required, string, struct, validated, type Schema } from '../../../formats/schema/schema';
import { memberOf } from './validation-rules';

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
export const progressionProbes = listOf(struct({
  assertions: required(listOf(assertion, 'What must be true of every selected object.', LIST)),
  selector: required(selector),
}), 'Probes of the objects. A phase is complete when all of them succeed.', LIST);
