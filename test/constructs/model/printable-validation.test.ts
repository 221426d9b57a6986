import { App, Chart } from 'cdk8s';
import fc from 'fast-check';
import { ConstructError } from '../../../lib';
import { printableValidation } from '../../../lib/constructs/model/printable-validation';
import { warnAtSynthesis } from '../../../lib/constructs/model/warnings';
import { anyCharacter } from '../../builders/any-character';
import { INJECTIONS } from '../../fuzz/injection';
import { textProblems } from '../../fuzz/output-problems';

/** Strings of strangers: any characters, among them whole attacks. */
const untrusted = fc.array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 30 }), fc.constantFrom(...INJECTIONS)), { maxLength: 4 }).map((parts) => parts.join(''));

/** What an app prints when it is synthesized: its warnings, and the error of cdk8s with the problems of its constructs. */
function printedBy(app: App): { readonly warnings: string; readonly error: string } {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    app.synthYaml();
    return { warnings: stderr.mock.calls.map(([content]) => String(content)).join(''), error: '' };
  } catch (error) {
    return { warnings: stderr.mock.calls.map(([content]) => String(content)).join(''), error: (error as Error).message };
  } finally {
    stderr.mockRestore();
  }
}

function holds(check: (value: string) => readonly string[]): void {
  fc.assert(fc.property(untrusted, (value) => expect(check(value)).toEqual([])), { numRuns: 100 });
}

describe('what others wrote', () => {
  test('has no effect in the problems that cdk8s prints, and begins none', () => {
    holds((value) => {
      const chart = new Chart(new App(), 'chart');
      chart.node.addValidation(printableValidation(() => [`the API server refuses '${value}'`, value]));
      const { error } = printedBy(chart.node.root as App);
      return [...textProblems(error), ...(error.match(/^ {2}\S/gm)?.length === 2 ? [] : [error])];
    });
  });

  test('has no effect in warnings, and begins none', () => {
    holds((value) => {
      const chart = new Chart(new App(), 'chart');
      warnAtSynthesis(chart, () => [`'${value}' is deprecated`, value]);
      const { warnings } = printedBy(chart.node.root as App);
      return [...textProblems(warnings), ...(warnings.match(/^\S/gm)?.length === 2 ? [] : [warnings])];
    });
  });

  test('has no effect in errors of constructs, and begins no line', () => {
    holds((value) => {
      const chart = new Chart(new App(), 'chart');
      const { message } = new ConstructError(chart, `'${value}' is no image`);
      return [...textProblems(message), ...(message.match(/^\S/gm)?.length === 1 ? [] : [message])];
    });
  });
});

test('lines of our own stay', () => {
  const chart = new Chart(new App(), 'chart');
  chart.node.addValidation(printableValidation(() => ['the lock differs:\n  - a\n      b: c']));
  expect(printedBy(chart.node.root as App).error).toContain('\n  [chart] the lock differs:\n    - a\n      b: c');
  expect(new ConstructError(chart, 'two problems\n  first\n    more\nsecond').message).toBe('[chart] two problems\n  first\n    more\n  second');
});
