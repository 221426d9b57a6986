/** A property or a dependency of a bundle, which OLM's resolver evaluates. */
export interface BundleProperty {
  /** Type of the property, such as `olm.gvk` or `olm.package`. */
  readonly type: string;

  /** Value as JSON; its structure depends on the type. */
  readonly value: unknown;
}

/** A property as raw JSON: opm compares, sorts and writes properties as bytes. */
export interface RawProperty extends BundleProperty {
  /** The value as a JSON string. */
  readonly raw: string;
}
