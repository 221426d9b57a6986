/** Called with the path of each change that found no place. */
type Report = (path: string) => void;

type Fields = { readonly [name: string]: unknown };

/**
 * Makes the change that leads from one value to another on a third one, which is like the first but not the same: a release
 * with and without settings, and another release. Values are not changed but copied.
 *
 * @param before what the change begins with
 * @param after what it leads to
 * @param theirs what it is made on
 * @param path of the values, for the report
 * @param report is told where `theirs` is too different for the change
 */
export function transfer(before: unknown, after: unknown, theirs: unknown, path: string, report: Report): unknown {
  if (isSame(before, after) || isSame(after, theirs)) {
    return theirs;
  }
  if (isSame(before, theirs)) {
    return after;
  }
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(theirs)) {
    const change = before.length === after.length ? transferElements : transferSplice;
    return change(before, after, theirs, path, report);
  }
  if (isFields(before) && isFields(after) && isFields(theirs)) {
    return transferFields(before, after, theirs, path, report);
  }
  report(path);
  return theirs;
}

function transferFields(before: Fields, after: Fields, theirs: Fields, path: string, report: Report): Fields {
  const result: { [name: string]: unknown } = { ...theirs };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = transfer(before[name], after[name], theirs[name], path === '' ? name : `${path}.${name}`, report);
    if (value === undefined) {
      delete result[name];
    } else {
      result[name] = value;
    }
  }
  return result;
}

/** Each element that changes is looked for among theirs: by its name where it has one, else as it was. */
function transferElements(before: unknown[], after: unknown[], theirs: unknown[], path: string, report: Report): unknown[] {
  const result = [...theirs];
  before.forEach((old, index) => {
    if (!isSame(old, after[index])) {
      const at = theirs.findIndex((element) => isCounterpart(old, element));
      if (at < 0) {
        report(`${path}[${index}]`);
      } else {
        result[at] = transfer(old, after[index], theirs[at], `${path}[${at}]`, report);
      }
    }
  });
  return result;
}

/** Elements that come, go, or are replaced by others in one place: that place is found by what goes, or by what stands before it. */
function transferSplice(before: unknown[], after: unknown[], theirs: unknown[], path: string, report: Report): unknown[] {
  const start = commonLength(before, after);
  const end = commonLength([...before].reverse().slice(0, before.length - start), [...after].reverse().slice(0, after.length - start));
  const gone = before.slice(start, before.length - end);
  const come = after.slice(start, after.length - end);
  const at = gone.length > 0
    ? theirs.findIndex((_element, index) => gone.every((element, offset) => isSame(element, theirs[index + offset])))
    : placeAfter(before[start - 1], theirs);
  if (at < 0) {
    report(path);
    return theirs;
  }
  return [...theirs.slice(0, at), ...come, ...theirs.slice(at + gone.length)];
}

function placeAfter(predecessor: unknown, theirs: readonly unknown[]): number {
  if (predecessor === undefined) {
    return 0;
  }
  const at = theirs.findIndex((element) => isCounterpart(predecessor, element));
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
  return names.length === Object.keys(other).length && names.every((name) => name in other && isSame(one[name], other[name]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
