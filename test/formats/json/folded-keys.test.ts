import { caseVariants, FieldNames, folded, goField, goKey } from '../../../lib/formats/json/folded-keys';

describe('folded', () => {
  // Results of bytes.EqualFold in Go for the same pairs.
  it.each([
    ['schema', 'SCHEMA'], ['ſchema', 'Schema'], ['\u212Aind', 'kind'], ['Ä', 'ä'], ['Σ', 'ς'],
  ])('makes %p and %p equal', (left, right) => {
    expect(folded(left)).toBe(folded(right));
  });

  it.each([['ß', 'ss'], ['ı', 'i'], ['ı', 'I'], ['name', 'names']])('keeps %p and %p different', (left, right) => {
    expect(folded(left)).not.toBe(folded(right));
  });
});

describe('goKey', () => {
  it('returns the last matching key in byte order, even if another one matches exactly', () => {
    expect(goKey({ name: 1, NAME: 2, Name: 3 }, 'name')).toBe('name');
    expect(goKey({ NAME: 2, Name: 3 }, 'name')).toBe('Name');
    expect(goKey({ name: 1, NAME: 2 }, 'NAME')).toBe('name');
  });

  it('returns undefined if no key matches', () => {
    expect(goKey({ names: 1 }, 'name')).toBeUndefined();
  });
});

describe('goField', () => {
  it('returns the value of the matching key', () => {
    expect(goField({ NAME: 'a' }, 'name')).toBe('a');
  });

  it.each([[null], [undefined], ['name'], [['name']], [{}]])('returns undefined for %p', (value) => {
    expect(goField(value, 'name')).toBeUndefined();
  });
});

describe('caseVariants', () => {
  it('returns the groups of keys that differ only in case', () => {
    expect(caseVariants({ a: 1, b: 2, A: 3, c: 4, B: 5 })).toEqual([['a', 'A'], ['b', 'B']]);
  });
});

describe('FieldNames', () => {
  const names = new FieldNames(['type', 'value'], ['value']);

  it('finds the fields that keys set, and the keys that set none', () => {
    const { keys, overridden, unknown } = names.in({ Type: 'a', other: 1, value: 2 });
    expect([...keys]).toEqual([['type', 'Type'], ['value', 'value']]);
    expect(overridden).toEqual([]);
    expect(unknown).toEqual(['other']);
  });

  it.each([
    ['first', { type: 'a', TYPE: 'b' }],
    ['last', { TYPE: 'b', type: 'a' }],
  ])('reports the overridden key of a field if the last in byte order is %s', (_, map) => {
    const { keys, overridden } = names.in(map);
    expect([...keys]).toEqual([['type', 'type']]);
    expect(overridden).toEqual([['type', 'TYPE']]);
  });

  it('does not report overridden keys of fields of any type', () => {
    const { keys, overridden } = names.in({ value: 1, VALUE: 2 });
    expect([...keys]).toEqual([['value', 'value']]);
    expect(overridden).toEqual([]);
  });
});
