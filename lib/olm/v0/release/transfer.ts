import { ownValue, setOwn } from '../../../formats/json/json-value';

/** Receives the path of each change that cannot be applied. */
type Report = (path: string) => void;

type Fields = { readonly [name: string]: unknown };

/**
 * Applies the change between two values to a third one that resembles the first, as a three-way merge does: the two are a known release
 * without and with settings, the third one is another release. Values are copied, not modified.
 *
 * @param before value before the change
 * @param after value after the change
 * @param target value that the change is applied to
 * @param path path of the values, for the report
 * @param report called for each change that does not fit the target
 */
export function transfer(before: unknown, after: unknown, target: unknown, path: string, report: Report): unknown {
  if (isSame(before, after) || isSame(after, target)) {
    return target;
  }
  if (isSame(before, target)) {
    return after;
  }
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(target)) {
    const change = before.length === after.length ? transferElements : transferSplice;
    return change(before, after, target, path, report);
  }
  if (isFields(before) && isFields(after) && isFields(target)) {
    return transferFields(before, after, target, path, report);
  }
  report(path);
  return target;
}

function transferFields(before: Fields, after: Fields, target: Fields, path: string, report: Report): Fields {
  const result: { [name: string]: unknown } = { ...target };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = transfer(ownValue(before, name), ownValue(after, name), ownValue(target, name), path === '' ? name : `${path}.${name}`, report);
    if (value === undefined) {
      delete result[name];
    } else {
      setOwn(result, name, value);
    }
  }
  return result;
}

/** Finds each changed element in the target: by its name if it has one, otherwise by its old value. */
function transferElements(before: unknown[], after: unknown[], target: unknown[], path: string, report: Report): unknown[] {
  const result = [...target];
  before.forEach((old, index) => {
    if (!isSame(old, after[index])) {
      const at = target.findIndex((element) => isCounterpart(old, element));
      if (at < 0) {
        report(`${path}[${index}]`);
      } else {
        result[at] = transfer(old, after[index], target[at], `${path}[${at}]`, report);
      }
    }
  });
  return result;
}

/** Replaces one run of elements. The position in the target is that of the removed elements, or follows the element before an insertion. */
function transferSplice(before: unknown[], after: unknown[], target: unknown[], path: string, report: Report): unknown[] {
  const start = commonLength(before, after);
  const end = commonLength([...before].reverse().slice(0, before.length - start), [...after].reverse().slice(0, after.length - start));
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const at = removed.length > 0
    ? target.findIndex((_element, index) => removed.every((element, offset) => isSame(element, target[index + offset])))
    : positionAfter(before[start - 1], target);
  if (at < 0) {
    report(path);
    return target;
  }
  return [...target.slice(0, at), ...added, ...target.slice(at + removed.length)];
}

function positionAfter(predecessor: unknown, target: readonly unknown[]): number {
  if (predecessor === undefined) {
    return 0;
  }
  const at = target.findIndex((element) => isCounterpart(predecessor, element));
  return at < 0 ? at : at + 1;
}

function commonLength(one: readonly unknown[], other: readonly unknown[]): number {
  const different = one.findIndex((element, index) => !isSame(element, other[index]));
  return different < 0 ? one.length : different;
}

function isCounterpart(one: unknown, other: unknown): boolean {
  return isFields(one) && isFields(other) && 'name' in one ? one['name'] === other['name'] : isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  }
  if (!isFields(one) || !isFields(other)) {
    return false;
  }
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
