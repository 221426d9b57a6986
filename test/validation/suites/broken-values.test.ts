import fc from 'fast-check';

import { SUITES } from '../../../lib/validation/suites/definitions';
import { ANNOTATIONS, changedBundle, CRD, CSV, findingsIn, validObjects } from '../valid-bundle';

// Each suite reads the bundle again.
jest.mock('../../../lib/formats/yaml/read-yaml', () => jest.requireActual<object>('../../formats/yaml/remembered-yaml'));

const ANY = fc.oneof(
  fc.constantFrom<unknown>(null, [], {}, '', 'x', 0, -1, 1.5, true, false, [null], [[]], [{}], { constructor: 1 }, '__proto__', '1.x', '*'),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Returns the paths of all values in an object. */
function pathsIn(value: unknown, path: readonly string[] = []): string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key])) : [];
  // Keys that contain a slash cannot be part of a path.
  return path.length === 0 || path.some((step) => step.includes('/')) ? inner : [path.join('/'), ...inner];
}

describe('no rule of any suite throws', () => {
  const broken = (part: 'csv' | 'crd' | 'annotations', file: string): void => {
    const object = validObjects()[file]!;
    const paths = pathsIn(part === 'annotations' ? Object.values(object)[0] : object);
    fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), ANY), { minLength: 1, maxLength: 3 }), (edits) => {
      // The longest path first: an edit may replace the parent of another.
      const inner = [...edits].sort(([left], [right]) => right.length - left.length);
      const bundle = changedBundle({ [part]: Object.fromEntries(inner) });
      for (const { suite } of SUITES) {
        expect(Array.isArray(findingsIn(suite, bundle))).toBe(true);
      }
    }), { numRuns: 60 });
  };

  it('for any CSV', () => broken('csv', CSV));
  it('for any CRD', () => broken('crd', CRD));
  it('for any annotations', () => broken('annotations', ANNOTATIONS));

  it('for any metadata/', () => {
    fc.assert(fc.property(ANY, fc.constantFrom('dependencies', 'properties', 'annotations'), (value, key) => {
      const bundle = changedBundle({ files: { 'metadata/more.yaml': { [key]: value }, 'metadata/list.yaml': { [key]: [{ type: 'olm.package', value }, value] } } });
      for (const { suite } of SUITES) {
        expect(Array.isArray(findingsIn(suite, bundle))).toBe(true);
      }
    }), { numRuns: 40 });
  });
});
