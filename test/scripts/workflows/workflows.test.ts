import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { canPublish, problemsOf, problemsOfCommands, type Workflow } from './workflow-rules';

const ROOT = resolve(__dirname, '../../..');
const WORKFLOWS = join(ROOT, '.github', 'workflows');
const PUBLISH = join(ROOT, 'scripts', 'release', 'publish');

const workflow = (name: string): string => readFileSync(join(WORKFLOWS, name), 'utf8');

describe('every workflow', () => {
  test.each(readdirSync(WORKFLOWS))('%s is safe: actions by commit, exact tools, least permissions, nothing untrusted in commands', (name) => {
    expect(problemsOf(workflow(name))).toEqual([]);
  });
});

describe('the rules find', () => {
  const SAFE = workflow('release.yml');

  test.each<[string, (text: string) => string, string]>([
    ['an action by tag', (text) => text.replace(/checkout@[0-9a-f]{40} # v\d/, 'checkout@v7 # v7'), 'needs its full commit'],
    ['an action without its version', (text) => text.replace(/ # v7\.0\.1$/m, ''), 'its version in a comment'],
    ['a moving version', (text) => text.replace('runs-on: ubuntu-24.04', 'runs-on: ubuntu-latest'), 'not an exact version'],
    ['a range of versions', (text) => text.replace('node-version: 24.21.0', 'node-version: 24.x'), 'node-version must be exact'],
    ['permissions for all jobs', (text) => text.replace('permissions: {}', 'permissions:\n  contents: write'), 'must give no permissions'],
    ['a job without permissions', (text) => text.replace('    permissions:\n      contents: read\n    timeout', '    timeout'), 'build: needs its own permissions'],
    ['a job without an environment', (text) => text.replace('    environment: release\n', ''), 'npm: publishes, and needs an environment'],
    ['a kept token', (text) => text.replace('persist-credentials: false', 'persist-credentials: true'), 'must not keep its token'],
    ['an expression in a command', (text) => text.replace('run: npm ci', 'run: echo ${{ github.event.issue.title }} && npm ci'), 'has an expression'],
    ['install scripts', (text) => text.replace('npm ci --ignore-scripts', 'npm ci'), 'runs the scripts of packages'],
    ['the newest of a package', (text) => text.replace('run: npm ci', 'run: npx publib@latest && npm ci'), '@latest'],
    ['a build beside a token', (text) => text.replace('run: npm publish', 'run: npm ci --ignore-scripts && npm publish'), 'installs or builds something'],
    ['no provenance', (text) => text.replace('--provenance ', ''), 'needs --ignore-scripts and --provenance'],
    ['events of strangers with secrets', (text) => text.replace('on:\n', 'on:\n  pull_request_target: {}\n'), 'for changes of strangers'],
  ])('%s', (_, change, problem) => {
    const changed = change(SAFE);
    expect(changed).not.toBe(SAFE);
    expect(problemsOf(changed).join('\n')).toContain(problem);
  });
});

describe('a release', () => {
  const { jobs } = load(workflow('release.yml')) as Workflow;
  const scripts = readdirSync(PUBLISH).filter((name) => name.endsWith('.sh'));

  test('is built in one job, which has no secret and no permission to change anything', () => {
    const [build, ...others] = Object.keys(jobs);
    expect(build).toBe('build');
    expect(canPublish(jobs['build']!)).toBe(false);
    expect(others.filter((name) => !canPublish(jobs[name]!))).toEqual([]);
  });

  test('is verified by every job that publishes, before anything else runs', () => {
    for (const [name, { steps }] of Object.entries(jobs).filter(([, job]) => canPublish(job))) {
      expect({ name, runs: steps.filter(({ run }) => run !== undefined)[0] }).toEqual({ name, runs: {
        name: 'Verify the files', run: 'bash scripts/release/publish/verify.sh dist', env: { CHECKSUMS: '${{ needs.build.outputs.checksums }}' },
      } });
    }
  });

  test('is published by scripts that install nothing but wheels with hashes', () => {
    expect(scripts.length).toBeGreaterThan(5);
    for (const name of scripts) {
      expect({ name, problems: problemsOfCommands(readFileSync(join(PUBLISH, name), 'utf8'), true) }).toEqual({ name, problems: [] });
    }
    const locked = readFileSync(join(PUBLISH, 'pypi-tools.txt'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(locked.length).toBeGreaterThan(20);
    expect(locked.filter((line) => !/^[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}$/.test(line))).toEqual([]);
  });

  test('uses every script, and no other', () => {
    const used = [...new Set([...workflow('release.yml').matchAll(/scripts\/release\/publish\/([\w-]+\.sh)/g)].map(([, name]) => name))];
    expect(used.sort()).toEqual(scripts.sort());
  });
});
