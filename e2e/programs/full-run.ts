/** Whether a run also builds OLM's programs, and runs the suites that need them, which takes more than an hour. */
export function isFullRun(): boolean {
  return process.env['OLM_E2E_FULL'] === '1';
}
