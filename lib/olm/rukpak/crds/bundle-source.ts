import { boolean, described, type Fields, listOf, marksSince, object, required, since, string, struct, until, type Schema } from '../../../formats/schema/schema';

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
