/** A field of an object that the API server refuses. */
export interface ObjectProblem {
  /** Field as the API server writes it, such as `spec.source.image.ref` or `spec.channels[2]`; empty for the object itself. */
  readonly field: string;

  /** What is wrong: a phrase that follows the field, such as `is required`, or the message of a rule of the CRD. */
  readonly message: string;
}
