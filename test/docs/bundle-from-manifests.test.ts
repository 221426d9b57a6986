import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { load } from 'js-yaml';
import { Bundle } from '../../lib/bundle';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { wordsOf } from '../builders/command-words';
import { documentBlocks } from './documents';

const ROOT = join(__dirname, '..', '..');
const FILE = 'docs/guides/bundle-from-manifests.md';
const blocks = documentBlocks().filter(({ file }) => file === FILE);
const [config] = blocks.filter(({ info }) => info === 'yaml').map(({ code }) => code);

describe('the guide from manifests to a catalog', () => {
  let leave: () => void;
  beforeEach(() => leave = enterCommandFolder());
  afterEach(() => leave());

  it('has command lines that run, each with the output of what is before a pipe', async () => {
    const rendered = readFileSync('operator.yaml', 'utf8');
    writeFileSync('hello.yaml', rendered);
    mkdirSync('charts/hello', { recursive: true });
    writeFileSync('charts/hello/Chart.yaml', 'name: hello\n');
    const lines = blocks.filter(({ info }) => info === 'sh').flatMap(({ code }) => code.trim().replace(/\\\n\s*/g, '').split('\n'));
    const own = lines.flatMap((line) => line.startsWith('olm-constructs ') ? [{ line, stdin: '' }] : line.includes(' | ') ? [{ line: line.split(' | ')[1]!, stdin: rendered }] : []);
    expect(own.length).toBeGreaterThan(7);
    for (const { line, stdin } of own) {
      const { exitCode, stderr } = await runCommandLine([...wordsOf(line).slice(1), ...line.includes(' bundle init ') ? ['--force'] : line.includes(' bundle create ') ? ['--prune'] : []], { stdin });
      expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 0, stderr: '' });
    }
    expect(Bundle.fromDirectory('made').version).toBe('0.3.0');
  });

  it('has a file that is a BundleConfig, also by its schema', () => {
    writeFileSync('README.md', 'Hello.\n');
    writeFileSync('olm.bundle.yaml', config!);
    expect(Bundle.fromConfig('olm.bundle.yaml', { version: '1.2.0' }).csv.description).toBe('Hello.\n');
    const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(join(ROOT, 'docs/reference/bundle-config.schema.json'), 'utf8')) as object);
    expect([validate(load(config!)), validate.errors]).toEqual([true, null]);
    expect(validate({ ...load(config!) as object, accept: ['all'] })).toBe(false);
  });

  it('names options that the command has, and fields of the file', async () => {
    const { stdout } = await runCommandLine(['bundle', 'create', '--help']);
    const text = readFileSync(join(ROOT, FILE), 'utf8');
    const table = text.split('\n').filter((line) => line.startsWith('| ')).join('\n');
    const schema = readFileSync(join(ROOT, 'docs/reference/bundle-config.schema.json'), 'utf8');
    for (const row of table.split('\n').filter((line) => line.includes('`--')).map((line) => line.split('|'))) {
      expect([...row[3]!.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option).filter((option) => !stdout.includes(option!))).toEqual([]);
      expect([...row[2]!.matchAll(/`([a-zA-Z]+)`/g)].map(([, field]) => field).filter((field) => !schema.includes(`"${field!}": {`))).toEqual([]);
    }
  });
});
