import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

/** Environment variable with the path of the folder, also for suites in other processes. */
const VARIABLE = 'OLM_CONSTRUCTS_E2E_RUN';

/** Folder shared by all suites of a run. */
export function runFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) {
    throw new Error('this run has no shared folder; run suites with --config jest.e2e.config.json, which creates one');
  }
  return folder;
}

/** Creates the folder; jest calls this before the first suite. */
export default function makeRunFolder(): void {
  process.env[VARIABLE] = mkdtempSync(path.join(tmpdir(), 'olm-constructs-run-'));
}
