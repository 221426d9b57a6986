import { ComparedObject } from './ignored-differences';

/** An object in git, and what another program made of it in the cluster. */
export interface WrittenByOthers {
  readonly title: string;
  readonly git: ComparedObject;
  readonly cluster: ComparedObject;
}

const INJECTED = { annotations: { 'cert-manager.io/inject-ca-from': 'hello/serving-cert' } };
const [PLACEHOLDER, CA] = ['Cg==', 'LS0tLS1CRUdJTg=='];

/** Returns an object with other labels or annotations in git than in the cluster, as after a copy from another cluster. */
function copied(apiVersion: string, kind: string, field: 'labels' | 'annotations', git: object, cluster: object): WrittenByOthers {
  const object = (content: object): ComparedObject => ({ apiVersion, kind, metadata: { name: 'hello', [field]: { team: 'a', ...content } } });
  return { title: `${field} of a ${kind} that OLM wrote: ${Object.keys(git).join(', ')}`, git: object(git), cluster: object(cluster) };
}

function injected(apiVersion: string, kind: string, content: (caBundle: string) => object): WrittenByOthers {
  const object = (caBundle: string): ComparedObject => ({ apiVersion, kind, metadata: { name: 'hello', ...INJECTED }, ...content(caBundle) });
  return { title: `the CA that cert-manager writes into a ${kind}`, git: object(PLACEHOLDER), cluster: object(CA) };
}

const webhooks = (caBundle: string): object => ({ webhooks: ['a', 'b'].map(name => ({ name, clientConfig: { caBundle } })) });

/** Values that others write into fields that are also in git. */
export const WRITTEN_BY_OTHERS: readonly WrittenByOthers[] = [
  copied('operators.coreos.com/v1', 'OperatorGroup', 'annotations', { 'olm.providedAPIs': 'A.v1.example.com' }, { 'olm.providedAPIs': 'B.v1.example.com' }),
  {
    title: 'an empty list of target namespaces, which OLM drops',
    git: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'all' }, spec: { targetNamespaces: [] } },
    cluster: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'all' }, spec: { upgradeStrategy: 'Default' } },
  },
  copied('operators.coreos.com/v1alpha1', 'Subscription', 'labels', { 'operators.coreos.com/hello.a': '' }, { 'operators.coreos.com/hello.b': '' }),
  copied('operators.coreos.com/v1alpha1', 'CatalogSource', 'labels', { 'operators.coreos.com/hello.a': '' }, {}),
  copied('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'annotations', { 'olm.operatorNamespace': 'a' }, { 'olm.operatorNamespace': 'b' }),
  copied('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'labels', { 'olm.managed': 'true', 'operators.coreos.com/hello.a': '' }, {}),
  copied('v1', 'Namespace', 'labels', { 'olm.operatorgroup.uid/1': '' }, { 'olm.operatorgroup.uid/2': '' }),
  copied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'labels', { 'olm.managed': 'true', 'operators.coreos.com/hello.a': '' }, {}),
  copied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'annotations',
    { 'operatorframework.io/installed-alongside-1a2b': 'a/hello.v1' }, { 'operatorframework.io/installed-alongside-3c4d': 'b/hello.v2' }),
  copied('apiregistration.k8s.io/v1', 'APIService', 'labels', { 'olm.owner': 'hello.v1' }, { 'olm.owner': 'hello.v2' }),
  injected('apiextensions.k8s.io/v1', 'CustomResourceDefinition', caBundle => ({ spec: { conversion: { webhook: { clientConfig: { caBundle } } } } })),
  injected('apiregistration.k8s.io/v1', 'APIService', caBundle => ({ spec: { caBundle } })),
  injected('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', webhooks),
  injected('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', webhooks),
];

/** The objects into which cert-manager writes, with a CA that the user wrote instead. */
export const WITH_OWN_CA: readonly WrittenByOthers[] = WRITTEN_BY_OTHERS.filter(({ title }) => title.includes('cert-manager')).map(({ git, cluster }) => {
  const metadata = { name: 'hello', annotations: { team: 'a' } };
  return { title: `the CA of a ${git.kind} that the user wrote`, git: { ...git, metadata }, cluster: { ...cluster, metadata } };
});
