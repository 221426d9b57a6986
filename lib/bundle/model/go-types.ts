import { isMap, type JsonMap, setOwn } from '../../formats/json/json-value';
import { ANY, BOOLEAN, BYTES, type GoType, INT32, listOf, mapOf, STRING, struct, withFieldNames } from '../../formats/yaml/go-type';
import type { BundleProperty } from './bundle-property';

// The structs of operator-framework/api and operator-registry, in the order of their fields.
// https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/clusterserviceversion_types.go

const GVK = struct({ group: STRING, version: STRING, kind: STRING }, ['group', 'version', 'kind']);
const LINK = struct({ name: STRING, url: STRING });
const MAINTAINER = struct({ name: STRING, email: STRING });
const INSTALL_MODE = struct({ type: STRING, supported: BOOLEAN }, ['type', 'supported']);
const RESOURCE = struct({ name: STRING, kind: STRING, version: STRING }, ['name', 'kind', 'version']);
const DESCRIPTOR = struct({ 'path': STRING, 'displayName': STRING, 'description': STRING, 'x-descriptors': listOf(STRING), 'value': ANY }, ['path']);
const DESCRIPTIONS = {
  displayName: STRING,
  description: STRING,
  resources: listOf(RESOURCE),
  statusDescriptors: listOf(DESCRIPTOR),
  specDescriptors: listOf(DESCRIPTOR),
  actionDescriptors: listOf(DESCRIPTOR),
};
const CRD = struct({ name: STRING, version: STRING, kind: STRING, ...DESCRIPTIONS }, ['name', 'version', 'kind']);
const API_SERVICE = struct(
  { name: STRING, group: STRING, version: STRING, kind: STRING, deploymentName: STRING, containerPort: INT32, ...DESCRIPTIONS },
  ['name', 'group', 'version', 'kind'],
);
const CRDS = struct({ owned: listOf(CRD), required: listOf(CRD) });
const API_SERVICES = struct({ owned: listOf(API_SERVICE), required: listOf(API_SERVICE) });

/** Fields of a ClusterServiceVersion that a catalog keeps in the property `olm.csv.metadata`. */
export const CSV_METADATA = struct({
  annotations: mapOf(STRING),
  apiServiceDefinitions: API_SERVICES,
  crdDescriptions: CRDS,
  description: STRING,
  displayName: STRING,
  installModes: listOf(INSTALL_MODE),
  keywords: listOf(STRING),
  labels: mapOf(STRING),
  links: listOf(LINK),
  maintainers: listOf(MAINTAINER),
  maturity: STRING,
  minKubeVersion: STRING,
  nativeAPIs: listOf(GVK),
  provider: LINK,
});

/**
 * Types of the properties whose values opm decodes.
 *
 * @see https://pkg.go.dev/github.com/operator-framework/operator-registry/alpha/property
 */
export const PROPERTY_TYPES: ReadonlyMap<string, GoType> = new Map([
  ['olm.package', struct({ packageName: STRING, version: STRING, release: STRING })],
  ['olm.package.required', struct({ packageName: STRING, versionRange: STRING })],
  ['olm.gvk', GVK],
  ['olm.gvk.required', GVK],
  ['olm.bundle.object', struct({ data: BYTES })],
  ['olm.channel', struct({ channelName: STRING })],
  ['olm.csv.metadata', CSV_METADATA],
]);

/** Returns the value of a property with its keys renamed to the field names of its type, which Go matches case-insensitively. */
export function propertyValue({ type, value }: BundleProperty): unknown {
  const known = PROPERTY_TYPES.get(type);
  return known === undefined ? value : withFieldNames(value, known);
}

const CONTAINERS = listOf(struct({
  name: STRING,
  image: STRING,
  command: listOf(STRING),
  args: listOf(STRING),
  env: listOf(struct({ name: STRING, value: STRING })),
}));
const PERMISSIONS = listOf(struct({
  serviceAccountName: STRING,
  rules: listOf(struct({
    verbs: listOf(STRING), apiGroups: listOf(STRING), resources: listOf(STRING), resourceNames: listOf(STRING), nonResourceURLs: listOf(STRING),
  })),
}));

/** Fields of a ClusterServiceVersion's spec that tools decode into a struct. */
const DECODED_FIELDS = {
  install: struct({
    strategy: STRING,
    spec: struct({
      deployments: listOf(struct({
        name: STRING,
        label: mapOf(STRING),
        spec: struct({ template: struct({ spec: struct({ initContainers: CONTAINERS, containers: CONTAINERS }) }) }),
      })),
      permissions: PERMISSIONS,
      clusterPermissions: PERMISSIONS,
    }),
  }),
  installModes: listOf(INSTALL_MODE),
  displayName: STRING,
  provider: LINK,
  keywords: listOf(STRING),
  maintainers: listOf(MAINTAINER),
  links: listOf(LINK),
  maturity: STRING,
  minKubeVersion: STRING,
  nativeAPIs: listOf(GVK),
  webhookdefinitions: listOf(struct({
    type: STRING,
    generateName: STRING,
    deploymentName: STRING,
    containerPort: INT32,
    conversionCRDs: listOf(STRING),
    failurePolicy: STRING,
    rules: listOf(struct({ apiGroups: listOf(STRING), resources: listOf(STRING) })),
  })),
};

/** Fields that operator-registry looks up in a map, by their exact names: only their values are decoded into structs. */
const LOOKED_UP_FIELDS: { readonly [name: string]: GoType } = {
  version: STRING,
  release: STRING,
  replaces: STRING,
  skips: listOf(STRING),
  description: STRING,
  icon: listOf(struct({ base64data: STRING, mediatype: STRING })),
  customresourcedefinitions: CRDS,
  apiservicedefinitions: API_SERVICES,
  relatedImages: listOf(struct({ name: STRING, image: STRING })),
};

const DECODED_SPEC = struct(DECODED_FIELDS);

/** Fields of a ClusterServiceVersion that are read for bundles and catalogs. */
export const CSV = struct({
  metadata: struct({ annotations: mapOf(STRING), labels: mapOf(STRING) }),
  spec: struct({ ...DECODED_FIELDS, ...LOOKED_UP_FIELDS }),
});

/**
 * Returns the spec of a ClusterServiceVersion with its keys renamed as operator-registry matches them to fields: some exactly, the others
 * case-insensitively.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/csv.go
 */
export function csvSpec(spec: unknown): JsonMap {
  if (!isMap(spec)) {
    return {};
  }
  const named = withFieldNames(spec, DECODED_SPEC) as JsonMap;
  const result: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(named)) {
    setOwn(result, key, Object.hasOwn(LOOKED_UP_FIELDS, key) ? withFieldNames(value, LOOKED_UP_FIELDS[key]!) : value);
  }
  return result;
}
