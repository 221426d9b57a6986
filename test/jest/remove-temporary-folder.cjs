const { rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { OUTSIDE, VARIABLES } = require('./make-temporary-folder.cjs');

/** Removes the folder for the temporary files of a run; jest calls this after the last test file. */
function removeTemporaryFolder() {
  const outside = process.env[OUTSIDE];
  if (outside === undefined || outside === tmpdir()) {
    throw new Error('this run has no temporary folder; run tests with jest.config.json, which makes one');
  }
  rmSync(tmpdir(), { recursive: true, force: true });
  // jest makes the next folder in this process if it watches files.
  VARIABLES.forEach((name) => process.env[name] = outside);
}

module.exports = removeTemporaryFolder;
