import type { Outcome, PulumiStack, StackOptions } from './engine';
import { PulumiCli } from './pulumi-cli';
import { StandIn } from './stand-in';

const missing = PulumiCli.missing();

/** The engines that run stacks here: the stand-in and, if found, the real Pulumi. */
export const ENGINES: readonly string[] = ['the stand-in', ...(missing.length === 0 ? ['the real Pulumi'] : [])];

/** Adds a test to the report of a suite that names what the real Pulumi lacks here. */
export function reportMissingPulumi(): void {
  if (missing.length > 0) {
    test(`the real Pulumi does not run here: ${missing.join(', ')} not found in PULUMI_HOME or on PATH`, () => undefined);
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
