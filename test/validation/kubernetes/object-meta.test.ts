import { FieldPath } from '../../../lib/formats/schema/checks/field-error';
import { objectMetaErrors } from '../../../lib/validation/kubernetes/object-meta';

const METADATA = new FieldPath('metadata', ['metadata']);
const OWNER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a', uid: 'u' };
const fields = (metadata: unknown): string[] => objectMetaErrors(metadata, METADATA).map(({ field }) => field);

describe('the metadata of an object', () => {
  it.each<[string, object]>([
    ['a name', {}],
    ['labels and annotations', { labels: { 'a.test/b': 'c', 'd': '' }, annotations: { 'a.test/B': 'any string', 'UPPER.test/x': '' } }],
    ['one controller', { ownerReferences: [{ ...OWNER, controller: true }, OWNER] }],
    ['finalizers', { finalizers: ['a.test/b', 'orphan'] }],
    ['annotations up to the limit', { annotations: { a: 'x'.repeat(262_143) } }],
  ])('may have %s', (_what, metadata) => {
    expect(fields({ name: 'a', ...metadata })).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['an undefined value', undefined, ['metadata.name']],
    ['a list', [], ['metadata.name']],
    ['generateName alone', { generateName: 'a-' }, ['metadata.name']],
    ['a namespace', { name: 'a', namespace: 'b' }, ['metadata.namespace']],
    ['a negative generation', { name: 'a', generation: -1 }, ['metadata.generation']],
    ['a label with a bad key', { name: 'a', labels: { 'a b': 'c' } }, ['metadata.labels']],
    ['a label with a bad value', { name: 'a', labels: { a: 'b c' } }, ['metadata.labels']],
    ['a label whose value is too long', { name: 'a', labels: { a: 'b'.repeat(64) } }, ['metadata.labels']],
    ['an annotation with a bad key', { name: 'a', annotations: { 'a b': '' } }, ['metadata.annotations']],
    ['annotations that are too large', { name: 'a', annotations: { a: 'x'.repeat(262_144) } }, ['metadata.annotations']],
    [
      'an empty owner',
      { name: 'a', ownerReferences: [{}] },
      ['apiVersion', 'kind', 'name', 'uid'].map((key) => `metadata.ownerReferences.${key}`),
    ],
    ['an owner with an invalid apiVersion', { name: 'a', ownerReferences: [{ ...OWNER, apiVersion: 'a/b/c' }] }, ['metadata.ownerReferences.apiVersion']],
    ['an Event as owner', { name: 'a', ownerReferences: [{ ...OWNER, apiVersion: 'v1', kind: 'Event' }] }, ['metadata.ownerReferences']],
    [
      'two controllers',
      { name: 'a', ownerReferences: [{ ...OWNER, controller: true }, { ...OWNER, controller: true }] },
      ['metadata.ownerReferences'],
    ],
    ['a bad finalizer', { name: 'a', finalizers: ['a b'] }, ['metadata.finalizers']],
    ['finalizers that exclude each other', { name: 'a', finalizers: ['orphan', 'foregroundDeletion'] }, ['metadata.finalizers']],
  ])('may not have %s', (_what, metadata, expected) => {
    expect(fields(metadata)).toEqual(expected);
  });

  it('has errors with the path and the invalid value', () => {
    const [error] = objectMetaErrors({ name: 'a', labels: { key: 'b c' } }, METADATA);
    expect(error?.path).toEqual(['metadata', 'labels', 'key']);
    expect(error?.message).toContain('"b c"');
  });
});
