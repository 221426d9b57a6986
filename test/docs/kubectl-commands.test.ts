import { join, resolve } from 'node:path';
import { Bundle } from '../../lib/bundle';
import { releaseManifests } from '../../lib/olm/v0/release/release';
import { documentBlocks, exampleDocuments, readDocument } from './documents';
import { markdownBlocks } from './markdown-snippets';

/** What a kubectl command of a page names exists: its verb and its kinds. Suites in e2e/ run such commands, with names of their own. */

const VERBS = ['annotate', 'apply', 'create', 'delete', 'describe', 'diff', 'get', 'label', 'logs', 'patch', 'wait'];

/** Verbs whose first operand is a kind, several kinds, or an object with its kind. */
const NAMES_KINDS = /^(?:annotate|create|delete|describe|get|label|patch)$/;

/** Kinds of Kubernetes and of others, as kubectl knows them. Those of OLM and of the examples are read from their CRDs. */
const OTHER_KINDS = [
  'apiservices.apiregistration.k8s.io', 'application', 'certificate.cert-manager.io', 'clusterextension', 'configmap', 'customresourcedefinition', 'customresourcedefinitions',
  'customresourcedefinitions.apiextensions.k8s.io', 'deployments.apps', 'events', 'issuer.cert-manager.io', 'jobs.batch', 'kustomization', 'kustomizations', 'namespace', 'namespaces',
  'packagemanifests.packages.operators.coreos.com', 'pods',
];

interface CrdSpec {
  readonly group: string;
  readonly names: { readonly plural: string; readonly singular: string; readonly shortNames?: readonly string[] };
}

const crds = [
  ...releaseManifests({}).crds.map((crd) => crd['spec'] as CrdSpec),
  ...Bundle.fromDirectory(join(resolve(__dirname, '../..'), 'examples/quickstart/bundle')).crds.map(({ content }) => content['spec'] as CrdSpec),
];
const kinds = new Set([
  ...OTHER_KINDS,
  ...crds.flatMap(({ group, names: { plural, singular, shortNames = [] } }) => [plural, singular].flatMap((name) => [name, `${name}.${group}`]).concat(shortNames)),
]);

const blocks = [...documentBlocks(), ...exampleDocuments().flatMap((file) => [...markdownBlocks(file, readDocument(file)).blocks])];
const commands = blocks.filter(({ info }) => info === 'sh').flatMap(({ file, code }) => (
  code.replace(/\\\n\s*/g, '').split('\n').flatMap((line) => [...line.matchAll(/(?:^|&& )\s*kubectl (.*?)(?= &&| \||$)/g)].map(([, command]) => ({ file, command: command! })))
)).filter(({ command }) => !command.startsWith('olm '));

/** Returns the operands of a command, without the options and their values. */
function operandsOf(command: string): string[] {
  const bare = command.replace(/ (?:-[nolfp]|--(?:namespace|output|type|field-selector))[ =](?:"[^"]*"|'[^']*'|\S+)/g, '').replace(/ [>#] .*$/, '');
  return bare.split(/\s+/).filter((word) => !word.startsWith('-'));
}

test.each(commands)('$file: kubectl $command', ({ command }) => {
  const [verb, first = ''] = operandsOf(command) as [string, ...string[]];
  expect(VERBS).toContain(verb);
  if (NAMES_KINDS.test(verb)) {
    expect(first.replace(/\/.*$/, '').split(',').filter((kind) => !kinds.has(kind))).toEqual([]);
  }
});
