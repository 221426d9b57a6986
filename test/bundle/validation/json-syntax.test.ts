import * as fc from 'fast-check';

import { jsonFault } from '../../../lib/bundle/validation/json-syntax';

describe('a text that is to be JSON', () => {
  it.each([
    ['{"a": 1,}', 'unexpected "}" in line 1, column 9 of the text'],
    ['[1 2]', 'unexpected "2]" in line 1, column 4 of the text'],
    ['{\n  a: 1\n}', 'unexpected "a: 1\\n}" in line 2, column 3 of the text'],
    ['{"a" 1}', 'unexpected "1}" in line 1, column 6 of the text'],
    ['[1', 'the text ends too early, in line 1 of it'],
    ['{"a":\n', 'the text ends too early, in line 2 of it'],
    ['[] []', 'unexpected "[]" in line 1, column 4 of the text'],
    ['"\\x"', 'unexpected "\\"\\\\x\\"" in line 1, column 1 of the text'],
    ['01', 'unexpected "1" in line 1, column 2 of the text'],
    ['[1]]', 'unexpected "]" in line 1, column 4 of the text'],
  ])('is told where it is not: %j', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it('has no fault when it is', () => {
    fc.assert(fc.property(fc.json(), (text) => {
      expect(jsonFault(text)).toBeUndefined();
    }));
  });

  it('has a place for its fault, whatever it is', () => {
    fc.assert(fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, piece) => {
      const broken = text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1);
      expect(['undefined', 'string']).toContain(typeof jsonFault(broken));
    }));
  });
});
