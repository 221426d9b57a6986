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
