import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/**
 * Packs a staged package with `npm pack`, which runs no scripts of it: it has none.
 *
 * @param staged folder of the package
 * @param folder folder for the file; existing content is deleted
 * @returns the name of the file and its sizes
 */
export function packed(staged: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: staged, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`npm pack failed: ${stderr}`);
  }
  const [made] = Object.values(JSON.parse(stdout) as { [key: string]: { filename: string; size: number; unpackedSize: number } });
  return `dist/js/${made!.filename}: ${megabytes(made!.size)}, unpacked ${megabytes(made!.unpackedSize)}`;
}

/** Returns a size as text. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
