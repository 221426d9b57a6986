import { GracePeriod } from '../../lib/cluster/waiting/explain/known-cause';
import { KNOWN_CAUSES } from '../../lib/cluster/waiting/explain/known-causes';
import { formatDuration } from '../../lib/cluster/waiting/explain/formatting';
import { DEFAULT_TIMEOUTS } from '../../lib/cluster/waiting/machine/waiter';
import { readDocument } from './documents';

const PAGE = readDocument('docs/explanations/how-waiting-decides.md');
const { settling, terminalGrace, transientGrace } = DEFAULT_TIMEOUTS;

/** When a problem ends the wait, by its grace period. */
const ENDS: { readonly [grace in GracePeriod]: string } = {
  none: 'at once',
  terminal: `after ${formatDuration(terminalGrace)} (\`terminalGrace\`)`,
  transient: `after ${formatDuration(transientGrace)} (\`transientGrace\`)`,
  timeout: 'never: it only explains a timeout',
};

describe('the page on how waiting decides', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.split(' | '));

  it.each(Object.entries(ENDS))('has causes with the grace period %s', (grace, ends) => {
    const row = rows.find(([, cell]) => cell === ends)!;
    const causes = [...row[2]!.matchAll(/`([a-z-]+)`/g)].map(([, cause]) => cause as keyof typeof KNOWN_CAUSES);
    expect(causes.length).toBeGreaterThan(2);
    expect(causes.map((cause) => [cause, KNOWN_CAUSES[cause].grace])).toEqual(causes.map((cause) => [cause, grace]));
  });

  it('has the time that everything must stay ready', () => {
    expect(settling).toBe(2_000);
    expect(PAGE).toContain('for two seconds (`settling`)');
  });
});
