import { int32, listOf, object, required, string, struct, type Fields, type Schema } from '../../../formats/schema/schema';

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
export const customResourceDefinitions = ownedAndRequired('CRDs that the operator owns or requires.', crd);

/** `spec.apiservicedefinitions` of a ClusterServiceVersion. */
export const apiServiceDefinitions = ownedAndRequired('APIs of extension API servers that the operator owns or requires.', apiService);

/** `spec.nativeAPIs` of a ClusterServiceVersion. */
export const nativeApis = listOf(struct({
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
