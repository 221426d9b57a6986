import { readFileSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { COMMANDS } from '../../../lib/cli/commands';
import { toYaml } from '../../../lib/formats/yaml/write';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { recordedTrace, TRACES } from '../../cluster/waiting/recorded-traces';
import { contentAt, dumpedCluster } from '../../cluster/inspection/dumped-cluster';
import { describeWith } from '../../needed';

/** Every command that reads a dump, with its arguments. */
const READERS: { readonly [command: string]: readonly string[] } = {
  'status': ['-o', 'json'],
  'explain': ['subscription/hello-operator', '-o', 'json'],
  'packages': ['-o', 'json'],
  'list operators': ['-o', 'json'],
  'list operands': ['-o', 'json'],
  'list catalogs': ['-o', 'json'],
  'lock': ['-o', 'json'],
  'plan': ['olm.lock.yaml', '-o', 'json'],
  'migrate': ['-o', 'json'],
};

interface DumpObject {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Sentences that say that something is not known or not there yet, the commands that dump it, and the title of an object without a name. */
const UNKNOWN = /^OperatorGroup in namespace hello$|^kubectl get \S+ -A -o yaml$|not known|unknown|not in the dump|the dump (?:has|lacks|may lack)|in the dump|contain no|waiting for|not (?:compared|planned)|no dump/i;

/** What only says that something is missing or failed. */
const CONCLUSION = /does not exist|anymore|(?<!contain |dump has )no Subscription\b(?! of)|is missing|was deleted|not installed|no OLM|installs no operator/i;

/** Whether each command is a process of its own, which takes half a second: fewer parts of a dump are tried then. */
const STARTS_PROCESSES = process.env['OLM_CONSTRUCTS_PROGRAM'] !== undefined;
const RUNS = STARTS_PROCESSES ? 2 : 30;

let leave: () => void;
beforeAll(() => leave = enterCommandFolder());
afterAll(() => leave());

function strings(value: unknown): string[] {
  return typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Returns the sentences of a result, in JSON or on standard error. */
async function sentencesOf(command: string, args: readonly string[], items: readonly DumpObject[]): Promise<string[]> {
  writeFileSync('part.yaml', toYaml({ apiVersion: 'v1', kind: 'List', items }));
  const { stdout, stderr } = await runCommandLine([...command.split(' '), ...args, '--from', 'part.yaml'], { env: { PATH: process.env['PATH'] } });
  const found = [...stdout === '' ? [] : strings(JSON.parse(stdout)), ...stderr.split('\n')];
  return found.filter((sentence) => sentence.includes(' '));
}

/** Returns the parts of a dump in which a kind, a namespace or an object is missing. */
function partsOf(items: readonly DumpObject[]): DumpObject[][] {
  const without = (key: (item: DumpObject) => string): DumpObject[][] => (
    [...new Set(items.map(key))].map((value) => items.filter((item) => key(item) !== value))
  );
  const parts = [
    ...without(({ kind }) => kind), ...without(({ metadata }) => metadata.namespace ?? ''),
    ...STARTS_PROCESSES ? [] : items.map((item) => items.filter((other) => other !== item)),
  ];
  return parts.filter((part) => part.length > 0);
}

/** Checks that a part of a dump leads to nothing that the whole one does not lead to, except that something is not known. */
async function expectNoConclusion(command: string, args: readonly string[], whole: readonly string[], part: readonly DumpObject[]): Promise<void> {
  const sentences = await sentencesOf(command, args, part);
  const others = sentences.filter((sentence) => !whole.includes(sentence));
  const kinds = part.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  expect({ kinds, concluded: others.filter((sentence) => !UNKNOWN.test(sentence) || CONCLUSION.test(sentence)) }).toEqual({ kinds, concluded: [] });
}

function helloDump(): DumpObject[] {
  const { items } = load(readFileSync('dump.yaml', 'utf8')) as { readonly items: readonly (DumpObject & { readonly spec?: object })[] };
  const api = { name: 'greetings.hello.example.com', kind: 'Greeting', version: 'v1' };
  return [
    ...items.map((item) => (item.kind === 'ClusterServiceVersion' ? { ...item, spec: { ...item.spec, customresourcedefinitions: { owned: [api] } } } : item)),
    {
      apiVersion: 'packages.operators.coreos.com/v1', kind: 'PackageManifest', metadata: { name: 'hello-operator', namespace: 'hello' },
      status: { packageName: 'hello-operator', catalogSource: 'registry', catalogSourceNamespace: 'olm', defaultChannel: 'x', channels: [] },
    } as DumpObject,
    { apiVersion: 'hello.example.com/v1', kind: 'Greeting', metadata: { name: 'first', namespace: 'hello' } },
  ];
}

test('every command with --from is covered', () => {
  expect(Object.keys(READERS).sort()).toEqual(COMMANDS.filter((command) => command.load().options['from']?.group === 'Cluster options:').map(({ name }) => name).sort());
});

describe.each(Object.entries(READERS))('`%s` of a dump', (command, args) => {
  it('concludes nothing from what is missing: a kind, a namespace, an object, or any of them', async () => {
    const items = helloDump();
    const whole = await sentencesOf(command, args, items);
    for (const part of partsOf(items)) {
      await expectNoConclusion(command, args, whole, part);
    }
    const subsets = fc.asyncProperty(fc.subarray(items, { minLength: 1 }), (part) => expectNoConclusion(command, args, whole, part));
    await fc.assert(subsets, { numRuns: RUNS });
  }, 2 * 60_000);
});

describeWith(TRACES)('`migrate` of a dump of a recorded cluster', () => {
  it.each(['install-automatic', 'dependency', 'install-manual-then-upgrade'])('concludes nothing from what is missing in %s', async (trace) => {
    const items = dumpedCluster(contentAt(recordedTrace(trace), Infinity)).map(({ object }) => object as unknown as DumpObject);
    const whole = await sentencesOf('migrate', ['-o', 'json'], items);
    for (const part of partsOf(items)) {
      await expectNoConclusion('migrate', ['-o', 'json'], whole, part);
    }
    const subsets = fc.asyncProperty(fc.subarray(items, { minLength: 1 }), (part) => expectNoConclusion('migrate', ['-o', 'json'], whole, part));
    await fc.assert(subsets, { numRuns: RUNS });
  }, 2 * 60_000);
});
