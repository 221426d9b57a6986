import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import * as path from 'node:path';

/**
 * Pulls an image of a registry without TLS, and writes its files into a folder, as a container runtime does.
 *
 * @param crane path of crane
 */
export function pullImage(crane: string, image: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, '.image.tar');
  run(crane, ['export', '--insecure', image, archive]);
  run('tar', ['--extract', '--file', archive, '--directory', folder]);
  rmSync(archive);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}: ${error?.message ?? stderr}`);
  }
}
