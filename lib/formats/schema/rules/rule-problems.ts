import { field as fieldOf } from '../../json/json-value';
import type { JsonSchema, ValidationRule } from '../model/json-schema';
import type { ObjectProblem } from '../model/object-problem';
import { innerValues } from '../structure/inner-values';
import { optionalValue } from './rule-environment';
import { ruleExpression } from './rule-expression';
import { itemKey, ruleValue } from './rule-value';

/**
 * Returns the violated rules of a CRD (`x-kubernetes-validations`).
 *
 * @param earlier earlier value of the same field, for rules about changes, or undefined
 * @param isResource whether the value is a whole object
 */
export function ruleProblems(value: unknown, schema: JsonSchema, field: string, earlier: unknown, isResource = false): ObjectProblem[] {
  if (value === null) {
    return [];
  }
  return [
    ...ownProblems(value, schema, field, earlier ?? undefined, isResource),
    ...(schema.allOf ?? []).flatMap(each => ruleProblems(value, each, field, earlier)),
    ...innerValues(value, schema, field).flatMap(inner => ruleProblems(inner.value, inner.schema, inner.field, earlierInner(earlier, schema, inner))),
  ];
}

function ownProblems(value: unknown, schema: JsonSchema, field: string, earlier: unknown, isResource: boolean): ObjectProblem[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) {
    return [];
  }
  const self = ruleValue(value, schema, undefined, isResource);
  const oldSelf = earlier === undefined ? undefined : ruleValue(earlier, schema, value, isResource);
  return rules.flatMap(rule => problemOf(rule, field, self, oldSelf));
}

function problemOf(rule: ValidationRule, field: string, self: unknown, oldSelf: unknown): ObjectProblem[] {
  const expression = ruleExpression(rule.rule);
  if (expression === undefined || (expression.usesOldSelf && oldSelf === undefined && rule.optionalOldSelf !== true)) {
    return [];
  }
  const before = rule.optionalOldSelf === true ? optionalValue(oldSelf) : oldSelf;
  const message = rule.message?.trim() ?? `does not meet the rule ${rule.rule.trim()}`;
  try {
    return expression.evaluate(self, before) === true ? [] : [{ field: `${field}${rule.fieldPath ?? ''}`, message: expressedMessage(rule, self, before) ?? message }];
  } catch (error) {
    return [{ field, message: `${(error as Error).message.split('\n', 1)[0]!}, in the rule: ${message}` }];
  }
}

/** Returns the message that an expression of the rule returns, or undefined if the API server would not accept the message. */
function expressedMessage({ messageExpression }: ValidationRule, self: unknown, oldSelf: unknown): string | undefined {
  try {
    const message = messageExpression === undefined ? undefined : ruleExpression(messageExpression)?.evaluate(self, oldSelf);
    return typeof message === 'string' && message.trim() !== '' && !message.includes('\n') ? message.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the earlier value of an inner value, or undefined. Items of lists only have one if the list is of type `map`. */
function earlierInner(earlier: unknown, schema: JsonSchema, { value, key }: { readonly value: unknown; readonly key: string | number }): unknown {
  if (typeof key === 'string') {
    return fieldOf(earlier, key);
  }
  const keyOf = schema['x-kubernetes-list-type'] === 'map' ? itemKey(schema) : undefined;
  return keyOf === undefined || !Array.isArray(earlier) ? undefined : earlier.find(item => keyOf(item) === keyOf(value)) as unknown;
}
