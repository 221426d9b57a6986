import type { Outcome, PulumiStack, StackOptions } from './engine';
import { PulumiCli } from './pulumi-cli';
import { StandIn } from './stand-in';
import { describeWith, Needed } from '../../test/needed';

/** The engines that run stacks, and what they need. */
const ENGINES: readonly (readonly [engine: string, ...needed: Needed<unknown>[]])[] = [['the stand-in'], ['the real Pulumi', PulumiCli.needed()]];

/**
 * Defines a group of tests for each engine; those of an engine that is missing are skipped.
 *
 * @param title title of the group, with `%s` in place of the engine
 * @param body defines the tests
 * @param needed what all of them need in addition
 */
export function describeEngines(title: string, body: (engine: string) => void, ...needed: readonly Needed<unknown>[]): void {
  for (const [engine, ...own] of ENGINES) {
    describeWith(...needed, ...own)(title.replace('%s', engine), () => { body(engine); });
  }
}

/** Creates a stack of one of the engines. */
export function stackOf(engine: string, options: StackOptions): PulumiStack {
  return engine === 'the stand-in' ? new StandIn(options) : new PulumiCli(options);
}

/** Pulumi's own provider of dynamic resources. It receives all settings of the stack, so each change of a setting changes it. */
const DYNAMIC_PROVIDER = 'pulumi:providers:pulumi-nodejs';

/** Steps on the program's resources, in order, except for unchanged and refreshed ones. */
export function changes({ steps }: Pick<Outcome, 'steps'>): string[] {
  return steps.filter(({ operation, type }) => operation !== 'same' && operation !== 'refresh' && type !== DYNAMIC_PROVIDER)
    .map(({ operation, name }) => `${operation} ${name}`);
}

/** Returns a successful outcome; otherwise the test shows the output. */
export function succeeded(outcome: Outcome): Outcome {
  expect(outcome.succeeded ? '' : outcome.output).toBe('');
  return outcome;
}
