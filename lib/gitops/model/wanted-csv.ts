/**
 * Annotation with the name of the ClusterServiceVersion that the app asks for, on Subscriptions and on the Operators of OLM; on objects of OLM v1,
 * the name of the bundle. A health check sees one object only: with the annotation it can tell what is installed from what is to be installed.
 */
export const WANTED_CSV = 'olm-constructs/wanted-csv';
