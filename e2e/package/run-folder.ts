import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

/** Tells the suites of one run where the folder is, also those that run in processes of their own. */
const VARIABLE = 'OLM_CONSTRUCTS_E2E_RUN';

/** The folder of what is made once for all suites of a run. */
export function runFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) {
    throw new Error('this run has no folder; suites run with --config jest.e2e.config.json, which makes one');
  }
  return folder;
}

/** Makes it; jest calls this before the first suite. */
export default function makeRunFolder(): void {
  process.env[VARIABLE] = mkdtempSync(path.join(tmpdir(), 'olm-constructs-run-'));
}
