/** Groups items by key, in the order in which the keys appear. */
export function groupBy<Item, Key = string>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    addTo(groups, keyOf(item), item);
  }
  return groups;
}

/** Adds an item to the group of a key, which is created if there is none. */
export function addTo<Item, Key = string>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, [item]);
  } else {
    group.push(item);
  }
}

/** Groups items that have several keys each: an item is in the group of each of its keys, once. */
export function groupByEach<Item, Key = string>(items: readonly Item[], keysOf: (item: Item) => readonly Key[]): Map<Key, Item[]> {
  const groups = groupBy(items.flatMap((item) => [...new Set(keysOf(item))].map((key) => ({ key, item }))), ({ key }) => key);
  return new Map([...groups].map(([key, entries]) => [key, entries.map(({ item }) => item)]));
}

/** Returns the items whose key is not among those of the others. */
export function missing<Item>(items: readonly Item[], others: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const known = new Set(others.map(keyOf));
  return items.filter((item) => !known.has(keyOf(item)));
}

/** Returns the items of a list that an earlier one equals, each with its index. */
export function repeated<Item>(items: readonly Item[]): { readonly value: Item; readonly index: number }[] {
  const seen = new Set<Item>();
  const found: { readonly value: Item; readonly index: number }[] = [];
  for (const [index, value] of items.entries()) {
    if (seen.has(value)) {
      found.push({ value, index });
    }
    seen.add(value);
  }
  return found;
}
