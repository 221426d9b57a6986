import * as fc from 'fast-check';
import { LabelIndex } from '../../../lib/formats/schema/label-index';
import { selectsLabels } from '../../../lib/formats/schema/label-selector';

const KEY = fc.constantFrom('a', 'b', 'a=b');
const VALUE = fc.constantFrom('1', '2', 'b=1');
const labels = fc.dictionary(KEY, VALUE, { maxKeys: 3 });
const selector = fc.record({
  matchLabels: labels,
  matchExpressions: fc.array(fc.record({ key: KEY, operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist', 'Other'), values: fc.array(VALUE) }), { maxLength: 2 }),
}, { requiredKeys: [] });

test('an index finds what at least one of the selectors matches, in the order of the items', () => {
  fc.assert(fc.property(fc.array(labels), fc.array(selector, { maxLength: 3 }), (sets, selectors) => {
    const items = sets.map((set, index) => ({ index, set }));
    const index = new LabelIndex(items, ({ set }) => set);
    expect(index.matching(selectors)).toEqual(items.filter(({ set }) => selectors.some((one) => selectsLabels(one, set))));
    expect(index.matching(structuredClone(selectors))).toBe(index.matching(selectors));
  }));
});
