import * as fc from 'fast-check';

import { jsonFault } from '../../../lib/formats/json/json-syntax';

describe('jsonFault', () => {
  it.each([
    ['{"a": 1,}', 'unexpected "}" in line 1, column 9 of the JSON'],
    ['[1 2]', 'unexpected "2]" in line 1, column 4 of the JSON'],
    ['{\n  a: 1\n}', 'unexpected "a: 1\\n}" in line 2, column 3 of the JSON'],
    ['{"a" 1}', 'unexpected "1}" in line 1, column 6 of the JSON'],
    ['[1', 'unexpected end of the JSON in its line 1'],
    ['{"a":\n', 'unexpected end of the JSON in its line 2'],
    ['[] []', 'unexpected "[]" in line 1, column 4 of the JSON'],
    ['"\\x"', 'unexpected "\\"\\\\x\\"" in line 1, column 1 of the JSON'],
    ['01', 'unexpected "1" in line 1, column 2 of the JSON'],
    ['[1]]', 'unexpected "]" in line 1, column 4 of the JSON'],
  ])('returns the position of the fault: %j', (json, fault) => {
    expect(jsonFault(json)).toBe(fault);
  });

  it('returns undefined for valid JSON', () => {
    fc.assert(fc.property(fc.json(), (json) => {
      expect(jsonFault(json)).toBeUndefined();
    }));
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, at, piece) => {
      const broken = json.slice(0, at % (json.length + 1)) + piece + json.slice((at % (json.length + 1)) + 1);
      expect(['undefined', 'string']).toContain(typeof jsonFault(broken));
    }));
  });
});
