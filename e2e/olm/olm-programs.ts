import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { foundProgram } from '../programs/found-program';

/** Programs needed to run any OLM, by the name of the executable. None of them is built here. */
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

/** Returns the programs of OLM v0. If some are missing, it adds a test to the report of a suite that names them, and returns undefined. */
export function olmPrograms(): OlmPrograms | undefined {
  return programsOrTest(OLM_NAMES);
}

/** Programs of OLM v0, for suites that simulate OLM without them, or undefined if some are missing. */
export function foundOlmPrograms(): OlmPrograms | undefined {
  const programs = findPrograms(OLM_NAMES);
  return 'found' in programs ? programs.found : undefined;
}

/** Returns the programs of OLM v1, as `olmPrograms` those of OLM v0. */
export function olmV1Programs(): OlmV1Programs | undefined {
  return programsOrTest(OLM_V1_NAMES);
}

/**
 * Returns the programs of a cluster with simulated nodes. If some are missing, or the tests run in an existing cluster, it adds a test to the report
 * of a suite that says that nothing rolls out, and returns undefined.
 */
export function nodePrograms(): ClusterPrograms | undefined {
  const isGiven = (process.env['KUBECONFIG'] ?? '') !== '';
  const programs = isGiven ? { missing: ['simulated node in the cluster of KUBECONFIG'] } : findPrograms(CLUSTER_NAMES);
  if ('found' in programs) {
    return programs.found;
  }
  const { missing } = programs;
  const where = isGiven ? '' : ' in the folder OLM_BIN or on PATH';
  it(`runs without rollouts: there is no ${missing.join(', ')}${where}`, () => expect(missing).not.toEqual([]));
  return undefined;
}

/** Returns the programs of a cluster, for suites that otherwise simulate its controllers, or undefined if some are missing. */
export function clusterPrograms(): ClusterPrograms | undefined {
  const programs = findPrograms(CLUSTER_NAMES);
  return 'found' in programs ? programs.found : undefined;
}

/** The same with the programs of 1.10, the last release that uses the ServiceAccounts of ClusterExtensions, from the folder OLM_V1_ACCOUNTS_BIN. */
export function olmV1ProgramsWithAccounts(): OlmV1Programs | undefined {
  const folder = process.env['OLM_V1_ACCOUNTS_BIN'];
  if (folder === undefined || folder === '') {
    it('cannot run: OLM_V1_ACCOUNTS_BIN is not set', () => expect(folder ?? '').toBe(''));
    return undefined;
  }
  const found = programsOrTest(OLM_V1_NAMES);
  return found === undefined ? undefined : { ...found, operatorController: path.join(folder, 'operator-controller'), catalogd: path.join(folder, 'catalogd') };
}

function programsOrTest<Names extends typeof CLUSTER_NAMES>(names: Names): Paths<Names> | undefined {
  const programs = findPrograms(names);
  if ('found' in programs) {
    return programs.found;
  }
  const { missing } = programs;
  it(`cannot run: there is no ${missing.join(', ')} in the folder OLM_BIN or on PATH`, () => expect(missing).not.toEqual([]));
  return undefined;
}

/** Returns the programs, or the names of those missing in the folder OLM_BIN and on PATH. */
function findPrograms<Names extends typeof CLUSTER_NAMES>(names: Names): { readonly found: Paths<Names> } | { readonly missing: string[] } {
  const paths = Object.entries(names).map(([key, name]) => ({ key, name, path: foundProgram(name) }));
  const missing = paths.filter(({ path }) => path === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    return { missing };
  }
  const found = Object.fromEntries(paths.map(({ key, path }) => [key, path])) as Paths<Names>;
  return spawnSync(found.unshare, [...OWN_MOUNTS, 'true']).status === 0
    ? { found }
    : { missing: [`unshare that may ${OWN_MOUNTS.join(' ')}`] };
}
