/**
 * Annotation with the name of the ClusterServiceVersion that the app requires, on Subscriptions and on the Operators of OLM; on objects of OLM v1,
 * the name of the bundle. A health check sees only one object: with the annotation, it can distinguish what is installed from what should be
 * installed.
 */
export const WANTED_CSV = 'olm-constructs/wanted-csv';
