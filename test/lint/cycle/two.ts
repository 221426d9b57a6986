import { one } from './one';

/** Other half of the import cycle. */
export function two(): number {
  return one() + 1;
}
