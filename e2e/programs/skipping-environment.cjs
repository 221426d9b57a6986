const { basename } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const LEFT = require('./left-to-full-runs.json');

// The same as in full-run.ts: jest loads an environment before it can load TypeScript from other files.
const REASON = '[skipped: left to a full run, `npm run e2e -- --full`]';

/** Skips all tests of the suites in left-to-full-runs.json, with the reason in their titles, unless the run is full. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.isLeft = process.env.OLM_E2E_FULL !== '1' && Object.hasOwn(LEFT, basename(context.testPath, '.e2e.ts'));
  }

  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name === 'run_start' && this.isLeft) {
      skip(rootDescribeBlock, true);
    }
  }
};

/** Skips a test or a group of tests. Reasons are at the outermost titles. */
function skip(block, isOutermost) {
  const isRoot = block.parent === undefined;
  block.mode = 'skip';
  if (isOutermost && !isRoot) {
    block.name = `${block.name} ${REASON}`;
  }
  (block.children ?? []).forEach((child) => skip(child, isRoot));
}
