import { ArgoCdIgnoredDifference } from './ignored-difference';
import { OLM_GROUP } from '../../olm/model/olm-names';

/** Returns an expression of jq for the labels or annotations with a prefix. */
const withPrefix = (field: 'labels' | 'annotations', prefix: string): string => (
  `.metadata.${field} | select(. != null) | .[keys[] | select(startswith("${prefix}"))]`
);

/** Label of the components of an operator. */
const COMPONENT = withPrefix('labels', 'operators.coreos.com/');

/**
 * Fields that OLM writes into objects that are in git, and those that cert-manager and OLM write for webhooks. What the constructs write stays as it
 * is: these matter for objects written otherwise, such as an OperatorGroup without `upgradeStrategy`.
 *
 * Determined from recordings of OLM 0.46 and its code: https://github.com/operator-framework/operator-lifecycle-manager/tree/v0.46.0/pkg/controller
 */
export const OLM_DIFFERENCES: readonly ArgoCdIgnoredDifference[] = [
  {
    group: OLM_GROUP, kind: 'OperatorGroup',
    jsonPointers: ['/metadata/annotations/olm.providedAPIs', '/spec/upgradeStrategy'],
    jqPathExpressions: ['.spec.targetNamespaces | select(. == [])'],
  },
  { group: OLM_GROUP, kind: 'Subscription', jqPathExpressions: [COMPONENT] },
  { group: OLM_GROUP, kind: 'CatalogSource', jqPathExpressions: [COMPONENT] },
  { group: OLM_GROUP, kind: 'Operator', jsonPointers: ['/spec'] },
  {
    group: OLM_GROUP, kind: 'ClusterServiceVersion',
    jsonPointers: ['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces'].map(key => `/metadata/annotations/${key}`)
      .concat(['/metadata/finalizers', '/spec/cleanup', '/spec/apiservicedefinitions', '/spec/customresourcedefinitions', '/spec/version']),
    jqPathExpressions: [COMPONENT, withPrefix('labels', 'olm.')],
    managedFieldsManagers: ['olm'],
  },
  { kind: 'Namespace', jqPathExpressions: [withPrefix('labels', 'olm.operatorgroup.uid/')] },
  {
    group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition',
    jsonPointers: ['/spec/conversion/webhook/clientConfig/caBundle'],
    jqPathExpressions: [COMPONENT, withPrefix('labels', 'olm.'), withPrefix('annotations', 'operatorframework.io/installed-alongside')],
  },
  { group: 'apiregistration.k8s.io', kind: 'APIService', jsonPointers: ['/spec/caBundle'], jqPathExpressions: [withPrefix('labels', 'olm.')] },
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map(kind => ({
    group: 'admissionregistration.k8s.io', kind, jqPathExpressions: ['.webhooks[]?.clientConfig.caBundle'],
  })),
];
