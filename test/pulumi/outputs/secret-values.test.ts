import * as pulumi from '@pulumi/pulumi';
import { ClusterCatalog, ImageCatalog, ImageMirror } from '../../../lib/pulumi';
import { recordLog } from '../platform-checks/components-of';
import { printedLines } from '../printed-lines';
import { Program } from '../program';
import { PROP_CALLS } from './prop-calls';
import { PropRuns } from './prop-runs';
import { pathOf, propSites } from './prop-sites';
import { withValue } from './prop-values';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** A value that is invalid wherever a string has a form: as a name, an image, a path, a quantity and a version. */
const VALUE = 'User:HUNTER2 @registry.example.com/x/';

const run = Program.run.bind(Program);

/** What the inputs of resources resolve to. */
let inputs: Promise<unknown>[];

beforeEach(() => {
  printedLines();
  inputs = [];
  // An input that fails would fail the program in a callback that nothing waits for, so the resources get none.
  jest.spyOn(pulumi.ComponentResource.prototype as unknown as { registerOutputs: (outputs: unknown) => void }, 'registerOutputs')
    .mockImplementation((outputs) => void inputs.push(...outputsIn(outputs)));
  jest.spyOn(Program, 'run').mockImplementation((make, ...settings) => run(() => {
    pulumi.runtime.registerStackTransformation(({ props, opts }) => {
      inputs.push(...outputsIn(props));
      return { props: {}, opts };
    });
    return make();
  }, ...settings));
});

afterEach(() => jest.restoreAllMocks());

/** Returns what resolves when everything of the outputs in a value does. */
function outputsIn(value: unknown): Promise<unknown>[] {
  if (pulumi.Output.isInstance(value)) {
    const { isKnown, isSecret, allResources } = value as unknown as {
      isKnown: Promise<unknown>; isSecret: Promise<unknown>; allResources?: () => Promise<unknown>;
    };
    const content = (value as unknown as { promise(): Promise<unknown> }).promise().then((known) => Promise.all(outputsIn(known)));
    return [Promise.all([content, isKnown, isSecret, allResources?.()])];
  }
  if (value instanceof Promise) {
    return [value.then((known) => Promise.all(outputsIn(known)))];
  }
  return typeof value !== 'object' || value === null || pulumi.Resource.isInstance(value) ? [] : Object.values(value).flatMap(outputsIn);
}

/** Returns everything that a program says, also in the errors of outputs. */
async function saidBy(make: () => unknown): Promise<string> {
  const log = recordLog();
  const thrown = await Promise.resolve(make()).then(() => [], (error: unknown) => [String(error)]);
  const settled = await Promise.allSettled(inputs);
  // The SDK handles what it derives from an output that fails, but a few turns later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return [...log, ...thrown, ...settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))].join('\n');
}

describe.each(PROP_CALLS)('a secret in $title', ({ args: name, call }) => {
  const runs = new PropRuns(name, call);
  const accepted = propSites(name).filter((site) => (
    site.type.parts.some((part) => part.kind === 'name' && part.name === 'string') && runs.refusal(site, pulumi.secret(VALUE)) === undefined
  ));

  test('is in no message when its value is invalid', async () => {
    const together = accepted.reduce((made, site) => withValue(made, site, pulumi.secret(VALUE)), call.argument);
    const alone = accepted.filter(({ steps }) => steps.length === 1)
      .map((site) => ({ path: pathOf(site), args: withValue(call.argument, site, pulumi.secret(VALUE)) }));
    for (const { path, args } of [{ path: 'all', args: together }, ...alone]) {
      inputs = [];
      expect({ path, said: await saidBy(() => call.run(args as never)) }).toEqual({ path, said: expect.not.stringContaining('HUNTER2') as string });
    }
  });
});

describe('an image that is an output', () => {
  const imageCatalog = (image: pulumi.Input<string>) => () => Program.run(() => new ImageCatalog('it', { image }));

  test('is in the message when its value is invalid', async () => {
    expect(await saidBy(imageCatalog(pulumi.output(VALUE)))).toContain(`[ImageCatalog/it] image is not an image reference: got "${VALUE}"`);
  });

  test('is named by its argument when it is a secret', async () => {
    expect(await saidBy(imageCatalog(pulumi.secret(VALUE)))).toContain("args.image of ImageCatalog 'it' must be registry/repository@sha256:<64 hex digits> or "
      + 'registry/repository:tag, and an image that the other arguments and the mirrors allow, got a secret with another value, which is not shown; correct the value of the secret');
  });

  test('is in no message about another image in the same mirror when it is a secret', async () => {
    const twins = (first: pulumi.Input<string>) => () => Program.run(async () => {
      ImageMirror.set({ registryMirror: 'mirror.example.com' });
      new ImageCatalog('one', { image: first, wait: false });
      await new Promise((resolve) => setTimeout(resolve, 20));
      new ClusterCatalog('two', { image: 'two.example.com/team/shop:v1', wait: false });
    });
    expect(await saidBy(twins(pulumi.output('hunter2.example.com/team/shop:v1')))).toContain('hunter2.example.com/team/shop and two.example.com/team/shop would both');
    expect(await saidBy(twins(pulumi.secret('hunter2.example.com/team/shop:v1')))).toBe('');
  });
});
