import type { BundleProblem } from '../bundle-error';
import { BundleError } from '../bundle-error';

/** Told of something that a bundle must not hold, and that is left out when this returns. */
export type Refuse = (problem: BundleProblem) => void;

/** Refuses a bundle for the first such thing, as everybody does who is to use the bundle. */
export function refuseAll(source: string): Refuse {
  return (problem) => {
    throw new BundleError(source, [problem]);
  };
}
