import { two } from './two';

/** Half of an import cycle, which the lint rules must reject. */
export function one(): number {
  return two() - 1;
}
