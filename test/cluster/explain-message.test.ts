import { explainMessage } from '../../lib/cluster';
import { type CauseName, KNOWN_CAUSES } from '../../lib/cluster/waiting/explain/known-causes';
import { LITERAL_MESSAGES, STATES } from '../../scripts/causes-page/literal-messages';

const LITERALS = (Object.keys(LITERAL_MESSAGES) as CauseName[]).flatMap((cause) => (
  LITERAL_MESSAGES[cause]!.map(({ by, message }) => [by, message, cause] as const)
));

/** Messages that are only known as a whole: they are too short, or have a status of their own. */
const WHOLE = /^(?:install timeout|retrying|CRD|CSV|Server|Service account|Policy|Native)/;

describe('a message', () => {
  it.each(LITERALS)('of %s has its cause: %s', (_, message, cause) => {
    expect(explainMessage(message)?.cause).toBe(cause);
  });

  it.each(LITERALS)('of %s has its cause in the midst of a log: %s', (_, message, cause) => {
    expect(explainMessage(WHOLE.test(message) ? message : `level=error msg: ${message} id=1`)?.cause).toBe(cause);
  });

  it.each(['', 'everything is fine', 'Error: something else', 'toString'])('that is not a known one has no cause: %s', (message) => {
    expect(explainMessage(message)).toBeUndefined();
  });
});

test('each cause has messages, or is a state that nothing reports in words', () => {
  expect([...Object.keys(LITERAL_MESSAGES), ...STATES].sort()).toEqual(Object.keys(KNOWN_CAUSES).sort());
});
