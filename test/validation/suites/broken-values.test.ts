import fc from 'fast-check';

import { SUITES } from '../../../../lib/bundle/validation/suites/definitions';
import { ANNOTATIONS, changedBundle, CRD, CSV, findingsIn, soundObjects } from '../sound-bundle';

const ANY = fc.oneof(
  fc.constantFrom<unknown>(null, [], {}, '', 'x', 0, -1, 1.5, true, false, [null], [[]], [{}], { constructor: 1 }, '__proto__', '1.x', '*'),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The ways to every value in an object. */
function waysIn(value: unknown, way: readonly string[] = []): string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => waysIn(item, [...way, key])) : [];
  // A key with a slash cannot be named.
  return way.length === 0 || way.some((step) => step.includes('/')) ? inner : [way.join('/'), ...inner];
}

describe('no rule of any suite throws', () => {
  const broken = (part: 'csv' | 'crd' | 'annotations', file: string): void => {
    const object = soundObjects()[file]!;
    const ways = waysIn(part === 'annotations' ? Object.values(object)[0] : object);
    fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom(...ways), ANY), { minLength: 1, maxLength: 3 }), (edits) => {
      // The longest way first: nothing stands any more in what another edit has replaced.
      const inner = [...edits].sort(([left], [right]) => right.length - left.length);
      const bundle = changedBundle({ [part]: Object.fromEntries(inner) });
      for (const { suite } of SUITES) {
        expect(Array.isArray(findingsIn(suite, bundle))).toBe(true);
      }
    }), { numRuns: 60 });
  };

  it('whatever the ClusterServiceVersion holds', () => broken('csv', CSV));
  it('whatever a CustomResourceDefinition holds', () => broken('crd', CRD));
  it('whatever the annotations hold', () => broken('annotations', ANNOTATIONS));

  it('whatever metadata/ holds', () => {
    fc.assert(fc.property(ANY, fc.constantFrom('dependencies', 'properties', 'annotations'), (value, key) => {
      const bundle = changedBundle({ files: { 'metadata/more.yaml': { [key]: value }, 'metadata/list.yaml': { [key]: [{ type: 'olm.package', value }, value] } } });
      for (const { suite } of SUITES) {
        expect(Array.isArray(findingsIn(suite, bundle))).toBe(true);
      }
    }), { numRuns: 40 });
  });
});
