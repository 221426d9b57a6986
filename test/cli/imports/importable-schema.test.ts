import fc from 'fast-check';
import { importableSchema, ModuleNames, nameKey, SiblingNames } from '../../../lib/cli/imports/importable-schema';
import { mapField } from '../../../lib/formats/json/json-value';

/** Returns the values that are left of an enum, and what is noted about the others. */
function imported(values: readonly (string | number)[]): { readonly values: unknown; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const spec = { type: 'object', properties: { e: { type: 'string', enum: values } } };
  const schema = importableSchema({ type: 'object', properties: { spec } }, 'Demo', new ModuleNames(), (_, reason) => notes.push(reason));
  return { values: mapField(mapField(mapField(mapField(schema, 'properties'), 'spec'), 'properties'), 'e')['enum'], notes };
}

const lower = (value: string | number): string => String(value).toLowerCase();
const key = (value: string | number): string => lower(value).replace(/(?<=\d)\.(?=\d)|[^a-z0-9_./#,*!=~-]/g, '');

describe('importableSchema', () => {
  it('handles the values of an enum as a comparison of each with each other does', () => {
    const value = fc.constantFrom<string | number>('a', 'A', 'b', 'B', 'a b', 'ab', 'c', '1', 1, '1.1', '11', 11, 'x-y', 'X-Y');
    fc.assert(fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
      const repeated = values.find((one) => values.some((other) => key(other) === key(one) && lower(other) !== lower(one)));
      const distinct = values.filter((one, index) => values.findIndex((other) => lower(other) === lower(one)) === index);
      expect(imported(values)).toEqual(repeated !== undefined
        ? { values: undefined, notes: [`any string: the value '${repeated}' has the same name in TypeScript as another one`] }
        : { values: distinct, notes: values.filter((one) => !distinct.includes(one)).map((one) => (
          `value '${one}' left out: '${distinct.find((other) => lower(other) === lower(one))}' has the same name in TypeScript`
        )) });
    }), { numRuns: 2_000 });
  });
});

describe('SiblingNames', () => {
  it('refuses names as a comparison of each with each other does', () => {
    const name = fc.constantFrom('fooBar', 'FooBar', 'foo_bar', 'foobar', 'fooBAR', 'x', 'X', '9', '-');
    const isCamelCase = (one: string): boolean => /^[a-z]+(?:[A-Z][a-z]+)*\d*$/.test(one);
    fc.assert(fc.property(fc.uniqueArray(name), (names) => {
      const siblings = new SiblingNames(names);
      for (const one of names) {
        const alike = names.filter((other) => nameKey(other) === nameKey(one));
        const [kept] = [...alike.filter(isCamelCase), ...alike];
        expect(siblings.refusal(one)).toBe(!/[A-Za-z]/.test(one) ? 'its name cannot be written as a TypeScript identifier'
          : kept === one || isCamelCase(one) ? undefined : `'${kept}' has the same name in TypeScript`);
      }
    }), { numRuns: 2_000 });
  });
});
