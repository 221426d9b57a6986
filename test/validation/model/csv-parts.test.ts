import { readExamples } from '../../../lib/validation/model/csv-parts';

describe('readExamples', () => {
  it.each([
    ['{}', 'must be a list'],
    ['[1]', 'must be Kubernetes objects; number 1 is not a map'],
    ['[{"kind":"A"},{}]', 'must be Kubernetes objects; number 2 has no kind'],
    ['[{"kind":"A","spec":{"n":1e400}}]', 'must be JSON that Go reads: the number 1e400 is too large for Go, which reads 64-bit floats; write it as a string'],
  ])('returns the fault of %s', (json, fault) => {
    expect(readExamples(json)).toEqual({ fault });
  });

  it('returns the APIs', () => {
    expect(readExamples('[{"apiVersion":"g/v1","kind":"A"}]')).toEqual({ apis: new Set(['g/v1, Kind=A']) });
    expect(readExamples('null')).toEqual({ apis: new Set() });
  });
});
