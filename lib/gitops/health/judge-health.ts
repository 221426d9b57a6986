import { ConditionTest, FieldRef, HealthTest, HealthVerdict, KindHealth, MessagePart } from './health-rule';
import { fieldAt, isMap } from '../../formats/json/json-value';
import { replacementIn } from '../../olm/v0/transient-states';
import { printableMessage } from '../../text/printable';

/** Verdict of a health check with its reason. */
export interface JudgedHealth {
  readonly verdict: HealthVerdict;
  readonly message: string;
}

/** Values that a test examines. */
interface Scope {
  readonly object: unknown;
  readonly item?: unknown;
}

/** Applies a health check to an object. It is the reference for the same check in Lua and in CEL. */
export function judgeHealth({ kind, rules }: KindHealth, object: unknown): JudgedHealth {
  const scope = { object };
  const rule = rules.find(({ when }) => passesAll(when, scope));
  if (rule === undefined) {
    throw new Error(printableMessage(`the health check of ${kind} has no last rule`));
  }
  return { verdict: rule.verdict, message: messageText(rule.message, scope) };
}

function passesAll(tests: readonly HealthTest[], scope: Scope): boolean {
  return tests.every(test => passes(test, scope));
}

function passes(test: HealthTest, scope: Scope): boolean {
  switch (test.is) {
    case 'set': {
      const value = valueOf(test.field, scope);
      return value !== undefined && value !== null && value !== '';
    }
    case 'true':
      return valueOf(test.field, scope) === true;
    case 'oneOf':
      return test.values.includes(valueOf(test.field, scope) as string);
    case 'same': {
      const value = valueOf(test.field, scope);
      return typeof value === 'string' && value !== '' && value === valueOf(test.as, scope);
    }
    case 'less': {
      const [value, bound] = [valueOf(test.field, scope), valueOf(test.than, scope)];
      return typeof value === 'number' && typeof bound === 'number' && value < bound;
    }
    case 'condition':
      return conditionsOf(scope, test.type).some(condition => isCondition(condition, test, scope));
    case 'some':
      return itemsOf(test.list, scope).some(item => passesAll(test.where, { ...scope, item }));
    case 'lately': {
      const items = itemsOf(test.list, scope);
      const timeOf = (item: unknown): string => textOf(fieldAt(item, 'lastTransitionTime'));
      return items.some(item => passesAll(test.where, { ...scope, item })
        && !items.some(later => passesAll(test.until, { ...scope, item: later }) && timeOf(later) >= timeOf(item)));
    }
    case 'message':
      return conditionsOf(scope, test.of).some(condition => fieldAt(condition, 'message') === messageText(test.parts, scope));
    case 'replacement':
      return conditionsOf(scope, test.of).some(condition => replacementIn(textOf(fieldAt(condition, 'message'))) !== undefined);
    case 'not':
      return !passes(test.test, scope);
    case 'any':
      return test.of.some(other => passes(other, scope));
  }
}

function isCondition(condition: unknown, { statuses, reasons, current }: ConditionTest, { object }: Scope): boolean {
  const generation = fieldAt(object, 'metadata', 'generation');
  const observed = fieldAt(condition, 'observedGeneration');
  const isOld = typeof generation === 'number' && (typeof observed === 'number' ? observed : 0) < generation;
  return (statuses === undefined || statuses.includes(fieldAt(condition, 'status') as string))
    && (reasons === undefined || reasons.includes(fieldAt(condition, 'reason') as string))
    && !(current === true && isOld);
}

function messageText(parts: readonly MessagePart[], scope: Scope): string {
  return parts.map(part => partText(part, scope)).join('');
}

function partText(part: MessagePart, scope: Scope): string {
  if (typeof part === 'string') {
    return part;
  }
  if ('messageOf' in part) {
    return textOf(fieldAt(conditionsOf(scope, part.messageOf)[0], 'message'));
  }
  if ('newer' in part) {
    return messageText(isNewerName(valueOf(part.newer, scope), valueOf(part.than, scope)) ? part.show : part.otherwise, scope);
  }
  if ('firstOf' in part) {
    const item = itemsOf(part.firstOf, scope).find(candidate => passesAll(part.where, { ...scope, item: candidate }));
    return item === undefined ? '' : messageText(part.show, { ...scope, item });
  }
  return textOf(valueOf(part, scope));
}

/** Whether the version in the name of a ClusterServiceVersion or bundle is newer than that in another name. */
function isNewerName(name: unknown, other: unknown): boolean {
  const [left, right] = [versionIn(name), versionIn(other)];
  const differing = left.findIndex((number, index) => number !== right[index]);
  return right.length > 0 && differing >= 0 && left[differing]! > right[differing]!;
}

function versionIn(name: unknown): number[] {
  return typeof name === 'string' ? (/^[!--/-~]*\.v*(\d+)\.(\d+)\.(\d+)(?!\d)[!-~]*$/.exec(name) ?? []).slice(1).map(Number) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function conditionsOf(scope: Scope, type: string): unknown[] {
  return itemsOf({ in: 'object', path: ['status', 'conditions'] }, scope).filter(condition => fieldAt(condition, 'type') === type);
}

function itemsOf(list: FieldRef, scope: Scope): unknown[] {
  const found = valueOf(list, scope);
  return Array.isArray(found) ? found.filter(isMap) : [];
}

function valueOf({ in: place, path }: FieldRef, { object, item }: Scope): unknown {
  return fieldAt(place === 'object' ? object : item, ...path);
}
