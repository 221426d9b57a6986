import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { thrownMessage } from '../../lib/text/printable';

describe('the message of what was thrown', () => {
  it.each<[string, unknown, string]>([
    ['an error', new TypeError('wrong'), 'wrong'],
    ['an error of Node.js, which is of another realm in jest', errorOf(() => readFileSync('missing.txt')), "ENOENT: no such file or directory, open 'missing.txt'"],
    ['an error of a script in its own context', errorOf(() => { runInNewContext('throw new TypeError("wrong")'); }), 'wrong'],
    ['a string', 'wrong', 'wrong'],
    ['nothing', undefined, 'undefined'],
    ['an object', { code: 1 }, '{ code: 1 }'],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { code: 1 }), '[Object: null prototype] { code: 1 }'],
  ])('%s', (_, thrown, message) => { expect(thrownMessage(thrown)).toBe(message); });
});

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
