import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import {
  changedIn, dateTime, described, integer, keyedListOf, listOf, mapOf, object, oneOf, quantity, releaseProblems, required, since, string,
} from '../../../formats/schema/schema';
import * as k8s from '../generated/kubernetes-types';
import type { OlmVersion } from '../model/olm-version';

const cacheDir = string('Directory in the image that contains a pre-built cache. If not set, the cache is built when the pod starts.');

const extractContent = object(
  'How to extract the catalog from its image. If set, OLM serves the content with its own opm image instead of the image\'s command.',
  {
    cacheDir: changedIn('0.32.0', required(cacheDir), cacheDir),
    catalogDir: required(string('Directory in the image that contains the file-based catalog.')),
  },
);

const SECURITY_CONTEXT = 'Security context of the pod. `restricted` meets the Pod Security Standard of this name; `legacy` sets none, for '
  + 'images that run as root.';

const grpcPodConfig = object('Configuration of the catalog pod. Only used if OLM runs the pod, that is, if `image` is set.', {
  affinity: since('0.26.0', described('Affinity of the pod.', k8s.Affinity)),
  extractContent: since('0.26.0', extractContent),
  memoryTarget: since('0.26.0', quantity('Amount of memory that the server tries to stay within. Sets the memory request of the pod and GOMEMLIMIT.')),
  nodeSelector: mapOf(string(), 'Labels that a node must have for the pod to be scheduled on it.'),
  priorityClassName: string('Name of the PriorityClass of the pod.'),
  securityContextConfig: since('0.23.0', changedIn(
    '0.29.0',
    oneOf(['legacy', 'restricted'], `${SECURITY_CONTEXT} Defaults to \`legacy\`.`, { default: 'legacy' }),
    oneOf(['legacy', 'restricted'], `${SECURITY_CONTEXT} Defaults to a value that depends on the Pod Security level of the namespace.`),
  )),
  tolerations: listOf(k8s.Toleration, 'Tolerations of the pod.'),
});

const spec = object('Source of the packages, and display metadata of the catalog.', {
  address: string('Address of an existing gRPC catalog server, as `host:port`. OLM connects to it instead of running a pod.'),
  configMap: string('Name of a ConfigMap in the same namespace that contains the packages. Used by the source types `configmap` and `internal`.'),
  description: string('Description of the catalog.'),
  displayName: string('Display name of the catalog.'),
  grpcPodConfig: since('0.20.0', grpcPodConfig),
  icon: object('Icon of the catalog.', {
    base64data: required(string('Base64-encoded image data.')),
    mediatype: required(string('Media type of the image, such as `image/svg+xml`.')),
  }),
  image: string('Image of a catalog server that OLM runs. If not set, `address` is used.'),
  priority: integer('Priority of the catalog. If several catalogs can satisfy a dependency, the one with the highest priority is used. Defaults to 0.'),
  publisher: string('Publisher of the catalog.'),
  secrets: listOf(string(), 'Names of pull secrets for `image`, in the same namespace.'),
  sourceType: required(string('Type of the source. One of `grpc` for a catalog server, or `configmap` or its synonym `internal` for packages in a ConfigMap.')),
  updateStrategy: object('How to detect a newer catalog image behind a mutable tag.', {
    registryPoll: object('Periodic pulls of the image. OLM switches to the new catalog if the image has changed.', {
      interval: string('Interval between pulls, as a Go duration such as `30m`.'),
    }),
  }),
});

const status = object('Observed state of the catalog.', {
  conditions: since('0.19.0', keyedListOf(['type'], k8s.Condition, 'Conditions of the catalog.')),
  configMapReference: object('ConfigMap that was last read.', {
    lastUpdateTime: dateTime('Time when the ConfigMap was read.'),
    name: required(string('Name of the ConfigMap.')),
    namespace: required(string('Namespace of the ConfigMap.')),
    resourceVersion: string('Resource version that was read.'),
    uid: string('UID of the ConfigMap.'),
  }),
  connectionState: object('State of the gRPC connection between OLM and the catalog server.', {
    address: string('Address that OLM connects to.'),
    lastConnect: dateTime('Time when the state was last checked.'),
    lastObservedState: required(string('Connectivity state as defined by gRPC. `READY` if the connection is usable.')),
  }),
  latestImageRegistryPoll: dateTime('Time when the image was last pulled to check for a newer catalog.'),
  message: string('Human-readable description of the error.'),
  reason: string('Reason for the error, as a CamelCase word.'),
  registryService: object('Service of the catalog pod that OLM runs.', {
    createdAt: dateTime('Time when OLM created the Service.'),
    port: string('Port of the Service.'),
    protocol: string('Protocol of the Service. Always `grpc`.'),
    serviceName: string('Name of the Service.'),
    serviceNamespace: string('Namespace of the Service.'),
  }),
});

/** CRD of CatalogSources: catalogs of operators. */
export const catalogSource: CrdSource = {
  kind: 'CatalogSource',
  plural: 'catalogsources',
  shortNames: ['catsrc'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'CatalogSource is a catalog of operators that Subscriptions can reference as their source.',
    columns: [
      { name: 'Display', type: 'string', jsonPath: '.spec.displayName' },
      { name: 'Type', type: 'string', jsonPath: '.spec.sourceType' },
      { name: 'Publisher', type: 'string', jsonPath: '.spec.publisher' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec: required(spec),
    status,
  }],
};

/** Returns what a release does not support in the spec of a CatalogSource, as sentences. */
export function catalogSourceProblems(spec: object, { version }: OlmVersion): string[] {
  return catalogSource.versions.flatMap(({ spec: schema }) => releaseProblems(spec, schema, version));
}
