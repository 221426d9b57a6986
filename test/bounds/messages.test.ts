import { explainMessage } from '../../lib/cluster/explain-message';
import { nearestNames } from '../../lib/text/suggest-names';
import { expectLinear, expectLinearWithNew } from './growth';

/** Beginnings of messages, of which a long message consists. */
const PIECES = [
  'conversion webhook for ', 'complete list of server APIs: ', 'error creating a: ', 'error updating CRD ', 'desired version range ', 'cache for catalog ', 'repository ',
  'a and b provide ', 'no channel heads ', 'a "b" is forbidden: user "c" ', 'bundle ', 'targeted catalogsource ', 'namespaces "', 'is forbidden: User "', 'back-off ', 'a', ' ', '\n', '"', ': ',
];

describe.each(PIECES)('a long message of %j', (piece) => {
  it('is explained in linear time', () => {
    expectLinear((size) => piece.repeat(size), explainMessage, 100);
  });
});

it('a message is read as far as Kubernetes allows one to be', () => {
  expect(explainMessage(`${'a'.repeat(32_000)} OOMKilled`)?.cause).toBe('out-of-memory');
  expect(explainMessage(`${'a'.repeat(33_000)} OOMKilled`)).toBeUndefined();
});

it('many unknown names are compared with many others in linear time', () => {
  const names = (size: number, from: number): string[] => Array.from({ length: size }, (_, index) => `operator-${((from + index) * 2_654_435_761 % 2 ** 32).toString(36)}`);
  expectLinearWithNew((size) => ({ unknown: names(size, size), known: names(size, 0) }), ({ unknown, known }) => {
    unknown.forEach((name) => nearestNames(name, known));
  }, 300);
});
