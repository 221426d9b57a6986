const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Environment variable with the folder for temporary files outside of this run. */
const OUTSIDE = 'OLM_CONSTRUCTS_TMPDIR';

/** Where Node.js looks for the folder for temporary files, depending on the platform. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/**
 * Makes one folder for the temporary files of a run, also those of jest's workers and of programs that tests start: tests cannot remove what they
 * share, because workers end without the event `exit`. jest calls this before the first test file.
 */
function makeTemporaryFolder() {
  process.env[OUTSIDE] = tmpdir();
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-tests-'));
  VARIABLES.forEach((name) => process.env[name] = folder);
}

module.exports = Object.assign(makeTemporaryFolder, { OUTSIDE, VARIABLES });
