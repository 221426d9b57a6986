import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installPackage } from './package/installed-package';

const ROOT = resolve(__dirname, '..');

/** Files of the example as a user copies them. */
const FILES = ['app.ts', 'bundle', 'cdk8s.yaml', 'main.ts', 'package.json', 'tsconfig.json'];

describe('the example argocd as a separate project', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-argocd-'));
    FILES.forEach(file => cpSync(join(ROOT, 'examples', 'argocd', file), join(folder, file), { recursive: true }));
    await installPackage(folder);
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { [field: string]: Readonly<Record<string, string>> };
    for (const name of Object.keys({ ...dependencies, ...devDependencies }).filter(each => each !== 'olm-constructs')) {
      mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    symlinkSync(join(ROOT, 'node_modules', '.bin'), join(folder, 'node_modules', '.bin'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: string): { status: number | null; stdout: string } => {
    const { status, stdout } = spawnSync('npx', ['--no-install', ...command.split(' ')], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return { status, stdout };
  };

  test('is synthesized by `cdk8s synth`, with the program of its Job from the package', () => {
    expect(run('cdk8s synth')).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['argocd.k8s.yaml', 'operators.k8s.yaml']);
    expect(readFileSync(join(folder, 'dist', 'operators.k8s.yaml'), 'utf8')).toMatch(/^ {2}olm-constructs\.js: /m);
  });

  test('passes the type check', () => {
    expect(run('tsc')).toEqual({ status: 0, stdout: '' });
  });
});
