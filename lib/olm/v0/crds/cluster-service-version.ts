import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import {
  boolean, dateTime, described, extended, type Fields, int32, intOrString, listOf, mapOf, object, oneOf, required, type Schema, since, string,
  struct,
} from '../../../formats/schema/schema';
import * as k8s from '../generated/kubernetes-types';

const descriptor = struct({
  'description': string('Description for users.'),
  'displayName': string('Display name.'),
  'path': required(string('Path relative to the spec or the status.')),
  'value': string('Base64-encoded example value.', { format: 'byte' }),
  'x-descriptors': listOf(string(), 'Display hints for user interfaces, such as `urn:alm:descriptor:com.tectonic.ui:podCount`.'),
});

/** Fields of both kinds of API. */
const presentation: Fields = {
  actionDescriptors: listOf(descriptor, 'Actions that users can perform.'),
  description: string('Description of the API.'),
  displayName: string('Display name of the kind.'),
  resources: listOf(struct({
    kind: required(string('Kind of the object.')),
    name: required(string('Name of the object, if it is always the same.')),
    version: required(string('API version of the object.')),
  }), 'Objects that the operator creates for a resource of this kind.'),
  specDescriptors: listOf(descriptor, 'Fields of the spec to show to users.'),
  statusDescriptors: listOf(descriptor, 'Fields of the status to show to users.'),
};

const crd = struct({
  ...presentation,
  kind: required(string('Kind defined by the CRD.')),
  name: required(string('Name of the CRD, as `<plural>.<group>`.')),
  version: required(string('Version of the API in the CRD.')),
});

const apiService = struct({
  ...presentation,
  containerPort: int32('Port of the pods that serve the API. Defaults to 443.'),
  deploymentName: string('Name of the Deployment in this ClusterServiceVersion that serves the API.'),
  group: required(string('API group.')),
  kind: required(string('Kind of the API.')),
  name: required(string('Plural name of the kind, without the API group.')),
  version: required(string('API version.')),
});

/** `spec.customresourcedefinitions` of a ClusterServiceVersion. */
const customResourceDefinitions = ownedAndRequired('CRDs that the operator owns or requires.', crd);

/** `spec.apiservicedefinitions` of a ClusterServiceVersion. */
const apiServiceDefinitions = ownedAndRequired('APIs of extension API servers that the operator owns or requires.', apiService);

/** `spec.nativeAPIs` of a ClusterServiceVersion. */
const nativeApis = listOf(struct({
  group: required(string('API group.')),
  kind: required(string('Kind of the API.')),
  version: required(string('API version.')),
}), 'APIs that the cluster itself must serve.');

function ownedAndRequired(description: string, api: Schema): Schema {
  return object(description, {
    owned: listOf(api, 'APIs that the operator provides. No other operator may provide the same API.'),
    required: listOf(api, 'APIs that the operator requires. OLM looks for operators that provide them.'),
  });
}

/** Upstream preserves unknown fields in the metadata of pods. */
const podMetadata = object('Labels and annotations of the pods.', {}, { 'x-kubernetes-preserve-unknown-fields': true });

const deploymentSpec = extended(k8s.DeploymentSpec, {
  template: required(described('Template of the pods.', extended(k8s.PodTemplateSpec, { metadata: podMetadata }))),
});

const deployment = struct({
  label: mapOf(string(), 'Labels of the Deployment.'),
  name: required(string('Name of the Deployment.')),
  spec: required(described('Spec of the Deployment.', deploymentSpec)),
});

/** `spec.install` of a ClusterServiceVersion. */
const installStrategy = object('Install strategy of the operator.', {
  spec: object('Deployments of the operator and their permissions.', {
    clusterPermissions: permissions('Cluster-wide permissions.'),
    deployments: required(listOf(deployment, 'Deployments of the operator.')),
    permissions: permissions('Permissions in each target namespace of the OperatorGroup. Cluster-wide if all namespaces are targets.'),
  }),
  strategy: required(string('Name of the install strategy. Always `deployment`.')),
});

function permissions(description: string): Schema {
  return listOf(struct({
    rules: required(listOf(k8s.PolicyRule, 'RBAC rules that are granted.')),
    serviceAccountName: required(string('Name of the ServiceAccount that the rules are granted to. OLM creates it if it does not exist.')),
  }), description);
}

