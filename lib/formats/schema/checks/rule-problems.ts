import { API_SERVER_CEL_LIMITS, CelBudget, CelLimitError } from '../../cel/cel-budget';
import { exactJson } from '../../json/exact-json';
import { field as fieldOf, isMap, type JsonMap, setOwn } from '../../json/json-value';
import { innerValues, type JsonSchema, propertySchema, type ValidationRule, valuesSchema } from './json-schema';
import { optionalValue, ruleExpression } from './rule-expression';
import type { ObjectProblem } from './value-problems';

/**
 * Returns the violated rules of a CRD (`x-kubernetes-validations`) in an object, and those that cost more to evaluate than the API server allows.
 *
 * @param earlier earlier value of the object, for rules about changes, or undefined
 */
export function ruleProblems(value: unknown, schema: JsonSchema, earlier: unknown): ObjectProblem[] {
  return problemsOf(value, schema, '', earlier, new CelBudget(API_SERVER_CEL_LIMITS), true);
}

function problemsOf(value: unknown, schema: JsonSchema, field: string, earlier: unknown, budget: CelBudget, isResource = false): ObjectProblem[] {
  if (value === null) {
    return [];
  }
  return [
    ...ownProblems(value, schema, field, earlier ?? undefined, budget, isResource),
    ...(schema.allOf ?? []).flatMap(each => problemsOf(value, each, field, earlier, budget)),
    ...innerValues(value, schema, field)
      .flatMap(inner => problemsOf(inner.value, inner.schema, inner.field, earlierInner(earlier, schema, inner), budget)),
  ];
}

function ownProblems(value: unknown, schema: JsonSchema, field: string, earlier: unknown, budget: CelBudget, isResource: boolean): ObjectProblem[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) {
    return [];
  }
  const self = ruleValue(value, schema, undefined, isResource);
  const oldSelf = earlier === undefined ? undefined : ruleValue(earlier, schema, value, isResource);
  return rules.flatMap(rule => problemOf(rule, field, self, oldSelf, budget));
}

function problemOf(rule: ValidationRule, field: string, self: unknown, oldSelf: unknown, budget: CelBudget): ObjectProblem[] {
  const expression = ruleExpression(rule.rule);
  if (expression === undefined || (expression.usesOldSelf && oldSelf === undefined && rule.optionalOldSelf !== true)) {
    return [];
  }
  const before = rule.optionalOldSelf === true ? optionalValue(oldSelf) : oldSelf;
  const message = rule.message?.trim() ?? `does not meet the rule ${rule.rule.trim()}`;
  try {
    return expression.evaluate(self, before, budget) === true ? []
      : [{ field: `${field}${rule.fieldPath ?? ''}`, message: expressedMessage(rule, self, before, budget) ?? message }];
  } catch (error) {
    if (error instanceof CelLimitError) {
      return [{ field, message: `a rule is not decided, because ${error.message}, as in the API server; make the value smaller. The rule: ${message}` }];
    }
    return [{ field, message: `${(error as Error).message.split('\n', 1)[0]!}, in the rule: ${message}` }];
  }
}

/** Returns the message that an expression of the rule returns, or undefined if the API server would not accept the message. */
function expressedMessage({ messageExpression }: ValidationRule, self: unknown, oldSelf: unknown, budget: CelBudget): string | undefined {
  try {
    const message = messageExpression === undefined ? undefined : ruleExpression(messageExpression)?.evaluate(self, oldSelf, budget);
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

/** Fields of an object that are available in its rules even if the schema does not declare them. */
const RESOURCE: JsonSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
  },
};

/** Reserved words of the expression language, which cannot be used as field names in a rule. */
const RESERVED: ReadonlySet<string> = new Set([
  'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package',
  'namespace', 'return', 'var', 'void', 'while',
]);

const ESCAPES: { readonly [part: string]: string } = { '__': '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' };

/**
 * Returns a value in the form that rules use: with integers as such, and with escaped field names.
 *
 * @param current value to compare with: lists of types `set` and `map` are sorted like it, because their order does not matter in rules
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
function ruleValue(value: unknown, schema: JsonSchema, current?: unknown, isResource = false): unknown {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    const ordered = Array.isArray(current) ? inOrderOf(current, value, schema) : value;
    return ordered.map((item, index) => ruleValue(item, items, Array.isArray(current) ? current[index] : undefined));
  }
  if (isMap(value)) {
    return ruleMap(value, schema, current, isResource || schema['x-kubernetes-embedded-resource'] === true);
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && (schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true) ? BigInt(value) : value;
  }
  return typeof value === 'string' && schema.type === 'string' ? ruleString(value, schema.format) : value;
}

function ruleString(value: string, format: string | undefined): unknown {
  switch (format) {
    case 'byte': return Buffer.from(value, 'base64');
    case 'date': case 'date-time': return new Date(value);
    default: return value;
  }
}

function ruleMap(map: JsonMap, schema: JsonSchema, current: unknown, isResource: boolean): JsonMap {
  const seen: { [key: string]: unknown } = {};
  const values = valuesSchema(schema);
  for (const [key, inner] of Object.entries(map)) {
    const property = (isResource ? propertySchema(RESOURCE, key) : undefined) ?? propertySchema(schema, key);
    setOwn(seen, property === undefined ? key : fieldName(key), ruleValue(inner, property ?? values ?? {}, fieldOf(current, key)));
  }
  return seen;
}

/** Returns the name of a field in rules. */
function fieldName(name: string): string {
  return RESERVED.has(name) ? `__${name}__` : name.replace(/__|[-./]/g, part => ESCAPES[part]!);
}

/** Returns a list of type `set` or `map` in the order of another one; items that are not in the other one come last. */
function inOrderOf(other: readonly unknown[], list: readonly unknown[], schema: JsonSchema): readonly unknown[] {
  const key = itemKey(schema);
  if (key === undefined) {
    return list;
  }
  const positions = new Map(other.map((item, index) => [key(item), index]));
  const position = (item: unknown): number => positions.get(key(item)) ?? other.length;
  return [...list].sort((left, right) => position(left) - position(right));
}

/** Returns a function for the identity of an item in a list: its keys for type `map`, the item itself for `set`, or undefined otherwise. */
function itemKey(schema: JsonSchema): ((item: unknown) => string) | undefined {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  switch (schema['x-kubernetes-list-type']) {
    case 'map': return item => exactJson(keys.map(key => fieldOf(item, key)));
    case 'set': return item => exactJson(item);
    default: return undefined;
  }
}
