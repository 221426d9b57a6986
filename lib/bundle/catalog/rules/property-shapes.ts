import { anything, bytes, int32, listOf, mapOf, struct, text, truth } from './json-shape';
import type { JsonShape } from './json-shape';

const GVK = struct({ group: text, kind: text, version: text });
const LINK = struct({ name: text, url: text });
const RESOURCE = struct({ name: text, kind: text, version: text });
const DESCRIPTOR = struct({ 'path': text, 'displayName': text, 'description': text, 'x-descriptors': listOf(text), 'value': anything });
const DESCRIPTORS = {
  resources: listOf(RESOURCE),
  statusDescriptors: listOf(DESCRIPTOR),
  specDescriptors: listOf(DESCRIPTOR),
  actionDescriptors: listOf(DESCRIPTOR),
};
const API_SERVICES = listOf(struct({
  name: text, group: text, version: text, kind: text, deploymentName: text, containerPort: int32, displayName: text, description: text,
  ...DESCRIPTORS,
}));
const CRDS = listOf(struct({ name: text, version: text, kind: text, displayName: text, description: text, ...DESCRIPTORS }));

/**
 * The types of properties whose values opm decodes, and so refuses when they have another shape.
 *
 * @see https://pkg.go.dev/github.com/operator-framework/operator-registry/alpha/property
 */
export const PROPERTY_SHAPES: ReadonlyMap<string, JsonShape> = new Map([
  ['olm.package', struct({ packageName: text, version: text, release: text })],
  ['olm.package.required', struct({ packageName: text, versionRange: text })],
  ['olm.gvk', GVK],
  ['olm.gvk.required', GVK],
  ['olm.bundle.object', struct({ data: bytes })],
  ['olm.channel', struct({ channelName: text })],
  ['olm.csv.metadata', struct({
    annotations: mapOf(text),
    apiServiceDefinitions: struct({ owned: API_SERVICES, required: API_SERVICES }),
    crdDescriptions: struct({ owned: CRDS, required: CRDS }),
    description: text,
    displayName: text,
    installModes: listOf(struct({ type: text, supported: truth })),
    keywords: listOf(text),
    labels: mapOf(text),
    links: listOf(LINK),
    maintainers: listOf(struct({ name: text, email: text })),
    maturity: text,
    minKubeVersion: text,
    nativeAPIs: listOf(GVK),
    provider: LINK,
  })],
]);