const webhook = struct({
  admissionReviewVersions: required(listOf(string(), 'Versions of AdmissionReview or ConversionReview that the webhook supports, in order of preference.')),
  containerPort: int32('Port of the Service that OLM creates.', { default: 443, maximum: 65535, minimum: 1 }),
  conversionCRDs: listOf(string(), 'Names of the CRDs that a conversion webhook converts. The operator must own them.'),
  deploymentName: string('Name of the Deployment in this ClusterServiceVersion that serves the webhook.'),
  failurePolicy: string('How to handle failed webhook calls. Either `Fail` or `Ignore`.'),
  generateName: required(string('Name of the webhook, and name prefix of its webhook configuration.')),
  matchPolicy: string('Whether the rules also match requests to other versions of an API. Either `Exact` or `Equivalent`.'),
  objectSelector: described('Label selector for the objects that the webhook is called for.', k8s.LabelSelector),
  reinvocationPolicy: string('Whether a mutating webhook is called again after other webhooks change the object. Either `Never` or `IfNeeded`.'),
  rules: listOf(k8s.RuleWithOperations, 'Requests that the webhook is called for.'),
  sideEffects: required(string('Side effects of the webhook. Either `None` or `NoneOnDryRun`.')),
  targetPort: intOrString('Port of the pods. Defaults to `containerPort`.'),
  timeoutSeconds: int32('Timeout of a webhook call, in seconds.'),
  type: required(oneOf(['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'], 'Type of the webhook.')),
  webhookPath: string('URL path of the webhook. Defaults to `/`.'),
});

/** `spec.webhookdefinitions` of a ClusterServiceVersion. */
const webhookDefinitions = listOf(webhook, 'Webhooks of the operator. OLM creates their Services, certificates and webhook configurations.');

/** Fields of the status, and of each of its conditions. */
const state: Fields = {
  lastTransitionTime: dateTime('Time when the phase last changed.'),
  lastUpdateTime: dateTime('Time when the phase was last confirmed.'),
  message: string('Human-readable explanation of the phase.'),
  phase: string('Phase of the installation. One of `Pending`, `InstallReady`, `Installing`, `Succeeded`, `Failed`, `Unknown`, `Replacing` or `Deleting`.'),
  reason: string('Reason for the phase, as a CamelCase word.'),
};

const dependent = struct({
  group: required(string('API group of the object.')),
  kind: required(string('Kind of the object.')),
  message: string('Details, such as the required permission as JSON.'),
  status: required(string('Either `Satisfied` or `NotSatisfied`.')),
  uuid: string('UID of the object.'),
  version: required(string('API version of the object.')),
});

const requirement = struct({
  dependents: listOf(dependent, 'Parts of the requirement.'),
  group: required(string('API group of the object.')),
  kind: required(string('Kind of the object.')),
  message: required(string('Human-readable result of the check.')),
  name: required(string('Name of the object.')),
  status: required(string('Status of the requirement, such as `Present`, `NotPresent` or `PresentNotSatisfied`.')),
  uuid: string('UID of the object, if it exists.'),
  version: required(string('API version of the object.')),
});

const pendingDeletion = struct({
  group: required(string('API group of the object.')),
  instances: required(listOf(struct({
    name: required(string('Name of the object.')),
    namespace: string('Namespace of the object. Not set for cluster-scoped objects.'),
  }), 'Objects of this kind that still exist.')),
  kind: required(string('Kind of the object.')),
});

/** `status` of a ClusterServiceVersion. */
const csvStatus = object('Observed state of the installation.', {
  ...state,
  certsLastUpdated: dateTime('Time when OLM last rotated the certificates of webhooks and API servers.'),
  certsRotateAt: dateTime('Time when OLM will rotate the certificates next.'),
  cleanup: object('Progress of the cleanup that `spec.cleanup` enables.', {
    pendingDeletion: listOf(pendingDeletion, 'Custom resources that still exist.'),
  }),
  conditions: listOf(struct(state), 'History of phases, oldest first. Only the most recent phases are kept.'),
  requirementStatus: listOf(requirement, 'Requirements of the operator, and whether they are met.'),
});

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
