import { thrownMessage } from '../../lib/text/thrown-message';

describe('the message of what was thrown', () => {
  it.each<[string, unknown, string]>([
    ['an error', new TypeError('wrong'), 'wrong'],
    ['a string', 'wrong', 'wrong'],
    ['nothing', undefined, 'undefined'],
    ['an object', { code: 1 }, '{ code: 1 }'],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { code: 1 }), '[Object: null prototype] { code: 1 }'],
  ])('%s', (_, thrown, message) => { expect(thrownMessage(thrown)).toBe(message); });
});
