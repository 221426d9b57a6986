import { exactJson, parseJson } from '../../lib/formats/json/exact-json';
import { rawFields } from '../../lib/formats/json/raw-fields';

/** Returns the CPU time of a run, in microseconds: the least of several, because of garbage collection. */
function cpuTime(run: () => void): number {
  return Math.min(...Array.from({ length: 4 }, () => {
    const start = process.cpuUsage().user;
    run();
    return process.cpuUsage(undefined).user - start;
  }));
}

/** Input of size n, which makes the work as hard as possible. */
const INPUTS: { readonly [what: string]: (n: number) => () => void } = {
  'integers, and strings that look like their replacements': (n) => {
    const json = JSON.stringify(Array.from({ length: n }, (_, index) => `${index}:`)).replaceAll(',', ',9007199254740993,');
    return () => exactJson(parseJson(json));
  },
  'digits of one integer': (n) => {
    const json = `[${'9'.repeat(100 * n)}]`;
    return () => parseJson(json);
  },
  'escaped quotes': (n) => {
    const json = `[9007199254740993,"${'\\\\\\"'.repeat(10 * n)}"]`;
    return () => parseJson(json);
  },
  'properties': (n) => {
    const json = `[${Array.from({ length: n }, () => '{"type":"x","value":[{"a":"\\""},  1]}').join(', ')}]`;
    return () => rawFields(json);
  },
};

it.each(Object.entries(INPUTS))('%s take linear time', (_, input) => {
  const [small, large] = [input(5_000), input(20_000)];
  small();
  // Below a few milliseconds, the clock is too coarse.
  expect(cpuTime(large)).toBeLessThan(6 * Math.max(cpuTime(small), 2_000));
});
