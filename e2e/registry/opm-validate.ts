import { spawnSync } from 'node:child_process';
import { CommandResult } from './init-container';

/** Output of `opm validate` for the catalog in a folder. */
export function opmValidate(opm: string, folder: string): CommandResult {
  const { status, stderr } = spawnSync(opm, ['validate', folder], { encoding: 'utf8' });
  return { exitCode: status, stderr };
}
