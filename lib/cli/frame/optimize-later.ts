import { setFlagsFromString } from 'node:v8';

/** Amount of work after which V8 optimizes a function: thirty times that of Node.js 20. */
const BUDGET = 2_000_000;

/**
 * Makes V8 optimize functions later, for commands that take less than a second: in Node.js 20, optimization takes a quarter of that time. Later
 * versions have a compiler between the fast one and the optimizing one, and gain nothing.
 *
 * @param version version of V8
 */
export function optimizeLater(version: string = process.versions.v8, setFlag: (flag: string) => void = setFlagsFromString): void {
  if (version.startsWith('11.')) {
    setFlag(`--interrupt-budget=${BUDGET}`);
  }
}
