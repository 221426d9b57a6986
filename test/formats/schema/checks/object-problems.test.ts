import { objectProblems } from '../../../../lib/formats/schema/checks/object-problems';
import { crdOf, problemsOf, thing } from '../crd-of';

const NAMED = crdOf({ type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } }, required: ['name'] });

describe('an object under its CRD', () => {
  it('is accepted', () => {
    expect(objectProblems(NAMED, thing({ name: 'a', count: 2 }))).toEqual([]);
  });

  it.each([
    [{ ...thing({}), apiVersion: 'example.test/v2' }, 'apiVersion', 'must be example.test/v1'],
    [{ ...thing({}), apiVersion: 'example.test/v0' }, 'apiVersion', 'must be example.test/v1'],
    [{ ...thing({}), kind: 'Other' }, 'kind', 'must be Thing'],
    [{}, 'apiVersion', 'must be example.test/v1'],
    [[], 'apiVersion', 'must be example.test/v1'],
  ])('must have an API version and the kind of the CRD: %j', (object, field, message) => {
    expect(objectProblems(NAMED, object)).toEqual([{ field, message }]);
  });

  it('has all its problems reported together, unknown fields first', () => {
    expect(objectProblems(NAMED, thing({ count: 'x', nam: 'a' }, { name: 'A' }))).toEqual([
      { field: 'spec.nam', message: "is unknown; known fields: 'name', 'count'" },
      { field: 'metadata.name', message: expect.stringMatching(/^must consist of lowercase letters/) as string },
      { field: 'spec.count', message: 'must be an integer, got the string "x"' },
      { field: 'spec.name', message: 'is required' },
    ]);
  });

  it('has unknown fields in its metadata and at its root refused', () => {
    expect(objectProblems(NAMED, { ...thing({ name: 'a' }, { name: 'a', nme: 'b' }), extra: 1 }).map(({ field }) => field))
      .toEqual(['extra', 'metadata.nme']);
  });

  it('has its status ignored where that is a subresource, except for unknown fields', () => {
    expect(objectProblems(NAMED, { ...thing({ name: 'a' }), status: { ready: 3 } })).toEqual([]);
    expect(objectProblems(NAMED, { ...thing({ name: 'a' }), status: { redy: true } }).map(({ field }) => field)).toEqual(['status.redy']);
  });

  it('is not changed by the check', () => {
    const object = thing({ name: 'a', nam: null });
    const copy = structuredClone(object);
    objectProblems(NAMED, object, object);
    expect(object).toEqual(copy);
  });

  describe('with rules', () => {
    const rules = [{ rule: 'self.count < 3', message: 'too many' }];
    const properties = { count: { type: 'integer' }, mode: { type: 'string', enum: ['a'], pattern: '^a$' }, size: { type: 'integer', minimum: 1 } };
    const schema = { type: 'object', properties, 'x-kubernetes-validations': rules };

    it('has them evaluated in spite of a number out of range', () => {
      expect(problemsOf(schema, { count: 4, size: 0 })).toEqual(['spec.size: must be at least 1, got 0', 'spec: too many']);
    });

    it('has none evaluated if a value is missing, of a wrong type or unsupported', () => {
      expect(problemsOf(schema, { count: 4, mode: 'b' })).not.toContain('spec: too many');
      expect(problemsOf(schema, { count: 4, mode: 1 })).not.toContain('spec: too many');
      expect(problemsOf({ ...schema, required: ['mode'] }, { count: 4 })).toEqual(['spec.mode: is required']);
    });
  });
});

describe('the metadata of an object', () => {
  const fieldsOf = (metadata: unknown): string[] => objectProblems(NAMED, thing({ name: 'a' }, metadata)).map(({ field }) => field);

  it.each<[string, unknown]>([
    ['a name', { name: 'a.b-c' }],
    ['a prefix of a name', { generateName: 'a-' }],
    ['a namespace, which clients drop for a cluster-scoped object', { name: 'a', namespace: 'b' }],
    ['labels, annotations, owners and finalizers', {
      name: 'a',
      labels: { 'example.test/a': '' },
      annotations: { A: 'any text' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'b', controller: true }],
      finalizers: ['example.test/a'],
      creationTimestamp: null,
    }],
  ])('may have %s', (_, metadata) => {
    expect(fieldsOf(metadata)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [null, ['metadata.name']],
    [{}, ['metadata.name']],
    [{ name: '' }, ['metadata.name']],
    [{ name: 'a_b' }, ['metadata.name']],
    [{ generateName: 'a_-' }, ['metadata.name']],
    [{ generateName: 'a_b-' }, ['metadata.generateName', 'metadata.name']],
    [{ name: 'a', namespace: 'a.b' }, ['metadata.namespace']],
    [{ name: 'a', labels: { 'a b': 'x' } }, ['metadata.labels']],
    [{ name: 'a', labels: { a: 'x y' } }, ['metadata.labels']],
    [{ name: 'a', labels: { a: 1 } }, ['metadata.labels.a']],
    [{ name: 'a', annotations: { 'a/b/c': '' } }, ['metadata.annotations']],
    [{ name: 'a', finalizers: ['a b'] }, ['metadata.finalizers']],
    [{ name: 'a', ownerReferences: [{}] }, ['metadata.ownerReferences.apiVersion', 'metadata.ownerReferences.kind', 'metadata.ownerReferences.name', 'metadata.ownerReferences.uid']],
    [{ name: 'a', generation: -1 }, ['metadata.generation']],
    [{ name: 1 }, ['metadata.name', 'metadata.name']],
    ['a', ['metadata', 'metadata.name']],
  ])('is refused: %j', (metadata, fields) => {
    expect(fieldsOf(metadata)).toEqual(fields);
  });
});
