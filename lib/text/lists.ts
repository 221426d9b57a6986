/** Adds items to the end of a list. As arguments of `push`, more than about a hundred thousand would overflow the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) {
    list.push(item);
  }
}

/** Returns the largest number, or -Infinity if there is none. As arguments of `Math.max`, many would overflow the stack. */
export function largest(numbers: Iterable<number>): number {
  let found = -Infinity;
  for (const number of numbers) {
    found = Math.max(found, number);
  }
  return found;
}

/** Returns the smallest number, or Infinity if there is none. As arguments of `Math.min`, many would overflow the stack. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const number of numbers) {
    found = Math.min(found, number);
  }
  return found;
}
