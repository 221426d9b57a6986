/** Path of a value: names of fields and positions. */
export type Path = readonly (string | number)[];

/** Stands for a field or an item that is removed. */
export const NOTHING = Symbol('nothing');

/** Returns a copy of a value in which the value at a path is another one. */
export function changedAt(value: unknown, path: Path, changed: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) {
    return changed;
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const result = index === step ? changedAt(item, rest, changed) : item;
      return result === NOTHING ? [] : [result];
    });
  }
  const map = value as { readonly [key: string]: unknown };
  const entries = Object.entries({ ...map, [step]: changedAt(map[step], rest, changed) });
  return Object.fromEntries(entries.filter(([, inner]) => inner !== NOTHING));
}
