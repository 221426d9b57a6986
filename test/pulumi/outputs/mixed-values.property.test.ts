import * as pulumi from '@pulumi/pulumi';
import * as fc from 'fast-check';
import { fieldAt } from '../../../lib/formats/json/json-value';
import { CatalogRef, OperatorSubscription } from '../../../lib/pulumi';
import { printedLines } from '../printed-lines';
import { Program } from '../program';

/** Key by which the SDK marks a secret among the inputs of a resource. */
const SECRET = '4dabf18193072939515e22adb298388d';

/** A value that a program knows, or knows later, or that is a secret. */
interface Mixed {
  readonly form: 'plain' | 'known' | 'unknown' | 'secret' | 'promise';
  readonly text: string;
}

const mixed: fc.Arbitrary<Mixed> = fc.record({
  form: fc.constantFrom('plain', 'known', 'unknown', 'secret', 'promise'), text: fc.stringMatching(/^[a-z][a-z0-9]{3,9}$/),
});

function inputOf({ form, text }: Mixed): pulumi.Input<string> {
  switch (form) {
    case 'plain':
      return text;
    case 'known':
      return pulumi.output(text);
    case 'unknown':
      return pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
    case 'secret':
      return pulumi.secret(text);
    case 'promise':
      return Promise.resolve(text);
  }
}

const known = ({ form, text }: Mixed): string | undefined => (form === 'unknown' ? undefined : text);

function revealed(input: unknown): { readonly [field: string]: unknown } {
  const isSecret = typeof input === 'object' && input !== null && SECRET in input;
  return (isSecret ? (input as unknown as { readonly value: unknown }).value : input) as { readonly [field: string]: unknown };
}

/** Returns a value of an input, or undefined if it is unknown. */
function found(value: unknown): unknown {
  return typeof value === 'object' && value !== null && '__pulumiUnknown' in value ? undefined : value;
}

beforeEach(() => {
  printedLines();
});

afterEach(() => jest.restoreAllMocks());

test('known, unknown and secret values of one component are each right, and secrets stay secret', async () => {
  await fc.assert(fc.asyncProperty(mixed, mixed, mixed, mixed, mixed, async (namespace, label, variable, node, suffix) => {
    const { objects, registered } = await Program.run(() => new OperatorSubscription('it', {
      catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', name: 'hello', namespace: inputOf(namespace), createNamespace: false,
      labels: { team: inputOf(label) },
      config: { env: [{ name: 'A', value: pulumi.interpolate`${inputOf(variable)}-${inputOf(suffix)}` }], nodeSelector: pulumi.output({ pool: inputOf(node) }) },
    }), {}, {}, {}, true);

    const { metadata, spec } = objects.find(({ type }) => type.endsWith(':Subscription'))!.inputs;
    const isAnyUnknown = [variable, suffix].some(({ form }) => form === 'unknown');
    expect(revealed(metadata)).toMatchObject({ name: 'hello' });
    expect(found(fieldAt(revealed(metadata), 'namespace'))).toBe(known(namespace));
    expect(found(fieldAt(revealed(metadata), 'labels', 'team'))).toBe(known(label));
    const config = revealed(spec)['config'] as { readonly env: readonly { readonly value?: unknown }[]; readonly nodeSelector?: unknown };
    expect(found(config.env[0]!.value)).toBe(isAnyUnknown ? undefined : `${variable.text}-${suffix.text}`);
    expect(found(fieldAt(config.nodeSelector, 'pool'))).toBe(known(node));
    for (const { form, text } of [namespace, label, variable, node, suffix].filter((each) => each.form === 'secret')) {
      const open = registered.flatMap(({ name, inputs }) => Object.entries(inputs)
        .filter(([, input]) => JSON.stringify(input)?.includes(`"${text}`) === true && !(typeof input === 'object' && input !== null && SECRET in input))
        .map(([key]) => `${name}.${key}`));
      const isElsewhere = [namespace, label, variable, node, suffix].some((other) => other.form !== form && other.text === text);
      expect(isElsewhere ? [] : open).toEqual([]);
    }
    expect(JSON.stringify(registered.map(({ inputs }) => inputs))).not.toMatch(/late-[0-9a-f]{20}|Calling \[|\[object /);
  }), { numRuns: 40 });
});
