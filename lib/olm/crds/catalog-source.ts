import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { changedIn, dateTime, described, integer, keyedListOf, listOf, mapOf, object, oneOf, quantity, required, since, string } from './schema';

const cacheDir = string('Folder of the image that holds a ready-made cache. Without it, the cache is built when the pod starts.');

const extractContent = object(
  'How the catalog is taken out of its image and served by an opm of OLM\'s choice, instead of by the image\'s own command.',
  {
    cacheDir: changedIn('0.32.0', required(cacheDir), cacheDir),
    catalogDir: required(string('Folder of the image that holds the file-based catalog.')),
  },
);

const SECURITY_CONTEXT = '`restricted` runs the pod so that it meets the Pod Security profile of this name; `legacy` runs it without a '
  + 'security context, for images that need root.';

const grpcPodConfig = object('Settings of the pod that serves the catalog. Read only when OLM runs that pod, which it does for an `image`.', {
  affinity: since('0.26.0', described('Affinity of the pod, instead of what the image brings.', k8s.Affinity)),
  extractContent: since('0.26.0', extractContent),
  memoryTarget: since('0.26.0', quantity('Memory that the server tries to stay within: requested for the pod, and given to Go as GOMEMLIMIT.')),
  nodeSelector: mapOf(string(), 'Labels that a node must have to run the pod.'),
  priorityClassName: string('Priority class of the pod.'),
  securityContextConfig: since('0.23.0', changedIn(
    '0.29.0',
    oneOf(['legacy', 'restricted'], `${SECURITY_CONTEXT} \`legacy\` when absent.`, { default: 'legacy' }),
    oneOf(['legacy', 'restricted'], `${SECURITY_CONTEXT} By default the namespace's Pod Security level decides.`),
  )),
  tolerations: listOf(k8s.Toleration, 'Taints that the pod puts up with.'),
});

const spec = object('Where packages come from, and how they are presented.', {
  address: string('`host:port` of a running gRPC catalog server. OLM connects to it and runs no pod itself.'),
  configMap: string('Name of a ConfigMap in the same namespace that holds the packages, for the types `configmap` and `internal`.'),
  description: string('What the catalog offers, for people.'),
  displayName: string('Name of the catalog, for people.'),
  grpcPodConfig: since('0.20.0', grpcPodConfig),
  icon: object('Picture shown with the catalog.', {
    base64data: required(string('The picture in base64.')),
    mediatype: required(string('Its media type, such as `image/svg+xml`.')),
  }),
  image: string('Image of a catalog server, which OLM runs. Without it, `address` is used.'),
  priority: integer('Where several catalogs can satisfy a dependency, the one with the highest number wins. 0 when absent.'),
  publisher: string('Who offers the catalog, for people.'),
  secrets: listOf(string(), 'Names of Secrets in the same namespace with which `image` is pulled.'),
  sourceType: required(string('`grpc` for a catalog server; `configmap` and its synonym `internal` for packages in a ConfigMap.')),
  updateStrategy: object('How newer catalogs behind a moving tag are found.', {
    registryPoll: object('Pull the image again from time to time, and switch over when it changed.', {
      interval: string('Time between two pulls as a Go duration, such as `30m`.'),
    }),
  }),
});

const status = object('What OLM knows about the catalog.', {
  conditions: since('0.19.0', keyedListOf(['type'], k8s.Condition, 'Conditions of the catalog as a whole.')),
  configMapReference: object('The ConfigMap that was read last.', {
    lastUpdateTime: dateTime('When it was read.'),
    name: required(string('Its name.')),
    namespace: required(string('Its namespace.')),
    resourceVersion: string('The version that was read.'),
    uid: string('Its UID.'),
  }),
  connectionState: object('State of OLM\'s gRPC connection to the server.', {
    address: string('Where OLM connects to.'),
    lastConnect: dateTime('When the state was last looked at.'),
    lastObservedState: required(string('The state as gRPC names it: `READY` is the good one.')),
  }),
  latestImageRegistryPoll: dateTime('When the image was last pulled to look for a newer catalog.'),
  message: string('What went wrong, in a sentence.'),
  reason: string('What went wrong, in a word.'),
  registryService: object('The Service through which OLM reaches the pod it runs.', {
    createdAt: dateTime('When OLM made the Service.'),
    port: string('Its port.'),
    protocol: string('The protocol spoken there: `grpc`.'),
    serviceName: string('Its name.'),
    serviceNamespace: string('Its namespace.'),
  }),
});

/** A repository of operators, which Subscriptions name as their source. */
export const catalogSource: CrdSource = {
  kind: 'CatalogSource',
  plural: 'catalogsources',
  shortNames: ['catsrc'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'CatalogSource is a repository of operators, which Subscriptions name as their source.',
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
