import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { foundProgram, missingProgram } from '../programs/found-program';
import { Needed } from '../../test/needed';

/** Programs needed to run any OLM, by the name of the executable. */
const CLUSTER_NAMES = {
  controllerManager: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
  kwok: 'kwok',
  openssl: 'openssl',
  unshare: 'unshare',
};

const OLM_NAMES = { olm: 'olm', catalog: 'catalog', packageServer: 'package-server', opm: 'opm', ...CLUSTER_NAMES };
const OLM_V1_NAMES = { operatorController: 'operator-controller', catalogd: 'catalogd', ...CLUSTER_NAMES };

type Paths<Names> = { readonly [program in keyof Names]: string };

/** Paths of the programs of a cluster that Deployments become available in. */
export type ClusterPrograms = Paths<typeof CLUSTER_NAMES>;

/** Paths of the programs of a cluster with OLM v0. */
export type OlmPrograms = Paths<typeof OLM_NAMES>;

/** Paths of the programs of a cluster with OLM v1. */
export type OlmV1Programs = Paths<typeof OLM_V1_NAMES>;

/** Arguments with which `unshare` gives a process private mounts. */
export const OWN_MOUNTS = ['--mount', '--map-root-user'];

/** Returns the programs of OLM v0. */
export function olmPrograms(): Needed<OlmPrograms> {
  return programs(OLM_NAMES);
}

/** Returns the programs of OLM v1. */
export function olmV1Programs(): Needed<OlmV1Programs> {
  return programs(OLM_V1_NAMES);
}

/** Returns the programs of a cluster with simulated nodes. An existing cluster has none. */
export function nodePrograms(): Needed<ClusterPrograms> {
  return (process.env['KUBECONFIG'] ?? '') === '' ? programs(CLUSTER_NAMES) : Needed.missing('there is no simulated node in the cluster of KUBECONFIG');
}

/** Returns the programs of a cluster, for suites that simulate its controllers without them. */
export function clusterPrograms(): Needed<ClusterPrograms> {
  return programs(CLUSTER_NAMES);
}

/** Returns the programs of OLM v1 1.10, the last release that uses the ServiceAccounts of ClusterExtensions, from the folder OLM_V1_ACCOUNTS_BIN. */
export function olmV1ProgramsWithAccounts(): Needed<OlmV1Programs> {
  const folder = process.env['OLM_V1_ACCOUNTS_BIN'] ?? '';
  return folder === '' ? Needed.missing('OLM_V1_ACCOUNTS_BIN is not set') : programs(OLM_V1_NAMES).map(found => (
    { ...found, operatorController: path.join(folder, 'operator-controller'), catalogd: path.join(folder, 'catalogd') }
  ));
}

/** Returns programs in the folder OLM_BIN or on PATH. */
function programs<Names extends typeof CLUSTER_NAMES>(names: Names): Needed<Paths<Names>> {
  const paths = Object.entries(names).map(([key, name]) => ({ key, name, path: foundProgram(name) }));
  const missing = paths.filter(({ path }) => path === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    return missingProgram(missing.join(', '));
  }
  const found = Object.fromEntries(paths.map(({ key, path }) => [key, path])) as Paths<Names>;
  return spawnSync(found.unshare, [...OWN_MOUNTS, 'true']).status === 0 ? Needed.found(found) : missingProgram(`unshare that may ${OWN_MOUNTS.join(' ')}`);
}
