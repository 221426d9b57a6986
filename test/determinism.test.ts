import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-determinism-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Synthesizes the quickstart in a process of its own, and returns the SHA-256 of each file. */
function synthesize(name: string, environment: { [key: string]: string }): [string, string][] {
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  const { status, stderr } = spawnSync(process.execPath, [
    '--import', path.join(ROOT, 'node_modules/tsx/dist/loader.mjs'), path.join(ROOT, 'scripts/start.ts'), '--out', 'out',
  ], {
    cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.dev.json'), ...environment },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readdirSync(path.join(cwd, 'out')).sort()
    .map(file => [file, createHash('sha256').update(readFileSync(path.join(cwd, 'out', file))).digest('hex')]);
}

describe('the same program', () => {
  it('writes the same bytes in another folder, locale and time zone', () => {
    const here = synthesize('here', { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' });
    expect(here.length).toBeGreaterThan(0);
    expect(synthesize('elsewhere', {
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      TZ: 'Pacific/Chatham',
      NODE_ENV: 'production',
    })).toEqual(here);
  }, 60_000);
});
