/** Returns a number with its noun, such as `1 bundle` and `2 bundles`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
