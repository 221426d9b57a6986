import { inspect } from 'node:util';

import { BundleError } from '../../../lib/bundle/model/bundle-error';
import { BundleErrorCode } from '../../../lib/bundle/model/bundle-problem';

const PROBLEMS = [
  { code: BundleErrorCode.SYNTAX, message: 'one is wrong', file: 'manifests/a.yaml', line: 3, column: 1 },
  { code: BundleErrorCode.CSV, message: 'two is wrong' },
];

describe('BundleError', () => {
  const error = new BundleError('demo', PROBLEMS);

  it('has the position of the first problem, and all problems', () => {
    const { code, file, line, column, source, problems } = error;
    expect({ code, file, line, column, source, problems }).toEqual({
      code: 'syntax', file: 'manifests/a.yaml', line: 3, column: 1, source: 'demo', problems: PROBLEMS,
    });
  });

  it('keeps its problems if a caller changes the list', () => {
    error.problems.pop();
    expect(error.problems).toHaveLength(2);
  });

  it('prints each problem once if it is uncaught', () => {
    for (const message of ['one is wrong', 'two is wrong']) {
      expect(inspect(error).split(message)).toHaveLength(2);
    }
  });
});
