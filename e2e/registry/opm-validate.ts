import { spawnSync } from 'node:child_process';
import { CommandResult } from './init-container';

/** What `opm validate` says to the catalog in a folder. */
export function opmValidate(opm: string, folder: string): CommandResult {
  const { status, stderr } = spawnSync(opm, ['validate', folder], { encoding: 'utf8' });
  return { exitCode: status, stderr };
}
