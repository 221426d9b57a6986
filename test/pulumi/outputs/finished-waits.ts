import { olmParts } from '../../../lib/cluster/waiting/olm/olm-waiter';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import type { KubernetesManifest } from '../../../lib/formats/schema/kubernetes-manifest';
import { providerCode, type WaiterName } from '../../../lib/pulumi/resources/waiter-resource';
import * as waiters from '../../../lib/pulumi/waiters';
import { FakeCluster } from '../fake-cluster';
import { clusterCatalog, installExtension } from '../olm-v1-objects';
import { REFS, runPlainOperator } from '../plain-objects';
import type { Registered } from '../program';
import { installBundle } from '../rukpak-objects';
import { installOperator, OLM_OBJECTS, runOlm, serveCatalog } from '../state/cluster-objects';
import { finishedPush } from './finished-push';

/** A provider that Pulumi loads for a state: that of a waiter, or of an image. */
export type ProviderName = keyof typeof waiters;

/** Runs a wait, and returns what its provider adds to the inputs in the state. */
export type Wait = () => Promise<JsonMap>;

const OPERATOR = { namespace: 'team', subscription: 'hello', package: 'hello', pin: { csv: 'hello.v1.0.0' } };
const OLM = { namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };

/** Returns a wait of a provider in a cluster of its own, to which `prepare` adds objects that are ready. */
export function wait(name: WaiterName, prepare: (cluster: FakeCluster) => void, inputs: JsonMap): Wait {
  return async () => {
    const kubeconfig = `${name} ${JSON.stringify(inputs)}`;
    prepare(new FakeCluster(kubeconfig, '7f6c'));
    const given: JsonMap = { kubeconfig, timeouts: { settling: 0, total: 5 }, ...inputs };
    const { outs } = await waiters[name].create(given);
    return Object.fromEntries(Object.entries(outs).filter(([key]) => !Object.hasOwn(given, key)));
  };
}

/** A wait of each kind, and the push of an image. */
export const WAITS: { readonly [name in ProviderName]: Wait } = {
  catalogReady: wait('catalogReady', serveCatalog, { namespace: 'olm', name: 'shop' }),
  clusterCatalogReady: wait('clusterCatalogReady', (cluster) => cluster.add(clusterCatalog()), { name: 'shop' }),
  clusterExtensionReady: wait('clusterExtensionReady', installExtension, { name: 'hello' }),
  imagePush: finishedPush,
  olmDetection: wait('olmDetection', () => undefined, { ...OLM, existing: 'fail' }),
  olmReady: wait('olmReady', runOlm, { parts: { ...olmParts({ _manifests: OLM_OBJECTS as unknown as readonly KubernetesManifest[] }) }, removal: [] }),
  operatorAdoption: wait('operatorAdoption', installOperator, { namespace: 'team', subscription: 'hello', operatorGroup: 'hello', package: 'hello' }),
  operatorPlace: wait('operatorPlace', installOperator, { namespace: 'team', removeNamespace: true }),
  operatorReady: wait('operatorReady', installOperator, OPERATOR),
  plainReady: wait('plainReady', runPlainOperator, {
    name: 'hello', namespace: 'team', objects: REFS, bundle: { name: 'hello.v1.0.0', version: '1.0.0' },
  }),
  rukpakReady: wait('rukpakReady', installBundle, { kind: 'BundleDeployment', name: 'hello' }),
};

/** Returns the wait of the provider that the inputs of a waiter or an image refer to. */
export function waitOf(inputs: Registered['inputs']): Wait {
  return WAITS[providerOf(inputs)];
}

/** Returns the name of the provider that the inputs of a waiter or an image refer to. */
export function providerOf({ __provider }: Registered['inputs']): ProviderName {
  return (Object.keys(WAITS) as ProviderName[]).find((name) => __provider === providerCode(name))!;
}
