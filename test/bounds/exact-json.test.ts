import { exactJson, parseJson } from '../../lib/formats/json/exact-json';
import { rawFields } from '../../lib/formats/json/raw-fields';
import { expectLinear } from './growth';

/** JSON of a size that makes the work as hard as possible. */
const INPUTS: { readonly [what: string]: readonly [make: (size: number) => string, run: (json: string) => void] } = {
  'integers, and strings that look like their replacements': [
    (size) => JSON.stringify(Array.from({ length: size }, (_, index) => `${index}:`)).replaceAll(',', ',9007199254740993,'),
    (json) => exactJson(parseJson(json)),
  ],
  'digits of one integer, which is too large': [(size) => `[${'9'.repeat(400 + size)}]`, (json) => expect(() => parseJson(json)).toThrow(SyntaxError)],
  'digits of one number': [(size) => `[1.${'9'.repeat(size)}e307]`, parseJson],
  'words that may be numbers': [(size) => `["${'1e400'.repeat(size)}",${'-0,'.repeat(size)}1e308]`, parseJson],
  'escaped quotes': [(size) => `[9007199254740993,"${'\\\\\\"'.repeat(size)}"]`, (json) => exactJson(parseJson(json))],
  'properties': [(size) => `[${Array.from({ length: size }, () => '{"type":"x","value":[{"a":"\\""},  1]}').join(', ')}]`, rawFields],
};

it.each(Object.entries(INPUTS))('%s take linear time', (_, [make, run]) => expectLinear(make, run));
