import { spawnSync } from 'node:child_process';
import { foundProgram } from '../programs/found-program';

/** Programs needed to run OLM, by the name of the executable. None of them is built here. */
const NAMES = {
  olm: 'olm',
  catalog: 'catalog',
  packageServer: 'package-server',
  opm: 'opm',
  controllerManager: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
  kwok: 'kwok',
  openssl: 'openssl',
  unshare: 'unshare',
};

/** Paths of the programs. */
export type OlmPrograms = { readonly [program in keyof typeof NAMES]: string };

/** Arguments with which `unshare` gives a process private mounts. */
export const OWN_MOUNTS = ['--mount', '--map-root-user'];

/** Returns the programs. If some are missing, it adds a test to the report of a suite that names them, and returns undefined. */
export function olmPrograms(): OlmPrograms | undefined {
  const programs = findPrograms();
  if ('found' in programs) {
    return programs.found;
  }
  const { missing } = programs;
  it(`cannot run: there is no ${missing.join(', ')} in the folder OLM_BIN or on PATH`, () => expect(missing).not.toEqual([]));
  return undefined;
}

/** Returns the programs, or the names of those missing in the folder OLM_BIN and on PATH. */
function findPrograms(): { readonly found: OlmPrograms } | { readonly missing: string[] } {
  const paths = Object.entries(NAMES).map(([key, name]) => ({ key, name, path: foundProgram(name) }));
  const missing = paths.filter(({ path }) => path === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    return { missing };
  }
  const found = Object.fromEntries(paths.map(({ key, path }) => [key, path])) as OlmPrograms;
  return spawnSync(found.unshare, [...OWN_MOUNTS, 'true']).status === 0
    ? { found }
    : { missing: [`unshare that may ${OWN_MOUNTS.join(' ')}`] };
}
