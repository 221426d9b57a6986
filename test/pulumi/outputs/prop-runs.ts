import * as pulumi from '@pulumi/pulumi';
import { optionProblem } from '../../../lib/formats/options/check-options';
import type { ApiCall } from '../../unknown-keys/api-call';
import type { Program, Registered } from '../program';
import { type ArgsName, pathOf, type PropSite } from './prop-sites';
import { sampleOf, withValue } from './prop-values';

/** A form in which a program passes a value that another resource outputs. */
export interface LateForm {
  readonly title: string;
  readonly of: (value: unknown) => unknown;
  readonly isSecret?: boolean;
}

export const LATE_FORMS: readonly LateForm[] = [
  { title: 'an Output', of: (value) => pulumi.output(value) },
  { title: 'a Promise', of: (value) => Promise.resolve(value) },
  { title: 'a secret', of: (value) => pulumi.secret(value), isSecret: true },
  { title: 'a part of an Output', of: (value) => pulumi.output({ part: value }).apply(({ part }) => part as unknown) },
  { title: 'a lifted part of an Output', of: (value) => (pulumi.output({ part: value }) as unknown as { readonly part: unknown }).part },
];

/** Keys by which the SDK marks a secret among the inputs of a resource. */
const SECRET = '4dabf18193072939515e22adb298388d';

/** Inputs of the resources that a program registers, or its error. */
type Outcome = { readonly error: string } | { readonly resources: readonly Pick<Registered, 'name' | 'inputs'>[] };

/** Sites of a component with the same call. */
export class PropRuns {
  /** What is wrong, by site. */
  public readonly problems: string[] = [];

  public constructor(private readonly name: ArgsName, private readonly call: ApiCall) {}

  /** Returns the error for a value at a site before any resource is created, or undefined. */
  public refusal(site: PropSite, value: unknown): string | undefined {
    return optionProblem({ what: 'args' }, this.name, withValue(this.call.argument, site, value));
  }

  /** Compares the resources of a program with plain values with those of a program with values of a form, for all sites at once. */
  public async compare(sites: readonly PropSite[], form: LateForm): Promise<void> {
    if (sites.length === 0) {
      return;
    }
    const samples = sites.map((site, index) => sampleOf(site, index));
    const args = (of: (value: unknown) => unknown): unknown => (
      sites.reduce((made, site, index) => withValue(made, site, of(samples[index])), this.call.argument)
    );
    const plain = await this.#outcome(args((value) => value));
    const late = 'error' in plain ? plain : await this.#outcome(args(form.of));
    const problem = 'error' in plain ? plain.error : 'error' in late ? late.error : difference(plain.resources, late.resources, form, samples);
    if (problem === undefined) {
      return;
    }
    if (sites.length === 1) {
      this.problems.push(`${pathOf(sites[0]!)} as ${form.title}: ${problem.slice(0, 300)}`);
      return;
    }
    const middle = Math.ceil(sites.length / 2);
    await this.compare(sites.slice(0, middle), form);
    await this.compare(sites.slice(middle), form);
  }

  async #outcome(args: unknown): Promise<Outcome> {
    try {
      const program = await this.call.run(args as never) as Program;
      return { resources: program.registered.map(({ name, inputs }) => ({ name, inputs })) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }
}

type Resources = Extract<Outcome, { readonly resources: unknown }>['resources'];

function difference(plain: Resources, late: Resources, { isSecret }: LateForm, samples: readonly unknown[]): string | undefined {
  for (const [index, { name, inputs }] of plain.entries()) {
    const found = late[index];
    if (found?.name !== name) {
      return `the resource ${name} is ${found?.name ?? 'missing'}`;
    }
    for (const key of new Set([...Object.keys(inputs), ...Object.keys(found.inputs)])) {
      const [expected, got] = [JSON.stringify(revealed(inputs[key])), JSON.stringify(revealed(found.inputs[key]))];
      if (expected !== got) {
        return `${name}.${key} is ${got}, not ${expected}`;
      }
      const contains = samples.some((sample) => typeof sample === 'string' && /^value-\d+$/.test(sample) && expected?.includes(`"${sample}"`) === true);
      if (isSecret === true && contains && revealed(found.inputs[key]) === found.inputs[key]) {
        return `${name}.${key} is not a secret`;
      }
    }
  }
  return late.length === plain.length ? undefined : `there are ${late.length} resources, not ${plain.length}`;
}

/** Returns an input without the mark of a secret. */
function revealed(input: unknown): unknown {
  return typeof input === 'object' && input !== null && SECRET in input ? (input as unknown as { readonly value: unknown }).value : input;
}
