import * as k8s from '../generated/kubernetes-types';
import { apiServiceDefinitions, customResourceDefinitions, nativeApis } from './csv-apis';
import { installStrategy } from './csv-install-strategy';
import { csvStatus } from './csv-status';
import { webhookDefinitions } from './csv-webhooks';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, described, listOf, mapOf, object, required, since, string, struct } from '../../../formats/schema/schema';

const release = string('Release of the version, such as `1` or `rc.2`. Of several releases of the same version, the highest is the newest.', {
  'maxLength': 20,
  'x-kubernetes-validations': [
    {
      rule: "self.matches('^[0-9A-Za-z-]+(\\\\.[0-9A-Za-z-]+)*$')",
      message: 'release version must be composed of dot-separated identifiers containing only alphanumerics and hyphens',
    },
    {
      rule: "!self.split('.').exists(x, x.matches('^0[0-9]+$'))",
      message: 'numeric identifiers in release version must not have leading zeros',
    },
  ],
});

const spec = object('Metadata, APIs, requirements and install strategy of the operator.', {
  annotations: mapOf(string(), 'Annotations of the operator, for tools and users.'),
  apiservicedefinitions: apiServiceDefinitions,
  cleanup: object('Cleanup of the operator\'s custom resources on removal.', {
    enabled: required(boolean('Whether to delete the custom resources before the operator.')),
  }),
  customresourcedefinitions: customResourceDefinitions,
  description: string('Description of the operator, in Markdown.'),
  displayName: required(string('Display name of the operator.')),
  icon: listOf(struct({
    base64data: required(string('Base64-encoded image data.')),
    mediatype: required(string('Media type of the image, such as `image/svg+xml`.')),
  }), 'Icon of the operator. Only the first entry is displayed.'),
  install: required(installStrategy),
  installModes: listOf(struct({
    supported: required(boolean('Whether the operator supports the install mode.')),
    type: required(string('Type of the install mode. One of `OwnNamespace`, `SingleNamespace`, `MultiNamespace` or `AllNamespaces`.')),
  }), 'Install modes of the operator. The target namespaces of the OperatorGroup must match a supported install mode.'),
  keywords: listOf(string(), 'Keywords for searching the operator.'),
  labels: mapOf(string(), 'Labels of the operator, for tools and users.'),
  links: listOf(struct({
    name: string('Name of the link.'),
    url: string('URL of the link.'),
  }), 'Links to further information about the operator.'),
  maintainers: listOf(struct({
    email: string('Email address of the maintainer.'),
    name: string('Name of the maintainer.'),
  }), 'Maintainers of the operator.'),
  maturity: string('Maturity of the operator. One of `planning`, `pre-alpha`, `alpha`, `beta`, `stable`, `mature`, `inactive` or `deprecated`.'),
  minKubeVersion: string('Minimum Kubernetes version that the operator supports, such as `1.27.0`.'),
  nativeAPIs: nativeApis,
  provider: object('Provider of the operator.', {
    name: string('Name of the provider.'),
    url: string('URL of the provider\'s website.'),
  }),
  relatedImages: listOf(struct({
    image: required(string('Image reference, by digest.')),
    name: required(string('Name that describes the purpose of the image.')),
  }), 'Images that the operator may use, for mirroring. Not used by OLM itself.'),
  release: since('0.39.0', release),
  replaces: string('Name of the ClusterServiceVersion that this one replaces.'),
  selector: described('Not used. OLM determines the objects of the operator itself.', k8s.LabelSelector),
  skips: listOf(string(), 'Names of ClusterServiceVersions that an upgrade to this one can skip.'),
  version: string('Semantic version of the operator.'),
  webhookdefinitions: webhookDefinitions,
});

/** CRD of ClusterServiceVersions: versions of operators that OLM installs. */
export const clusterServiceVersion: CrdSource = {
  kind: 'ClusterServiceVersion',
  plural: 'clusterserviceversions',
  shortNames: ['csv', 'csvs'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'ClusterServiceVersion is a version of an operator that OLM installs and monitors.',
    columns: [
      { name: 'Display', type: 'string', jsonPath: '.spec.displayName' },
      { name: 'Version', type: 'string', jsonPath: '.spec.version' },
      { name: 'Release', type: 'string', jsonPath: '.spec.release', since: '0.39.0' },
      { name: 'Replaces', type: 'string', jsonPath: '.spec.replaces' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ],
    spec: required(spec),
    status: csvStatus,
  }],
};
