import { ArgoCdIgnoredDifference } from './ignored-difference';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';

/** Returns a jq expression for the labels or annotations with one of several prefixes. */
const withPrefix = (field: 'labels' | 'annotations', ...prefixes: string[]): string => (
  `.metadata.${field} | select(. != null) | .[keys[] | select(${prefixes.map(prefix => `startswith("${prefix}")`).join(' or ')})]`
);

/** Label of the components of an operator. */
const COMPONENT = 'operators.coreos.com/';

/** Annotations and labels of objects whose CA cert-manager, OpenShift or OLM writes. In other objects, the user owns the CA. */
const CA_WRITERS = ['cert-manager.io/inject-', 'service.beta.openshift.io/inject-cabundle', 'olm.'];

/** Returns a jq expression for the CA at a path, if another program writes it. */
const writtenCa = (path: string): string => (
  `select([.metadata.annotations, .metadata.labels | select(. != null) | keys[]] | any(${CA_WRITERS.map(mark => `startswith("${mark}")`).join(' or ')})) | ${path}`
);

/**
 * Fields that OLM writes into objects that are in git, and the CA that other programs write for webhooks. Argo CD compares only the fields in git, so
 * these matter for objects that were copied from a cluster or written by hand. Fields that users set are not included: with
 * `RespectIgnoreDifferences`, Argo CD would not apply its changes either.
 *
 * Determined from recordings of OLM 0.46 and its code: https://github.com/operator-framework/operator-lifecycle-manager/tree/v0.46.0/pkg/controller
 */
export const OLM_DIFFERENCES: readonly ArgoCdIgnoredDifference[] = [
  {
    group: OLM_GROUP, kind: 'OperatorGroup',
    // With static APIs, the user owns the annotation.
    jqPathExpressions: ['select(.spec.staticProvidedAPIs != true) | .metadata.annotations["olm.providedAPIs"]', '.spec.targetNamespaces | select(. == [])'],
  },
  { group: OLM_GROUP, kind: 'Subscription', jqPathExpressions: [withPrefix('labels', COMPONENT)] },
  { group: OLM_GROUP, kind: 'CatalogSource', jqPathExpressions: [withPrefix('labels', COMPONENT)] },
  { group: OLM_GROUP, kind: 'Operator', jsonPointers: ['/spec'] },
  {
    group: OLM_GROUP, kind: 'ClusterServiceVersion',
    jsonPointers: ['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces'].map(key => `/metadata/annotations/${key}`),
    jqPathExpressions: [withPrefix('labels', COMPONENT, 'olm.managed', 'olm.copiedFrom', 'olm.api.')],
  },
  { kind: 'Namespace', jqPathExpressions: [withPrefix('labels', 'olm.operatorgroup.uid/')] },
  {
    group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition',
    jqPathExpressions: [
      writtenCa('.spec.conversion.webhook.clientConfig.caBundle'), withPrefix('labels', COMPONENT, 'olm.managed'),
      withPrefix('annotations', 'operatorframework.io/installed-alongside'),
    ],
  },
  {
    group: 'apiregistration.k8s.io', kind: 'APIService',
    jqPathExpressions: [writtenCa('.spec.caBundle'), withPrefix('labels', COMPONENT, 'olm.')],
  },
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map(kind => ({
    group: 'admissionregistration.k8s.io', kind, jqPathExpressions: [writtenCa('.webhooks[]?.clientConfig.caBundle')],
  })),
];
