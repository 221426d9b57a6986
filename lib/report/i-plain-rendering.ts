import { Bundle } from '../bundle/bundle';

/** The plain objects of an operator, and the bundle that they were rendered from: a `PlainManifests`. */
export interface IPlainRendering {
  /** Bundle that was rendered. */
  readonly bundle: Bundle;

  /** Namespace of the operator. */
  readonly installNamespace: string;

  /** The objects. */
  readonly objects: { [field: string]: unknown }[];
}
