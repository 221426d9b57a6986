import {
  applyManifests, ClusterConnection, ClusterDump, driftOf, existingOlm, explain, Explainer, operandsOf,
  operatorNamespaceOf, packagesOf, planUpgrade, removeManifests,
  removeObjects, serveMetrics, servedApisOf, statusOf, uninstallOlm, waitFor, watchStatus,
} from 'olm-constructs/cluster';
import { OperatorLockFile } from 'olm-constructs/resolve';
import type { ApiCalls } from './api-call';

/** It has no client: a function that used it would fail otherwise. */
const CLUSTER = Object.create(ClusterConnection.prototype) as ClusterConnection;
const LOCK = OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n');

/** Calls of the functions for clusters, none of which reaches one. */
export const CLUSTER_CALLS: ApiCalls = {
  'statusOf(options)': { run: (options) => statusOf(CLUSTER, options) },
  'watchStatus(options)': { run: (options) => watchStatus(CLUSTER, options).next() },
  'Explainer.of(options)': { run: (options) => Explainer.of(CLUSTER, options) },
  'Explainer#explain(options)': { run: (options) => Explainer.of(CLUSTER).explain('olm', options) },
  'explain(options)': { run: (options) => explain(CLUSTER, 'olm', options) },
  'applyManifests(options)': { run: (options) => applyManifests(CLUSTER, [], options) },
  'existingOlm(options)': { run: (options) => existingOlm(CLUSTER, options) },
  'operandsOf(options)': { run: (options) => operandsOf(CLUSTER, options) },
  'operatorNamespaceOf(options)': { run: (options) => operatorNamespaceOf(CLUSTER, 'shop', options) },
  'packagesOf(options)': { run: (options) => packagesOf(CLUSTER, options) },
  'servedApisOf(options)': { run: (options) => servedApisOf(CLUSTER, options) },
  'driftOf(options)': { run: (options) => driftOf(CLUSTER, LOCK, options) },
  'planUpgrade(options)': { argument: { catalogs: {} }, run: (options) => planUpgrade(CLUSTER, LOCK, options) },
  'serveMetrics(options)': { run: (options) => serveMetrics(CLUSTER, options) },
  'waitFor(options)': { run: (options) => waitFor(CLUSTER, [], options) },
  'removeManifests(options)': { run: (options) => removeManifests(CLUSTER, [], options) },
  'removeObjects(options)': { run: (options) => removeObjects(CLUSTER, [], options) },
  'uninstallOlm(options)': { run: (options) => uninstallOlm(CLUSTER, options) },
  'ClusterDump.read(options)': { run: (options) => ClusterDump.read(['-'], 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n', options) },
  'ClusterConnection.open(options)': { run: (options) => ClusterConnection.open(options) },
};
