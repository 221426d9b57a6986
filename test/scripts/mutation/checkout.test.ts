import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkoutSuite } from './checkout-suite';

const CONSTRUCTS = resolve(__dirname, '../../../node_modules/constructs');

/** Runs all tests that are not left out and reports like jest, without the half second that jest takes to start. e2e/mutation.e2e.ts runs jest. */
const SMALL_JEST = `const { readdirSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const leftOut = process.argv.filter((_, index) => process.argv[index - 1] === '--testPathIgnorePatterns').map((path) => path.replace('<rootDir>', process.cwd()));
const report = process.argv.find((argument) => argument.startsWith('--outputFile='))?.slice('--outputFile='.length);
globalThis.test = (_, run) => run();
globalThis.expect = (actual) => ({
  toBe: (expected) => {
    if (!Object.is(actual, expected)) {
      throw new Error('different');
    }
  },
});
const files = readdirSync('test', { recursive: true }).map((name) => resolve('test', name)).filter((path) => path.endsWith('.test.js') && !leftOut.includes(path));
const testResults = files.map((name) => {
  try {
    require(name);
    return { name, status: 'passed' };
  } catch {
    return { name, status: 'failed' };
  }
});
if (report !== undefined) {
  writeFileSync(report, JSON.stringify({ testResults }));
}
process.exit(testResults.every(({ status }) => status === 'passed') ? 0 : 1);
`;

describe('a checkout for mutation', () => {
  checkoutSuite((folder) => {
    const program = join(folder, 'jest/bin/jest.js');
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, SMALL_JEST);
    symlinkSync(CONSTRUCTS, join(folder, 'constructs'));
  });
});
