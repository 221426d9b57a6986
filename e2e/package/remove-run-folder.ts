import { rmSync } from 'node:fs';
import { runFolder } from './run-folder';

/** Removes the folder shared by all suites of a run; jest calls this after the last suite. */
export default function removeRunFolder(): void {
  rmSync(runFolder(), { recursive: true, force: true });
}
