import { CatalogChange } from './catalog-changes';
import { compareUtf8 } from '../../formats/json/go-json';

/** An item of an older catalog, a newer one, or both. */
export interface Pair<Item> {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Pairs the items of two lists by key, sorted by key. The last item with a key wins. */
export function pairs<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Pair<Item>[] {
  const [left, right] = [before, after].map((items) => new Map(items.map((item) => [keyOf(item), item]))) as [Map<string, Item>, Map<string, Item>];
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort(compareUtf8);
  return keys.map((key) => ({ key, before: left.get(key), after: right.get(key) }));
}

/** Returns the kind of change of a pair whose items differ. */
export function changeOf({ before, after }: Pair<unknown>): CatalogChange {
  return before === undefined ? CatalogChange.ADDED : after === undefined ? CatalogChange.REMOVED : CatalogChange.CHANGED;
}

/** Returns the distinct strings of the second list that the first lacks, sorted. */
export function onlyInSecond(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first);
  return [...new Set(second.filter((value) => !known.has(value)))].sort(compareUtf8);
}

/** Returns an object without the undefined fields. */
export function definedFields<Fields extends { readonly [key: string]: string | undefined }>(fields: Fields): { [Key in keyof Fields]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Key in keyof Fields]?: string };
}
