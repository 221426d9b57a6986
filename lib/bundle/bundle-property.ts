/** A property or a dependency of a bundle: what OLM's resolver looks at. */
export interface BundleProperty {
  /** What the value means, such as `olm.gvk` or `olm.package`. */
  readonly type: string;

  /** The value, as JSON knows values; its shape follows from the type. */
  readonly value: unknown;
}
