import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Recordings of real OLM controllers, beside the checkout; they may be absent. */
const TRACES = resolve(__dirname, '../../../../shared/data/olm-traces');

export const HAS_TRACES = existsSync(TRACES);

/** Title of the tests that run when the recordings are absent. */
export const WITHOUT_TRACES = 'skipped, because the recorded traces are not available';

/** An object at one moment of a recording. */
export interface RecordedState {
  readonly scenario: string;
  readonly seconds: number;
  readonly object: { readonly kind: string; readonly metadata: { readonly name: string }; readonly status?: unknown };
}

/** Names of the recordings. */
export function scenarios(): string[] {
  return readdirSync(TRACES).map((file) => file.replace('.jsonl.gz', '')).sort();
}

/** Returns each state of each object of a recording, in order. */
export function recordedStates(scenario: string): RecordedState[] {
  return gunzipSync(readFileSync(join(TRACES, `${scenario}.jsonl.gz`))).toString().trim().split('\n')
    .map((line) => JSON.parse(line) as { t: number; event: string; object: RecordedState['object'] })
    .filter(({ event }) => event === 'ADDED' || event === 'MODIFIED')
    .map(({ t, object }) => ({ scenario, seconds: t, object }));
}
