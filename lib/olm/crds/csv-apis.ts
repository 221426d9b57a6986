import { int32, listOf, object, required, string, struct, type Fields, type Schema } from './schema';

const descriptor = struct({
  'description': string('What it is, for people.'),
  'displayName': string('Its name, for people.'),
  'path': required(string('Where it is found, as a path below the spec or the status.')),
  'value': string('A value that hints at what to enter, in base64.', { format: 'byte' }),
  'x-descriptors': listOf(string(), 'How a user interface should show it, such as `urn:alm:descriptor:com.tectonic.ui:podCount`.'),
});

/** What both kinds of API say about themselves. */
const presentation: Fields = {
  actionDescriptors: listOf(descriptor, 'Actions that people can ask for.'),
  description: string('What the API is for, for people.'),
  displayName: string('Name of the kind, for people.'),
  resources: listOf(struct({
    kind: required(string('Kind.')),
    name: required(string('Name, where it is always the same.')),
    version: required(string('API version.')),
  }), 'Objects that the operator makes for one of this kind.'),
  specDescriptors: listOf(descriptor, 'Fields of the spec that people should see.'),
  statusDescriptors: listOf(descriptor, 'Fields of the status that people should see.'),
};

const crd = struct({
  ...presentation,
  kind: required(string('Kind that the CRD defines.')),
  name: required(string('Name of the CRD: plural and group.')),
  version: required(string('Version of the CRD that is meant.')),
});

const apiService = struct({
  ...presentation,
  containerPort: int32('Port of the pods that serve the API. 443 when absent.'),
  deploymentName: string('Name of the Deployment in this ClusterServiceVersion that serves the API.'),
  group: required(string('API group.')),
  kind: required(string('Kind.')),
  name: required(string('Plural name of the kind, without the group.')),
  version: required(string('API version.')),
});

/** The APIs that come with CRDs. */
export const customResourceDefinitions = ownedAndRequired('CRDs that the operator brings, and those that it needs.', crd);

/** The APIs that extension API servers offer. */
export const apiServiceDefinitions = ownedAndRequired('APIs of extension API servers that the operator brings, and those that it needs.', apiService);

/** APIs of other origin that the operator needs. */
export const nativeApis = listOf(struct({
  group: required(string('API group.')),
  kind: required(string('Kind.')),
  version: required(string('API version.')),
}), 'APIs that the cluster itself must offer.');

function ownedAndRequired(description: string, api: Schema): Schema {
  return object(description, {
    owned: listOf(api, 'Those that it brings. No other operator may bring the same.'),
    required: listOf(api, 'Those that it needs. OLM looks for operators that bring them.'),
  });
}
