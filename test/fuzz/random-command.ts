import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandEntry, flagName } from '../../lib/cli/frame/command';
import type { Option } from '../../lib/cli/frame/option';
import { readStream } from '../../lib/formats/yaml/stream';
import { mutated } from './mutate';

/** Returns a number below another one. */
export type Below = (most: number) => number;

/** Strings that a terminal or a workflow log would obey, and that break programs. */
const HOSTILE = [
  'a\u001b[31mred\u001b]0;title\u0007', '\u009b2J', 'line\r::error::x', '\n::add-mask::secret\n', '  ::set-output name=a::b', '##[error]x', '##vso[task.complete]', '\u202eevil\u2066',
  '\u0000', '', ' ', '-', '--', '=', 'a=b', '../x', 'x'.repeat(3000), '数据库', '👩‍👩‍👧', '\ud800', '__proto__', 'constructor', 'toString', '1.2.3', '>=1.0.0 <2.0.0', '%s', '$(id)', '{}', '[]', 'null',
];

/** Values that are in no place of an object. */
const WRONG = [null, true, 0, -1, 1e308, [], {}, [null], { a: { b: [] } }];

export function pick<Item>(items: readonly Item[], below: Below): Item {
  return items[below(items.length)]!;
}

/** Files of the folder of commands that are changed, and what becomes of them. */
const FILES = ['dump.yaml', 'olm.lock.yaml', 'catalog/hello-operator/catalog.yaml', 'template.yaml', 'manifests/pod.yaml'] as const;

/** Paths that commands get, also of files with random changes. */
const PATHS = [
  'bundle', 'bundle-next', 'catalog', 'catalog-next', 'template.yaml', 'manifests', 'dump.yaml', 'old.lock.yaml', 'olm.lock.yaml', 'none', 'cdk8s.yaml', '-',
  'changed/bundle', 'changed/dump.yaml', 'changed/olm.lock.yaml', 'changed/catalog.yaml', 'changed/template.yaml', 'changed/pod.yaml', 'changed',
];

/** Writes files with random changes into the folder `changed`: of bytes, or of values. */
export function writeChanged(below: Below): void {
  rmSync('changed', { recursive: true, force: true });
  mkdirSync('changed');
  cpSync('bundle', 'changed/bundle', { recursive: true });
  const csv = 'bundle/manifests/hello-operator.clusterserviceversion.yaml';
  for (const [from, to] of [...FILES.map((file) => [file, join('changed', file.split('/').at(-1)!)] as const), [csv, join('changed', csv)] as const]) {
    const content = readFileSync(from);
    writeFileSync(to, below(3) === 0 ? mutated(content, below) : changedYaml(content.toString(), below));
  }
}

function changedYaml(content: string, below: Below): string {
  return [...readStream(content, { maxDepth: 100, maxNodes: 100_000 })].map(({ value }) => JSON.stringify(changed(value, below))).join('\n---\n');
}

/** Returns a value in which about one of forty leaves is another one. */
function changed(value: unknown, below: Below): unknown {
  if (below(400) === 0) {
    return pick(WRONG, below);
  }
  if (Array.isArray(value)) {
    return value.map((item) => changed(item, below));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [below(400) === 0 ? pick(HOSTILE, below) : key, changed(item, below)]));
  }
  return below(40) === 0 ? pick([...HOSTILE, ...WRONG], below) : value;
}

/** Where a command may write, run programs or listen: nothing outside of its folder. */
const SAFE: { readonly [key: string]: readonly string[] } = {
  out: ['out', 'out\u001b[31m', '-', 'dump.yaml'], app: ['true', 'exit 3', 'printf "::error::x\\033[31m"; exit 1'], port: ['0', '70000', 'x'], host: ['127.0.0.1'], timeout: ['1s', '0s', 'x'],
  kubeconfig: ['none', 'dump.yaml', 'kubeconfig', 'kubeconfig', 'kubeconfig'], recover: ['0', '1', 'x'], registryImage: ['a', ''], repository: ['a', '', '::error::'],
};

/** Paths that operands and options of some names can read, besides all others. */
const FITTING: readonly (readonly [name: RegExp, paths: readonly string[]])[] = [
  [/BUNDLE|OLD|NEW/, ['bundle', 'bundle-next', 'changed/bundle']], [/CATALOG/, ['catalog', 'catalog-next', 'changed/catalog.yaml']],
  [/TEMPLATE/, ['template.yaml', 'changed/template.yaml']], [/MANIFESTS|PATH/, ['manifests', 'dump.yaml', 'changed/dump.yaml']], [/FILE/, ['olm.lock.yaml', 'changed/olm.lock.yaml']],
];

/** Returns a path for an operand or an option with a name in the help, mostly of a file that it can read. */
function randomPath(name: string, below: Below): string {
  const fitting = FITTING.find(([pattern]) => pattern.test(name))?.[1] ?? PATHS;
  return pick(below(3) > 0 ? fitting : PATHS, below);
}

/** References to objects. */
const OBJECTS = [
  'subscription/hello-operator', 'csv/hello-operator.v0.1.0', 'installplan/install-a', 'olm', 'namespace/x', 'subscription/\u001b[31m', 'subscription/',
];

const PATH_VALUES = /PATH|FILE|DIR|CATALOG|TEMPLATE|MANIFESTS|TREE|BUNDLE|OLD|NEW|INPUT/;

/** Returns a random command line of a command. */
export function randomCommand({ name, load }: CommandEntry, below: Below): string[] {
  const { options, operands = [] } = load();
  const given = Object.entries(options).filter(([key]) => below(key === 'output' || key === 'kubeconfig' ? 2 : key === 'filename' ? 1 : 8) === 0 || key === 'host')
    .flatMap(([key, option]) => randomOption(key, option, below));
  const words = operands.flatMap(({ name: operand, required, several }) => (
    required === false && below(2) === 0 ? []
      : Array.from({ length: several === true ? 1 + below(3) : below(20) === 0 ? 2 : 1 }, () => randomOperand(name, operand, below))
  ));
  const command = name.split(' ');
  // Options are also before the command, and operands among them.
  return below(10) === 0 ? [...given.slice(0, 2), ...command, ...words, ...given.slice(2)]
    : below(2) === 0 ? [...command, ...given, ...words] : [...command, ...words, ...given];
}

function randomOption(key: string, { value, choices, short }: Option<unknown>, below: Below): string[] {
  const flag = short !== undefined && below(2) === 0 ? `-${short}` : flagName(key);
  if (value === undefined) {
    return [flag];
  }
  const words = SAFE[key] ?? (choices !== undefined && below(8) > 0 ? choices
    : PATH_VALUES.test(value) && below(5) > 0 ? [randomPath(value, below)] : [...HOSTILE, 'hello-operator', 'hello', '0.1.0', 'hello-operator=0.1.0']);
  return [flag, pick(words, below)];
}

function randomOperand(command: string, operand: string, below: Below): string {
  if (command === 'init' || operand === 'TREE') {
    return pick(['made', 'made\u001b[31m', 'manifests'], below);
  }
  const readAs = command === 'plan' || operand === 'INPUT' ? 'FILE' : command.startsWith('catalog') ? 'CATALOG' : operand;
  return operand === 'KIND/NAME' && below(4) > 0 ? pick(OBJECTS, below)
    : PATH_VALUES.test(operand) && below(6) > 0 ? randomPath(readAs, below) : pick([...HOSTILE, 'hello-operator'], below);
}
