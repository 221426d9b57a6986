import { two } from './two';

/** Half of an import cycle: the test of the lint rules shows that it is refused. */
export function one(): number {
  return two() - 1;
}
