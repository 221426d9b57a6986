import { CatalogChange } from './catalog-changes';
import { compareUtf8 } from '../../go-json';

/** Something in an older catalog, a newer one, or both. */
export interface Pair<Item> {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Pairs what two lists have under one key, sorted by key. Of several items with one key the last counts. */
export function pairs<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Pair<Item>[] {
  const [left, right] = [before, after].map((items) => new Map(items.map((item) => [keyOf(item), item]))) as [Map<string, Item>, Map<string, Item>];
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort(compareUtf8);
  return keys.map((key) => ({ key, before: left.get(key), after: right.get(key) }));
}

/** What happened between the two of a pair that differ. */
export function changeOf({ before, after }: Pair<unknown>): CatalogChange {
  return before === undefined ? CatalogChange.ADDED : after === undefined ? CatalogChange.REMOVED : CatalogChange.CHANGED;
}

/** The texts of the second list that the first lacks, sorted, each once. */
export function added(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return [...new Set(after.filter((text) => !known.has(text)))].sort(compareUtf8);
}

/** An object with the fields whose values are there. */
export function present<Fields extends { readonly [key: string]: string | undefined }>(fields: Fields): { [Key in keyof Fields]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Key in keyof Fields]?: string };
}
