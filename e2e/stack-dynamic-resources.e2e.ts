import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Outcome } from './engine/engine';
import type { PulumiProgram } from './engine/program-process';
import { StandIn } from './engine/stand-in';

/** Dynamic resources in the npm package's own provider process, run by the engine's stand-in, without a cluster. */

const FOLDER = path.join(__dirname, 'engine/dynamic-program');
const IDENTITY = { project: 'dynamic-program', stack: 'e2e' };

let notes: string;
let stack: StandIn;

beforeEach(() => {
  notes = mkdtempSync(path.join(tmpdir(), 'olm-constructs-notes-'));
  stack = new StandIn({ ...IDENTITY, folder: FOLDER, kubeconfig: path.join(notes, 'none') });
});

afterEach(async () => {
  await stack.close();
  rmSync(notes, { recursive: true, force: true });
});

function program(config: Readonly<Record<string, string>> = {}): PulumiProgram {
  return { ...IDENTITY, folder: FOLDER, config: { folder: notes, ...config } };
}

/** Steps on notes, except for unchanged ones. */
function changes({ steps }: Outcome): string[] {
  return steps.filter(({ type, operation }) => type.startsWith('pulumi-nodejs:') && operation !== 'same')
    .map(({ operation, name }) => `${operation} ${name}`);
}

function contentOf(name: string): string {
  return readFileSync(path.join(notes, name), 'utf8');
}

test('are not created by a preview, which leaves dependent values unknown', async () => {
  const outcome = await stack.preview(program());
  expect(outcome).toMatchObject({ succeeded: true });
  expect(changes(outcome)).toEqual(['create first', 'create second']);
  expect(readdirSync(notes)).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});

test('are created in order, updated, replaced, refreshed, and deleted without the program', async () => {
  const up = await stack.up(program());
  expect(changes(up)).toEqual(['create first', 'create second']);
  expect(up.output).toContain('note first: written');
  expect([contentOf('first'), contentOf('second')]).toEqual(['hello', 'after hello']);

  expect(changes(await stack.up(program()))).toEqual([]);

  expect(changes(await stack.up(program({ content: 'good day' })))).toEqual(['update first', 'update second']);
  expect(contentOf('second')).toBe('after good day');

  expect(changes(await stack.up(program({ content: 'good day', name: 'other' })))).toEqual(['create-replacement first', 'delete-replaced first']);
  expect(readdirSync(notes).sort()).toEqual(['other', 'second']);

  rmSync(path.join(notes, 'second'));
  expect(changes(await stack.refresh())).toEqual(['delete second']);
  expect(changes(await stack.up(program({ content: 'good day', name: 'other' })))).toEqual(['create second']);

  expect(changes(await stack.destroy())).toEqual(['delete second', 'delete first']);
  expect(readdirSync(notes)).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});

test('are kept if they do not become ready, and continue with an update', async () => {
  const failed = await stack.up(program({ content: 'unclear' }));
  expect(failed.succeeded).toBe(false);
  expect(failed.output).toContain('the content is unclear');
  expect(contentOf('first')).toBe('unclear');
  expect(existsSync(path.join(notes, 'second'))).toBe(false);

  const again = await stack.up(program({ content: 'unclear' }));
  expect(changes(again)).toEqual(['update first', 'create second']);
  expect(again.succeeded).toBe(true);
});

test('are rejected by their check', async () => {
  const outcome = await stack.up(program({ content: '' }));
  expect(outcome.succeeded).toBe(false);
  expect(outcome.output).toContain('a note needs content');
});

test('keep secrets out of the plain state', async () => {
  await stack.up(program({ content: 'a secret plan' }));
  const exported = await stack.exported();
  expect(exported).toContain('a secret plan');
  expect(exported).not.toContain('after a secret plan');
});
