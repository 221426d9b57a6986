import { Condition } from '../../v0/generated/kubernetes-types';
import type { CrdSource, PrinterColumn } from '../../../formats/schema/custom-resource-definition';
import { changedIn, int64, listOf, object, required, since, string, type Schema, until } from '../../../formats/schema/schema';
import { bundleSource, resolvedSource } from './bundle-source';
import { provisionerClassName } from './provisioner-class-name';

/** Spec of a Bundle, and of the template in a BundleInstance or BundleDeployment. */
export const bundleSpec: Schema = object('Content of the bundle, and the provisioner that unpacks it. It cannot be changed.', {
  image: until('0.2.0', required(string('Reference of the container image that contains the bundle.'))),
  provisionerClassName: provisionerClassName('Class of the provisioner that unpacks the bundle.'),
  source: since('0.2.0', required(bundleSource)),
});

const contentObject = object('Object in the bundle.', {
  group: required(string('API group.')),
  kind: required(string('Kind.')),
  name: required(string('Name.')),
  namespace: required(string('Namespace; empty for a cluster-scoped object.')),
  version: required(string('API version without the group.')),
});

const status = object('Observed state of the bundle.', {
  conditions: listOf(Condition, 'Conditions of the bundle: `Unpacked`.'),
  contentURL: since('0.4.0', string('URL in the cluster at which the unpacked content can be read, as a tar archive.')),
  digest: until('0.5.0', string('Digest of the unpacked image, or hash of the commit.')),
  info: until('0.4.0', object('Summary of the unpacked content.', {
    name: required(string('Name of the bundle.')),
    objects: listOf(contentObject, 'Objects in the bundle.'),
    package: required(string('Package of the bundle.')),
    version: required(string('Version of the bundle.')),
  })),
  observedGeneration: int64('Generation of the spec that the status is about.'),
  phase: string('Phase of unpacking: `Pending`, `Unpacking`, `Failing` or `Unpacked`.'),
  resolvedSource: since('0.5.0', resolvedSource),
});

const columns: PrinterColumn[] = [
  { name: 'Image', type: 'string', jsonPath: '.spec.image', until: '0.2.0' },
  { name: 'Image', type: 'string', jsonPath: '.spec.source.image.ref', since: '0.2.0', until: '0.4.0' },
  { name: 'Reference', type: 'string', jsonPath: '.spec.source.image.ref', priority: 1, since: '0.4.0', until: '0.5.0' },
  { name: 'Type', type: 'string', jsonPath: '.spec.source.type', since: '0.3.0' },
  { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'Provisioner', type: 'string', jsonPath: '.spec.provisionerClassName', priority: 1, since: '0.12.0' },
  { name: 'Resolved Source', type: 'string', jsonPath: '.status.resolvedSource', priority: 1, since: '0.5.0' },
];

/** CRD of Bundles: content that can be installed, but is not. */
export const bundle: CrdSource = {
  kind: 'Bundle',
  plural: 'bundles',
  scope: 'Cluster',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'Bundle is content that RukPak unpacks and keeps, for installation by a BundleDeployment.',
    optionalMetadata: true,
    columns,
    spec: changedIn('0.2.0', bundleSpec, required(bundleSpec)),
    status,
  }],
};
