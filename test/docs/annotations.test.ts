import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { NO_WAITER } from '../../lib/cluster/waiting/removal/waiting-opt-out';
import { PART_OF, wholeOf } from '../../lib/formats/schema/part-of';
import { WANTED_CSV } from '../../lib/formats/schema/wanted-csv';
import { PREVIOUS_NAME } from '../../lib/olm/names';

const PAGE = readFileSync(join(__dirname, '../../docs/reference/annotations.md'), 'utf8');

describe('the page of annotations', () => {
  it.each([WANTED_CSV, PART_OF, PREVIOUS_NAME, ...Object.entries(NO_WAITER).map((pair) => pair.join(': '))])('has a row for %s', (annotation) => {
    expect(PAGE).toContain(`\n| \`${annotation}\` |`);
  });

  it('shows a mark that is read', () => {
    expect(wholeOf(load(/```yaml\n([^]*?)```/.exec(PAGE)![1]!))).toEqual({ kind: 'PlainOperator', namespace: 'shop', name: 'shop-operator' });
  });
});
