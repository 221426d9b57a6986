import { listOf, mapOf, object, required, string } from '../../../formats/schema/schema';
import { bundleSpec } from './bundle';

/** Bundle that RukPak creates for a BundleInstance or BundleDeployment. */
export const bundleTemplate = object('Bundle that RukPak makes. A change makes a new Bundle, which replaces the old one once it is unpacked.', {
  metadata: object('Metadata of the Bundle.', {
    annotations: mapOf(string(), 'Annotations of the Bundle.'),
    finalizers: listOf(string(), 'Finalizers of the Bundle.'),
    labels: mapOf(string(), 'Labels of the Bundle.'),
    name: string('Ignored: RukPak derives the name from the template.'),
    namespace: string('Ignored: Bundles are cluster-scoped.'),
  }),
  spec: required(bundleSpec),
});
