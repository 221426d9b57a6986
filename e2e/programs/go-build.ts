import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { withLockFile } from './lock-file';
import { Program } from './program';

/** Static programs, without paths of the machine in them. */
const ENVIRONMENT = { CGO_ENABLED: '0' };
const FLAGS = ['-trimpath', '-mod=readonly', '-buildvcs=false'];

/** Folder of built programs: outside the checkout, so that a fresh clone finds them. */
function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  return path.join(base, 'olm-constructs', 'e2e');
}

/** Version and target of the Go on PATH, for example `go1.26.8 linux amd64`. */
function goToolchain(): string {
  try {
    return execFileSync('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], { encoding: 'utf8' }).trim().split('\n').join(' ');
  } catch (error) {
    throw new Error('the end-to-end tests build a control plane with Go, and `go` does not run; install Go 1.26 or newer, '
      + 'or set KUBEBUILDER_ASSETS to a folder with kube-apiserver, etcd and kubectl', { cause: error });
  }
}

/** Everything that distinguishes one build from another, as a short hash. */
function buildKey(program: Program): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', ...program.sources ?? []]) {
    hash.update(readFileSync(path.join(program.moduleFolder, file)));
  }
  hash.update(JSON.stringify([goToolchain(), ENVIRONMENT, FLAGS, program.mainPackage, program.linkerFlags, ...program.tags ?? []]));
  return hash.digest('hex').slice(0, 16);
}

/** Runs `go build`; its output goes to standard error. */
function goBuild(program: Program, output: string): Promise<void> {
  const tags = program.tags === undefined ? [] : ['-tags', program.tags.join(',')];
  const args = ['build', ...FLAGS, ...tags, '-ldflags', program.linkerFlags.join(' '), '-o', output, program.mainPackage];
  return new Promise((resolve, reject) => {
    const child = spawn('go', args, {
      cwd: program.moduleFolder,
      env: { ...process.env, ...ENVIRONMENT },
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    });
    child.on('error', reject);
    child.on('exit', code => code === 0 ? resolve() : reject(new Error(`go build of ${program.name} ended with code ${String(code)}`)));
  });
}

/** Path of a program that was built before. Undefined if it was not built, or without Go, which determines the version to build. */
export function findBuiltProgram(program: Program): string | undefined {
  try {
    const file = path.join(cacheFolder(), `${program.name}-${buildKey(program)}`, program.name);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Path of a program, built with Go if it is not cached. Two concurrent runs do not build twice, and
 * an incomplete program is never visible: it is renamed when it is complete.
 */
export async function builtProgram(program: Program): Promise<string> {
  const folder = path.join(cacheFolder(), `${program.name}-${buildKey(program)}`);
  const file = path.join(folder, program.name);
  if (existsSync(file)) {
    return file;
  }
  mkdirSync(folder, { recursive: true });
  return withLockFile(path.join(folder, 'lock'), async () => {
    if (existsSync(file)) {
      return file;
    }
    const started = Date.now();
    process.stderr.write(`building ${program.name} into ${folder} (once; large programs take 4 to 10 minutes)\n`);
    const unfinished = `${file}.${String(process.pid)}`;
    try {
      await goBuild(program, unfinished);
      renameSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
    process.stderr.write(`built ${program.name} in ${String(Math.round((Date.now() - started) / 1000))} s\n`);
    return file;
  });
}
