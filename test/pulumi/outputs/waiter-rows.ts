import {
  CatalogReady, ClusterCatalogReady, ClusterExtensionReady, ExistingOlm, OlmDetection, OlmReady, OperatorAdoption, type OperatorDependency,
  OperatorNamespace, OperatorReady, PlainReady, RukpakReady, type WaiterAction,
} from '../../../lib/pulumi';
import { clusterCatalog, clusterExtension, DEPRECATED, installExtension } from '../olm-v1-objects';
import { bundle, installBundle } from '../rukpak-objects';
import { runOlm } from '../state/cluster-objects';
import { type Row, row } from './documented';
import { wait, WAITS } from './finished-waits';

/** What every waiter outputs after a wait. */
const WAITED = { clusterUid: '7f6c', drift: [], ready: true };

/** The API of the operator that the waits are for. */
export const HELLOS = [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }];

const DEPENDENCY: OperatorDependency = {
  package: 'plain', namespace: 'team', subscription: 'plain-stable-shop-olm', csv: 'plain.v1.0.0', version: '1.0.0',
};

const APPROVED: WaiterAction = {
  time: '2026-01-31T12:00:00.000Z', action: 'approve', apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', namespace: 'team', name: 'install-1',
  reason: 'it installs hello.v1.0.0', result: 'done',
};

const IN_OLM = { namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };

/** Seconds by phase. Which phases there are depends on the speed of the machine. */
const SECONDS: unknown = expect.objectContaining({ settling: expect.any(Number) as number });

/** The wait for a ClusterCatalog that is disabled. */
export const DISABLED_CATALOG = wait('clusterCatalogReady', (cluster) => cluster.add({
  ...clusterCatalog(), spec: { availabilityMode: 'Unavailable' },
  status: { conditions: [{ type: 'Serving', status: 'False', reason: 'UserSpecifiedUnavailable', message: '', observedGeneration: 1 }] },
}), { name: 'shop', revision: 'disabled' });

const EXTENSION = clusterExtension('1.0.0', undefined, [DEPRECATED]);

/** An extension of an experimental installation of OLM v1. */
const EXPERIMENTAL = {
  ...EXTENSION,
  status: {
    ...EXTENSION['status'] as object, install: { bundle: { name: 'hello.v1.0.0', version: '1.0.0', release: '2' } }, activeRevisions: [{ name: 'hello-1' }],
  },
};

/** A BundleInstance of RukPak 0.3.0. */
const INSTANCE = {
  path: '/apis/core.rukpak.io/v1alpha1/bundleinstances', name: 'hello', spec: { bundleName: 'hello' },
  status: { installedBundleName: 'hello', conditions: [{ type: 'Installed', status: 'True', reason: 'InstallationSucceeded', message: '' }] },
};

/** The wait for a Bundle of RukPak. */
export const UNPACKED_BUNDLE = wait('rukpakReady', (cluster) => cluster.add(bundle()), { kind: 'Bundle', name: 'hello' });

/** The waiters of OLM v0. */
const OLM_V0: readonly Row[] = [
  row(CatalogReady, '', () => new CatalogReady('it', { namespace: 'olm', name: 'shop' }), { outputs: WAITED, values: {} }),
  row(OlmReady, '', () => new OlmReady('it', { objects: [] }), { outputs: WAITED, values: {} }),
  row(OlmDetection, ' without an OLM in the cluster', () => new OlmDetection('it', { ...IN_OLM, existing: ExistingOlm.FAIL }), {
    outputs: { ...WAITED, found: {} }, values: {},
  }),
  row(OlmDetection, ' with an OLM in the cluster', () => new OlmDetection('it', { ...IN_OLM, existing: ExistingOlm.USE }), {
    outputs: { ...WAITED, found: { namespace: 'olm' } }, values: {},
  }, { it: wait('olmDetection', runOlm, { ...IN_OLM, existing: 'use' }) }),
  row(OperatorNamespace, '', () => new OperatorNamespace('it', { namespace: 'team' }), { outputs: { ...WAITED, namespace: 'team' }, values: {} }),
  row(OperatorAdoption, '', () => new OperatorAdoption('it', { namespace: 'team', subscription: 'hello', package: 'hello' }), {
    outputs: { ...WAITED, found: { subscription: 'team/hello', channel: 'stable', csv: 'hello.v1.0.0' } }, values: {},
  }),
  row(OperatorReady, '', () => new OperatorReady('it', { namespace: 'team', subscription: 'hello' }), {
    outputs: {
      ...WAITED, csvName: 'hello.v1.0.0', version: '1.0.0', phase: 'Succeeded', ownedApis: HELLOS, deployments: ['hello'], dependencies: [],
      installPlan: 'install-1', pendingInstallPlan: undefined, lockDrift: undefined, phaseSeconds: SECONDS, actions: undefined,
    },
    values: {},
  }),
  row(OperatorReady, ' with a lock, a dependency and an approval', () => new OperatorReady('it', { namespace: 'team', subscription: 'hello' }), {
    outputs: {
      ...WAITED, csvName: 'hello.v1.0.0', version: '1.0.0', phase: 'Succeeded', ownedApis: HELLOS, deployments: ['hello'], dependencies: [DEPENDENCY],
      installPlan: 'install-1', pendingInstallPlan: 'install-2', lockDrift: [], phaseSeconds: { approving: 1.5 }, actions: [APPROVED],
    },
    values: {},
  }, {
    it: async () => ({
      ...await WAITS.operatorReady(), dependencies: [DEPENDENCY], pendingInstallPlan: 'install-2', lockDrift: [], phaseSeconds: { approving: 1.5 },
      actions: [APPROVED],
    }),
  }),
];

