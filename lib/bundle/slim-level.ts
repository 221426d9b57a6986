/** Parts that may be removed from a bundle that is too large to install from a catalog. Each level includes the previous ones. */
export enum SlimLevel {
  /** Nothing: the bundle stays unchanged. */
  NONE = 'None',

  /** Descriptions in the schemas of CRDs, which `kubectl explain` shows. Validation stays the same. */
  CRD_DESCRIPTIONS = 'CrdDescriptions',

  /** Also the CSV's icon, then its example resources (annotations alm-examples and olm.examples), which consoles show. */
  ICON_AND_EXAMPLES = 'IconAndExamples',
}
