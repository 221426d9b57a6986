/** The API group of everything that OLM v0 defines. */
export const OLM_GROUP = 'operators.coreos.com';

/** The API group of the packages that packageserver lists. */
export const PACKAGES_GROUP = 'packages.operators.coreos.com';
