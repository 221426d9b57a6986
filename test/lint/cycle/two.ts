import { one } from './one';

/** The other half of the cycle. */
export function two(): number {
  return one() + 1;
}
