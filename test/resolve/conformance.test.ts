import { describeWith, Needed } from '../needed';
import { outcomeText, ownOutcome, type RecordedResolution, recordedResolutions } from './recorded-resolutions';

const RECORDED = Needed.sharedData('verdicts').map(() => new Map(recordedResolutions().map((recorded) => [recorded.id, recorded])));

/** OLM's solver names reasons here of which some can be left out, and the others still contradict each other. */
const SHORTER: ReadonlySet<string> = new Set([
  'r0066', 'r0070', 'r0122', 'r0196', 'r0269', 'r0315', 'r0387', 'r0402', 'r0441', 'r0583', 'r0698', 'r0723', 'r0735', 'r0753', 'r0771', 'r0773',
  'r0777', 'r0781', 'r0787', 'r0788', 'r0876', 'r0894',
]);

describeWith(RECORDED)('the answer to a recorded cluster is one that OLM\'s resolver gave', () => {
  const ids = RECORDED.map((recorded) => [...recorded.keys()]).valueOr(['each of the 900 records']);
  const recordOf = (id: string): RecordedResolution => RECORDED.value.get(id)!;

  it('for all records', () => {
    expect(ids).toHaveLength(900);
  });

  it.each(ids.filter((id) => !SHORTER.has(id)))('%s', (id) => {
    expect(recordOf(id).outcomes.map(outcomeText)).toContain(ownOutcome(recordOf(id)).text);
  });

  it.each([...SHORTER])('%s, without superfluous reasons', (id) => {
    const { reasons } = ownOutcome(recordOf(id));

    expect(reasons).not.toEqual([]);
    expect(recordOf(id).outcomes.some(({ error }) => reasons.every((reason) => error?.includes(reason) === true))).toBe(true);
  });
});
