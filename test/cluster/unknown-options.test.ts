import { OperatorLockFile } from 'olm-constructs';
import {
  ClusterConnection, driftOf, explain, packagesOf, planUpgrade, removeManifests, removeObjects, serveMetrics, statusOf, uninstallOlm, waitFor,
  watchStatus,
} from 'olm-constructs/cluster';

/** It has no client: a function that used it would fail otherwise. */
const CLUSTER = {} as ClusterConnection;
const LOCK = OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n');
const UNKNOWN: object = { dryrun: true };

describe('a function for clusters', () => {
  it.each<[string, () => unknown]>([
    ['statusOf', () => statusOf(CLUSTER, UNKNOWN)],
    ['watchStatus', () => watchStatus(CLUSTER, UNKNOWN).next()],
    ['explain', () => explain(CLUSTER, 'olm', UNKNOWN)],
    ['packagesOf', () => packagesOf(CLUSTER, UNKNOWN)],
    ['driftOf', () => driftOf(CLUSTER, LOCK, UNKNOWN)],
    ['planUpgrade', () => planUpgrade(CLUSTER, LOCK, { catalogs: {}, ...UNKNOWN })],
    ['serveMetrics', () => serveMetrics(CLUSTER, UNKNOWN)],
    ['waitFor', () => waitFor(CLUSTER, [], UNKNOWN)],
    ['removeManifests', () => removeManifests(CLUSTER, [], UNKNOWN)],
    ['removeObjects', () => removeObjects(CLUSTER, [], UNKNOWN)],
    ['uninstallOlm', () => uninstallOlm(CLUSTER, UNKNOWN)],
    ['ClusterConnection.open', async () => Promise.resolve().then(() => ClusterConnection.open(UNKNOWN))],
  ])('rejects an unknown option before it uses the cluster: %s', async (name, call) => {
    await expect(call()).rejects.toThrow(`unknown key 'dryrun' in options of ${name}; known keys: `);
  });
});