/** The waiters of OLM v1. */
const OLM_V1: readonly Row[] = [
  row(ClusterCatalogReady, '', () => new ClusterCatalogReady('it', { name: 'shop' }), {
    outputs: { ...WAITED, resolvedImage: 'quay.io/demo/shop@sha256:a', baseUrl: 'https://catalogd/catalogs/shop', disabled: false }, values: {},
  }),
  row(ClusterCatalogReady, ' of a disabled catalog', () => new ClusterCatalogReady('it', { name: 'shop' }), {
    outputs: { ...WAITED, resolvedImage: undefined, baseUrl: undefined, disabled: true }, values: {},
  }, { it: DISABLED_CATALOG }),
  row(ClusterExtensionReady, '', () => new ClusterExtensionReady('it', { name: 'hello' }), {
    outputs: {
      ...WAITED, installNamespace: 'team', bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', release: undefined, activeRevisions: [], ownedApis: HELLOS,
      deployments: ['hello-op'], deprecations: [], phaseSeconds: SECONDS,
    },
    values: {},
  }),
  row(ClusterExtensionReady, ' of a deprecated package, with revisions', () => new ClusterExtensionReady('it', { name: 'hello' }), {
    outputs: {
      ...WAITED, installNamespace: 'team', bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', release: '2', activeRevisions: ['hello-1'], ownedApis: HELLOS,
      deployments: ['hello-op'], deprecations: ["package 'hello' is deprecated: use greetings"], phaseSeconds: SECONDS,
    },
    values: {},
  }, {
    it: wait('clusterExtensionReady', (cluster) => {
      installExtension(cluster);
      cluster.add(EXPERIMENTAL);
    }, { name: 'hello', revision: 'experimental' }),
  }),
];

/** The waiters of RukPak and of operators without OLM. */
const OTHERS: readonly Row[] = [
  row(RukpakReady, ' of a BundleDeployment', () => new RukpakReady('it', { kind: 'BundleDeployment', name: 'hello' }), {
    outputs: {
      ...WAITED, installNamespace: 'team', activeBundle: undefined, resolvedSource: 'quay.io/demo/hello@sha256:1',
      contentUrl: 'https://core.rukpak-system.svc/bundles/hello.tgz', ownedApis: HELLOS, deployments: ['team/hello-op'],
      phaseSeconds: SECONDS,
    },
    values: {},
  }),
  row(RukpakReady, ' of a BundleInstance', () => new RukpakReady('it', { kind: 'BundleInstance', name: 'hello' }), {
    outputs: {
      ...WAITED, installNamespace: undefined, activeBundle: 'hello', resolvedSource: '0123abcd', contentUrl: undefined, ownedApis: HELLOS,
      deployments: ['team/hello-op'], phaseSeconds: SECONDS,
    },
    values: {},
  }, {
    it: wait('rukpakReady', (cluster) => {
      installBundle(cluster);
      cluster.add(bundle(), INSTANCE);
    }, { kind: 'BundleInstance', name: 'hello' }),
  }),
  row(RukpakReady, ' of a Bundle', () => new RukpakReady('it', { kind: 'Bundle', name: 'hello' }), {
    outputs: {
      ...WAITED, installNamespace: undefined, activeBundle: undefined, resolvedSource: '0123abcd', contentUrl: undefined, ownedApis: undefined,
      deployments: undefined, phaseSeconds: SECONDS,
    },
    values: {},
  }, { it: UNPACKED_BUNDLE }),
  row(PlainReady, '', () => new PlainReady('it', { name: 'hello', namespace: 'team', objects: [] }), {
    outputs: {
      ...WAITED, bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', ownedApis: HELLOS, deployments: ['hello-op'],
      phaseSeconds: SECONDS,
    },
    values: {},
  }),
];

/** A row for each waiter. */
export const WAITER_ROWS: readonly Row[] = [...OLM_V0, ...OLM_V1, ...OTHERS];
