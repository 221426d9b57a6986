import type { JsonSchema } from '../../../../lib/formats/schema/checks/json-schema';
import { problemsOf } from '../crd-of';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { x: { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true } },
};

describe('an object in a field of another one', () => {
  it.each([
    [{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } }],
    [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'system:any', namespace: 'a', labels: { a: 'b' } } }],
  ])('is accepted: %j', x => {
    expect(problemsOf(SCHEMA, { x })).toEqual([]);
  });

  it.each([
    [{}, ['spec.x.apiVersion: is required', 'spec.x.kind: is required']],
    [{ apiVersion: '', kind: '' }, ['spec.x.apiVersion: must not be empty', 'spec.x.kind: must not be empty']],
    [{ apiVersion: 'a/b/c', kind: 1 }, ['spec.x.apiVersion: must have the form <version> or <group>/<version>', 'spec.x.kind: must be a string']],
    [{ apiVersion: 'v1', kind: 'A B' }, [expect.stringMatching(/^spec\.x\.kind: must consist of lowercase letters/)]],
    [{ apiVersion: 'v1', kind: 'A', metadata: { name: 'a/b' } }, ["spec.x.metadata.name: must not contain '/'"]],
    [{ apiVersion: 'v1', kind: 'A', metadata: { name: '..' } }, ["spec.x.metadata.name: must not be '..'"]],
    [{ apiVersion: 'v1', kind: 'A', metadata: { labels: { a: 'x y' } } }, [expect.stringMatching(/^spec\.x\.metadata\.labels: must have a valid value for "a"/)]],
    [{ apiVersion: 'v1', kind: 'A', metadata: { nam: 'a' } }, [expect.stringMatching(/^spec\.x\.metadata\.nam: is unknown/)]],
    [{ apiVersion: 'v1', kind: 'A', metadata: { labels: 1 } }, ['spec.x.metadata.labels: must be a map, got the number 1']],
  ])('is refused: %j', (x, problems) => {
    expect(problemsOf(SCHEMA, { x })).toEqual(problems);
  });
});
