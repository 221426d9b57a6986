import type { Outcome, PulumiStack, StackOptions } from './engine';
import { PulumiCli } from './pulumi-cli';
import { StandIn } from './stand-in';

const missing = PulumiCli.missing();

/** What runs stacks here: the stand-in, and the real Pulumi where it is found. */
export const ENGINES: readonly string[] = ['the stand-in', ...(missing.length === 0 ? ['the real Pulumi'] : [])];

/** Leaves a line in the report of a suite that the real Pulumi does not run here, and why. */
export function tellWhatIsMissing(): void {
  if (missing.length > 0) {
    test(`the real Pulumi does not run here: ${missing.join(', ')} not found in PULUMI_HOME or on PATH`, () => undefined);
  }
}

/** A stack that one of the engines runs. */
export function stackOf(engine: string, options: StackOptions): PulumiStack {
  return engine === 'the stand-in' ? new StandIn(options) : new PulumiCli(options);
}

/** Pulumi's own provider of dynamic resources. It is given all settings of the stack, so that each change of a setting is one of it. */
const DYNAMIC_PROVIDER = 'pulumi:providers:pulumi-nodejs';

/** What was done to the program's resources, in its order, but for what stayed as it was and what was only looked at. */
export function changes({ steps }: Pick<Outcome, 'steps'>): string[] {
  return steps.filter(({ operation, type }) => operation !== 'same' && operation !== 'refresh' && type !== DYNAMIC_PROVIDER)
    .map(({ operation, name }) => `${operation} ${name}`);
}

/** An outcome that has to be a success; otherwise the test shows what was said. */
export function succeeded(outcome: Outcome): Outcome {
  expect(outcome.succeeded ? '' : outcome.output).toBe('');
  return outcome;
}
