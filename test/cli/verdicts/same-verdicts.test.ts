import { type LearnedVerdict, verdictOfCluster, verdictOfDump, verdictOfPulumi, verdictOfWait, type WaitVerdict } from './three-verdicts';
import { VERDICT_SCENARIOS, type VerdictScenario } from './verdict-scenarios';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));
jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../../pulumi/fake-cluster'));

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));

afterEach(() => jest.useRealTimers());

/** Failures in which only the manifests state what should exist, so that `explain` cannot know it. */
const KNOWN_BY_MANIFESTS = ['a catalog whose Deployment does not exist', 'a packageserver of another release'];

/** Failures because an object is missing whose kind the dump has: the dump may lack it, so it is a possible reason. */
const NOT_IN_DUMP = [
  'the catalog does not exist', 'the package is unknown', 'the resolver knows no such package, and the catalog lists its packages',
  'a packageserver that OLM does not create',
];

/** Failures because an object is missing whose kind the dump lacks, or that other objects explain: only the verdict is the same. */
const NOT_DUMPED = [
  'the namespace has no OperatorGroup', 'the ClusterServiceVersion was deleted, and OLM plans the next one from it',
  'a cluster extension without a catalog', 'a cluster extension whose selector matches no catalog',
];

/** Failures because the subject of the wait does not exist: `wait` then waits until it is applied, and the others give up. */
const NOT_APPLIED = [
  'the namespace does not exist', 'the Subscription does not exist', 'a catalog that does not exist', 'an OLM that does not exist',
  'a cluster catalog that does not exist', 'a cluster extension that does not exist', 'a bundle deployment that does not exist',
];

/** Failures whose reason a wait removes, and that OLM does not react to: the wait then gives another reason. */
const CHANGED_BY_WAITS = ['OLM has not resolved again since it replaced a version'];

const withoutPhase = ({ headline, ...wait }: WaitVerdict): object => ({
  ...wait, cause: undefined, headline: headline.replace(/(while|in phase) \w+$/, ''),
});

const titled = (scenarios: readonly VerdictScenario[]): [string, VerdictScenario][] => scenarios.map((scenario) => [scenario.title, scenario]);

const hasProblems = ({ problems }: VerdictScenario): boolean => Object.keys(problems).length > 0;

const EXISTING = VERDICT_SCENARIOS.filter((scenario) => !NOT_APPLIED.includes(scenario.title));

describe('each failure has the same verdict by `wait -f`, by `explain --from` and by Pulumi', () => {
  test.each(titled(EXISTING.filter((scenario) => !hasProblems(scenario))))('%s', async (_, scenario) => {
    const [wait, pulumi] = [await verdictOfWait(scenario), await verdictOfPulumi(scenario)];
    expect(withoutPhase(wait)).toEqual(withoutPhase(pulumi));
    if (scenario.explain !== undefined && !KNOWN_BY_MANIFESTS.includes(scenario.title)) {
      const { state, cause, message } = wait;
      const found = await verdictOfDump(scenario);
      if (CHANGED_BY_WAITS.includes(scenario.title)) {
        expect([found.state, found.cause, cause]).toEqual([state, 'resolution-outdated', 'no-upgrade-path']);
      } else if (NOT_DUMPED.includes(scenario.title)) {
        expect(found).toEqual({ state, cause: expect.not.stringMatching(/missing/) as string, message: expect.not.stringMatching(/does not exist|has no/) as string });
      } else {
        expect(found).toEqual({ state, cause, message: NOT_IN_DUMP.includes(scenario.title) ? `in the dump, ${message}` : message });
      }
    }
  });
});

describe('a cluster that cannot be read has the same verdict by `wait -f`, by `explain` and by Pulumi', () => {
  test.each(titled(EXISTING.filter(hasProblems)))('%s', async (_, scenario) => {
    const [wait, pulumi] = [await verdictOfWait(scenario), await verdictOfPulumi(scenario)];
    expect(withoutPhase(wait)).toEqual(withoutPhase(pulumi));
    // After 20 seconds without a response of the API server, explain says the same in other words: see test/cli/inspect.
    if (scenario.explain !== undefined && !Object.values(scenario.problems).includes('unreachable')) {
      expect(await verdictOfCluster(scenario)).toMatchObject({ state: wait.state, message: expect.stringContaining(wait.message) as string });
    }
  });
});

describe('an object that does not exist', () => {
  test.each(titled(VERDICT_SCENARIOS.filter(({ title }) => NOT_APPLIED.includes(title))))('%s: `wait -f` waits until it is applied, Pulumi gives up, and `explain --from` does not know', async (_, scenario) => {
    const all: LearnedVerdict[] = [await verdictOfWait(scenario), await verdictOfPulumi(scenario)];
    for (const { state, message } of all) {
      expect({ state, message }).toEqual({ state: 'failed', message: expect.stringMatching(/does not exist|no OLM is installed/) as string });
    }
    expect((await verdictOfDump(scenario)).message).toMatch(/is in the dump, so|is not in the dump, so it is not known/);
    expect(all[0]).toMatchObject({ cause: 'object-missing' });
  });
});

test('the failures are those of each kind of wait', () => {
  expect([...new Set(VERDICT_SCENARIOS.map(({ provider }) => provider))].sort()).toEqual([
    'catalogReady', 'clusterCatalogReady', 'clusterExtensionReady', 'olmReady', 'operatorReady', 'plainReady', 'rukpakReady',
  ]);
  expect(VERDICT_SCENARIOS.length).toBeGreaterThan(130);
});
