import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { ARGO_CD } from '../programs/program';
import { ProgramPaths, programsOnRequest } from '../programs/programs-on-request';
import { Needed } from '../../test/needed';

/** Programs that Argo CD consists of. */
export type ArgoCdPrograms = ProgramPaths<'argoCd' | 'redis' | 'git'>;

/** Returns a function for Argo CD's programs. */
export function argoCdPrograms(): Needed<() => Promise<ArgoCdPrograms>> {
  return programsOnRequest({ argoCd: ARGO_CD }, { redis: 'redis-server', git: 'git' });
}

/** Files of the release that belong to its programs: CRDs, and a script that repo-server runs. */
export interface ArgoCdFiles {
  readonly crds: readonly string[];
  readonly verifyScript: string;
}

/** Returns the files in Argo CD's Go module. */
export async function argoCdFiles(): Promise<ArgoCdFiles> {
  const { stdout } = await promisify(execFile)('go', ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', 'github.com/argoproj/argo-cd/v3'], { cwd: ARGO_CD.moduleFolder });
  const module = stdout.trim();
  return {
    crds: ['application', 'applicationset', 'appproject'].map(name => path.join(module, 'manifests', 'crds', `${name}-crd.yaml`)),
    verifyScript: path.join(module, 'hack', 'git-verify-wrapper.sh'),
  };
}
