import type { CrdSource, PrinterColumn } from '../../../formats/schema/custom-resource-definition';
import {
  boolean, changedIn, described, type Fields, int64, listOf, mapOf, marksSince, object, required, type Schema, since, string, struct, until,
} from '../../../formats/schema/schema';
import { Condition } from '../../v0/generated/kubernetes-types';

const ATOMIC = { 'x-kubernetes-map-type': 'atomic' };

/** A reference to an object in RukPak's namespace. The generator marks references as atomic since 0.12. */
function reference(description: string, kind: string): Schema {
  return marksSince('0.12.0', object(description, { name: string(`Name of the ${kind}.`) }, ATOMIC));
}

const auth = object('Credentials for the server, and how to verify it.', {
  insecureSkipVerify: boolean('Whether to accept any certificate and host name of the server. For tests only.'),
  secret: reference(
    'Secret in the namespace of the provisioner, with `username` and `password`, or with `ssh-privatekey` and `ssh-knownhosts` for Git over SSH.',
    'Secret',
  ),
});

const image = object('Container image that contains the bundle.', {
  certificateData: since('0.24.0', string('Certificates in PEM format that the registry is verified with.')),
  insecureSkipTLSVerify: since('0.21.0', boolean('Whether to accept any certificate of the registry. For tests only.')),
  pullSecret: since('0.4.0', string('Name of the pull secret in the namespace of the provisioner.')),
  ref: required(string('Reference of the image.')),
});

const git = object('Git repository that contains the bundle.', {
  auth: since('0.5.0', auth),
  directory: string('Directory of the bundle in the repository. Defaults to `./manifests`.'),
  ref: required(object('Commit to check out. Exactly one field must be set.', {
    branch: string('Branch to check out.'),
    commit: string('Hash of the commit to check out.'),
    tag: string('Tag to check out.'),
  })),
  repository: required(string('URL of the repository.')),
});

const configMap = object('ConfigMap, and the directory of the bundle that its files belong to.', {
  configMap: required(reference('Immutable ConfigMap in the namespace of RukPak. Each key is the name of a file.', 'ConfigMap')),
  path: string('Directory in the bundle, relative to its root. Defaults to the root.'),
});

const localConfigMap = described('ConfigMap whose keys are the names of files in the directory `manifests` of the bundle.', struct({
  name: required(string('Name of the ConfigMap.')),
  namespace: required(string('Namespace of the ConfigMap.')),
}));

const sources: Fields = {
  configMaps: since('0.12.0', listOf(configMap, 'ConfigMaps that together contain the files of the bundle.')),
  git,
  http: since('0.9.0', object('Archive at a URL that contains the bundle.', {
    auth,
    url: required(string('URL of a tar archive, compressed with gzip.')),
  })),
  image,
  local: until('0.12.0', since('0.7.0', object('ConfigMap that contains the bundle.', { configMap: required(localConfigMap) }))),
  type: required(string('Type of the source, which is also the name of the field that describes it.')),
};

/** Source of the content of a bundle, in all releases. */
export const bundleSource = object('Where the content of the bundle is.', {
  ...sources,
  upload: until('0.17.0', since('0.8.0', object('Content that `rukpakctl` uploads after the object was created.'))),
});

/** Source of the unpacked content. Images are resolved to digests, and branches and tags to commits. */
export const resolvedSource = described('Source of the unpacked content: images by digest, Git repositories by commit.', bundleSource);

const PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';

/** Returns the schema of a provisioner class. Since 0.9 its name has no characters that labels do not allow. */
export function provisionerClassName(description: string): Schema {
  return changedIn('0.9.0', required(string(description)), required(string(description, { pattern: PATTERN })));
}

/** Spec of a Bundle, and of the template in a BundleInstance or BundleDeployment. */
const bundleSpec: Schema = object('Content of the bundle, and the provisioner that unpacks it. It cannot be changed.', {
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
