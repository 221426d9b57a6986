import * as k8s from '../generated/kubernetes-types';
import { apiServiceDefinitions, customResourceDefinitions, nativeApis } from './csv-apis';
import { installStrategy } from './csv-install-strategy';
import { csvStatus } from './csv-status';
import { webhookDefinitions } from './csv-webhooks';
import type { CrdSource } from './custom-resource-definition';
import { boolean, described, listOf, mapOf, object, required, since, string, struct } from './schema';

const release = string('Counts packagings of the same version, such as `1` or `rc.2`: of two, the higher one is newer.', {
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

const spec = object('The operator: what it is called, what it offers, what it needs and how it runs.', {
  annotations: mapOf(string(), 'Annotations for tools and people.'),
  apiservicedefinitions: apiServiceDefinitions,
  cleanup: object('What becomes of the operator\'s custom resources when it is removed.', {
    enabled: required(boolean('Whether they are deleted before the operator is.')),
  }),
  customresourcedefinitions: customResourceDefinitions,
  description: string('What the operator does, for people, in Markdown.'),
  displayName: required(string('Name of the operator, for people.')),
  icon: listOf(struct({
    base64data: required(string('The picture in base64.')),
    mediatype: required(string('Its media type, such as `image/svg+xml`.')),
  }), 'Picture of the operator. Only the first one is shown.'),
  install: required(installStrategy),
  installModes: listOf(struct({
    supported: required(boolean('Whether the operator can do it.')),
    type: required(string('`OwnNamespace`, `SingleNamespace`, `MultiNamespace` or `AllNamespaces`.')),
  }), 'Which sets of target namespaces the operator can work for. The OperatorGroup must ask for one of them.'),
  keywords: listOf(string(), 'Words by which people may find the operator.'),
  labels: mapOf(string(), 'Labels for tools and people.'),
  links: listOf(struct({
    name: string('What is found there.'),
    url: string('Where.'),
  }), 'Where more is to be read.'),
  maintainers: listOf(struct({
    email: string('Electronic mail address.'),
    name: string('Name.'),
  }), 'Who looks after the operator.'),
  maturity: string('How finished the operator is: `planning`, `pre-alpha`, `alpha`, `beta`, `stable`, `mature`, `inactive` or `deprecated`.'),
  minKubeVersion: string('Oldest version of Kubernetes on which the operator runs, such as `1.27.0`.'),
  nativeAPIs: nativeApis,
  provider: object('Who publishes the operator.', {
    name: string('Name.'),
    url: string('Web site.'),
  }),
  relatedImages: listOf(struct({
    image: required(string('The image, by digest.')),
    name: required(string('What it is for.')),
  }), 'Images that the operator may use, for mirrors. OLM itself does not read them.'),
  release: since('0.39.0', release),
  replaces: string('Name of the ClusterServiceVersion that this one takes the place of.'),
  selector: described('Read by nothing: OLM finds what belongs to the operator by itself.', k8s.LabelSelector),
  skips: listOf(string(), 'Names of ClusterServiceVersions that an upgrade to this one may pass over.'),
  version: string('Version of the operator, as Semantic Versioning says.'),
  webhookdefinitions: webhookDefinitions,
});

/** One version of an operator: what OLM installs. */
export const clusterServiceVersion: CrdSource = {
  kind: 'ClusterServiceVersion',
  plural: 'clusterserviceversions',
  shortNames: ['csv', 'csvs'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'ClusterServiceVersion is one version of an operator: what OLM installs and watches over.',
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
