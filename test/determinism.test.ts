import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { compileProgram } from './builders/compiled-program';

const ROOT = path.resolve(__dirname, '..');

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-determinism-'));
  program = compileProgram('scripts/start.ts', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Synthesizes the quickstart in a process of its own, and returns the SHA-256 of each file. */
function synthesize(name: string, environment: { [key: string]: string }): [string, string][] {
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  const { status, stderr } = spawnSync(process.execPath, [program, path.join(ROOT, 'examples/quickstart/bundle'), '--out', 'out'], {
    cwd, encoding: 'utf8',
    // The program loads some packages only when they are needed.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_PATH: path.join(ROOT, 'node_modules'), ...environment },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readdirSync(path.join(cwd, 'out')).sort()
    .map(file => [file, createHash('sha256').update(readFileSync(path.join(cwd, 'out', file))).digest('hex')]);
}

describe('the same program', () => {
  it('writes the same bytes in another folder, locale and time zone, and behind another proxy', () => {
    const here = synthesize('here', { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' });
    expect(here.length).toBeGreaterThan(0);
    expect(synthesize('elsewhere', {
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      TZ: 'Pacific/Chatham',
      NODE_ENV: 'production',
      HTTPS_PROXY: 'socks5://proxy.invalid',
      HTTP_PROXY: 'http://127.0.0.1:1',
      NO_PROXY: '10.0.0.0/8',
    })).toEqual(here);
  }, 60_000);
});
