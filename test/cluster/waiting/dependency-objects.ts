import { csv, event, object, subscription } from './objects';
import { establishedCrd } from './recorded-traces';
import { ClusterEvent } from './simulated-cluster';
import { KubernetesObject, ObjectMetadata } from '../../../lib/cluster/waiting/view/kubernetes-object';

/** Returns the kind of the API that an operator provides here, such as Plain for the package plain. */
export const kindOf = (packageName: string): string => `${packageName[0]!.toUpperCase()}${packageName.slice(1)}`;

const api = (packageName: string): object => ({ group: 'demo.test', version: 'v1', kind: kindOf(packageName) });

/** A ClusterServiceVersion as OLM creates it: `PACKAGE.v1.0.0`, with the properties of its bundle, for which it provides one API. */
export function operatorCsv(
  packageName: string, parts: { requires?: readonly string[]; properties?: readonly object[]; metadata?: Partial<ObjectMetadata> } = {},
): KubernetesObject {
  const { requires = [], properties = [], metadata = {} } = parts;
  const all = [
    { type: 'olm.package', value: { packageName, version: '1.0.0' } },
    { type: 'olm.gvk', value: api(packageName) },
    ...requires.map((required) => ({ type: 'olm.gvk.required', value: api(required) })),
    ...properties,
  ];
  return csv(`${packageName}.v1.0.0`, 'Succeeded', {
    metadata: { annotations: { 'operatorframework.io/properties': JSON.stringify({ properties: all }), 'olm.targetNamespaces': 'demo' }, ...metadata },
    spec: {
      customresourcedefinitions: {
        owned: [{ name: `${packageName}s.demo.test`, kind: kindOf(packageName), version: 'v1' }],
        required: requires.map((required) => ({ name: `${required}s.demo.test`, kind: kindOf(required), version: 'v1' })),
      },
      install: { spec: { deployments: [{ name: `${packageName}-op` }] } },
    },
  });
}

/** A Subscription that the user created. */
export function ownSubscription(packageName: string): KubernetesObject {
  const name = `${packageName}.v1.0.0`;
  return subscription({ state: 'AtLatestKnown', currentCSV: name, installedCSV: name }, { name: packageName }, packageName);
}

/** A Subscription that OLM created for a dependency. */
export function generatedSubscription(packageName: string, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  const name = `${packageName}.v1.0.0`;
  return object(generatedName(packageName), {
    metadata: { annotations: { 'olm.generated-by': 'install-a' }, labels: { 'olm.managed': 'true' }, ...metadata },
    spec: {
      name: packageName, channel: 'alpha', source: 'cat', sourceNamespace: 'demo', startingCSV: name, installPlanApproval: 'Automatic',
    },
    status: { state: 'AtLatestKnown', currentCSV: name, installedCSV: name },
  });
}

/** Name that OLM gives it: package, channel, catalog, and the catalog's namespace. */
export const generatedName = (packageName: string): string => `${packageName}-alpha-cat-demo`;

/** Returns the events of a Subscription, its ClusterServiceVersion and its CRD. */
export function installedOperator(found: KubernetesObject, operator: KubernetesObject): ClusterEvent[] {
  const [packageName] = operator.metadata.name.split('.');
  return [
    event(0, 'subscriptions', found), event(0, 'clusterserviceversions', operator),
    event(0, 'customresourcedefinitions', establishedCrd(`${packageName!}s.demo.test`, 'v1')),
  ];
}
