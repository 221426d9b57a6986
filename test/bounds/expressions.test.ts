import { parseImageReference } from '../../lib/bundle/oci/image-reference';
import { labelSelector } from '../../lib/formats/schema/label-selector';
import { parseTolerantVersion, parseVersion } from '../../lib/formats/semver/version';
import { VersionConstraint } from '../../lib/formats/semver/version-constraint';
import { parseRangeWithShorthands, parseVersionRange } from '../../lib/formats/semver/version-range';
import { isMailAddress } from '../../lib/validation/suites/operatorhub';
import { expectLinear } from './growth';

const READERS: readonly (readonly [what: string, read: (text: string) => unknown, pieces: readonly string[]])[] = [
  ['version constraint', (text) => VersionConstraint.parse(text), ['1 ', '1  ', '1', ' ', '1,', '>', '1.', '1 - ', '1 - 2 ', 'x|', '||', '-a', '+a.', '~ 1 ']],
  ['version range', parseVersionRange, ['>1.0.0 ', '> ', '1', '||', ' || ', '1.0.0 ', 'x.', '<', '1.x ', '-']],
  ['range with shorthands', parseRangeWithShorthands, ['^1 ', '~1.2 ', '> ', '1.x ', '1', '-']],
  ['version', (text) => [parseVersion(`1.0.0-${text}`), parseTolerantVersion(text)], ['1', '0', 'a.', '-', '+', '.', ' ', 'v']],
  ['label selector', boundedSelector, ['a,', 'a in (b,', 'a in (b, c),', ',', '(', ')', ' ', 'a-', '!a,', 'a=b,', '(,']],
  ['image reference', parseImageReference, ['a/', 'a-', 'a.', 'a:', '@', '[', 'A.', '__']],
  ['mail address', isMailAddress, ['a.', '(a)', '"a"', ' ', '<', '\\', '((', 'a@', ':']],
];

/** Parses a selector, which may have more requirements than the limit. */
function boundedSelector(selector: string): void {
  try {
    labelSelector(selector);
  } catch (error) {
    expect((error as Error).message).toContain('and the maximum is 1000');
  }
}

describe.each(READERS)('a %s', (_what, read, pieces) => {
  it.each(pieces)('with many %p is parsed in linear time', (piece) => {
    expectLinear((size) => `${piece.repeat(size)}!`, read);
  });
});

it('parses the constraint of 57 characters that took minutes', () => {
  expect(VersionConstraint.parse(`${'1  '.repeat(18)}1 !`)).toBeUndefined();
});
