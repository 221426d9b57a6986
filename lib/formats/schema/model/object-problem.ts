/** A field of an object that the API server rejects. */
export interface ObjectProblem {
  /** Field as the API server writes it, such as `spec.source.image.ref` or `spec.channels[2]`, or an empty string for the object itself. */
  readonly field: string;

  /** Problem: a phrase that follows the field, such as `is required`, or the message of a rule of the CRD. */
  readonly message: string;
}
