import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { load } from 'js-yaml';
import { action } from '../../../lib/cli/projects/actions';
import { ciFiles, updateFiles } from '../../../lib/cli/projects/ci-files';
import { ACTIONS } from '../../../scripts/workflows/actions';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: { readonly [name: string]: unknown };
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: { readonly [name: string]: { readonly permissions: { readonly [scope: string]: string }; readonly steps: readonly Step[] } };
}

interface GitLabJobs { readonly [job: string]: { readonly script: readonly string[] } }

const WORKFLOWS = { ...ciFiles('github', ['npm run synth'], true), ...updateFiles('github') };

function workflow(name: string): Workflow {
  return load(WORKFLOWS[`.github/workflows/${name}.yaml`]!) as Workflow;
}

const UPDATE = workflow('update-operators');

function script(job: string, marker: string): string {
  return UPDATE.jobs[job]!.steps.find(({ run }) => run?.includes(marker))!.run!;
}

describe('a workflow of a project', () => {
  test.each(Object.keys(WORKFLOWS))('uses actions at the commits that this repository uses, and grants each job only its rights: %s', (path) => {
    const { permissions, jobs } = load(WORKFLOWS[path]!) as Workflow;
    expect(permissions).toEqual({});
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    used.forEach((one) => {
      const [name, commit] = one.split('@') as [string, string];
      expect({ name, commit }).toEqual({ name, commit: ACTIONS[name]!.commit });
      expect(action(name as Parameters<typeof action>[0])).toBe(`${name}@${commit} # ${ACTIONS[name]!.version}`);
    });
  });

  test('only the job without packages of npm may write', () => {
    expect(Object.fromEntries(Object.entries(UPDATE.jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
      'update': { contents: 'read' }, 'pull-request': { 'contents': 'write', 'pull-requests': 'write' },
    });
    expect(UPDATE.jobs['pull-request']!.steps.some(({ run = '', uses = '' }) => /\b(npm|npx|node)\b/.test(run) || uses.includes('setup-node'))).toBe(false);
    expect(UPDATE.jobs['update']!.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))!.with).toEqual({ 'persist-credentials': false });
  });

  test('has no expression in a script, where its value would be code', () => {
    const scripts = Object.keys(WORKFLOWS).flatMap((path) => Object.values((load(WORKFLOWS[path]!) as Workflow).jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run)));
    expect(scripts.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

/** Programs in the place of those of the network, each of which logs its arguments. */
const PROGRAMS = {
  npm: '[ "$1 $2 $3" != "run --if-present update" ] || echo new >catalog',
  npx: `echo '::error::from a catalog'
case "$3" in
  lock) [ -z "\${MOVED:-}" ] || echo moved >olm.lock.yaml; exit "\${LOCK_EXIT:-0}" ;;
  plan) printf '# plan %s\\n%s' "$(cat "$4")" "\${PLAN:-}"; exit "\${PLAN_EXIT:-0}" ;;
esac`,
  gh: '[ "$1 $2" != "pr list" ] || echo "${OPEN:-0}"',
};

/** What a script did. */
interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository with a lock, and a remote. */
class Repository {
  public readonly folder = mkdtempSync(join(tmpdir(), 'olm-constructs-update-'));
  public readonly work = join(this.folder, 'work');
  public readonly out = join(this.folder, 'runner', 'update-operators');

  public constructor() {
    mkdirSync(this.work);
    mkdirSync(join(this.folder, 'bin'));
    mkdirSync(join(this.folder, 'runner'));
    for (const [name, content] of Object.entries(PROGRAMS)) {
      const file = join(this.folder, 'bin', name);
      writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>"${join(this.folder, 'log')}"\n${content}\n`);
      chmodSync(file, 0o755);
    }
    writeFileSync(join(this.work, 'olm.lock.yaml'), 'locked\n');
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.git('add', '--all');
    this.git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'first');
    spawnSync('git', ['clone', '--quiet', '--bare', this.work, join(this.folder, 'remote.git')]);
    this.git('remote', 'add', 'origin', join(this.folder, 'remote.git'));
  }

  public git(...args: string[]): string {
    return spawnSync('git', args, { cwd: this.work, encoding: 'utf8' }).stdout;
  }

  /** Runs a script as a job does, with the shell of `shell: bash` in GitHub. */
  public run(content: string, env: { readonly [name: string]: string } = {}): Ran {
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', content], {
      cwd: this.work, encoding: 'utf8', env: {
        PATH: [join(this.folder, 'bin'), process.env['PATH']].join(delimiter), HOME: this.folder, RUNNER_TEMP: join(this.folder, 'runner'),
        GITHUB_OUTPUT: join(this.folder, 'output'), GITHUB_RUN_ID: '7', GITHUB_REF_NAME: 'main', ...env,
      },
    });
  }

  public read(...path: string[]): string {
    const file = join(this.folder, ...path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

describe('the update of the operators', () => {
  let repository: Repository;
  beforeEach(() => repository = new Repository());
  afterEach(() => repository.remove());

  const update = script('update', 'lock --update-all');
  const open = script('pull-request', 'gh pr create');

  test('moves the lock, and opens a pull request with the plan', () => {
    expect(repository.run(update, { MOVED: '1', PLAN_EXIT: '1' })).toMatchObject({ status: 0 });
    expect(repository.read('output')).toBe('changed=true\n');
    expect(repository.read('runner/update-operators/body.md')).toContain('# plan locked');
    repository.git('reset', '--quiet', '--hard');
    expect(repository.run(open)).toMatchObject({ status: 0 });
    expect(repository.git('show', '--stat', '--format=%an: %s', 'origin/update-operators')).toMatch(/^github-actions\[bot\]: Update operators\n\n catalog .*\n olm\.lock\.yaml /);
    expect(repository.read('log').split('\n').slice(-2)[0]).toBe(`gh pr create --head update-operators --base main --title Update operators --body-file ${repository.out}/body.md`);
  });

  test('updates a pull request that is open', () => {
    repository.run(update, { MOVED: '1' });
    repository.git('reset', '--quiet', '--hard');
    repository.run(open, { OPEN: '1' });
    expect(repository.read('log')).toContain(`gh pr edit update-operators --body-file ${repository.out}/body.md\n`);
    expect(repository.read('log')).not.toContain('gh pr create');
  });

  test('opens none if nothing changed', () => {
    const content = update.replace('npm run --if-present update\n', '');
    expect(repository.run(content)).toMatchObject({ status: 0 });
    expect(repository.read('output')).toBe('');
  });

  test('fails if an upgrade is refused, or the plan cannot be made', () => {
    expect(repository.run(update, { LOCK_EXIT: '1' }).status).toBe(1);
    expect(repository.run(update, { MOVED: '1', PLAN_EXIT: '4' }).status).toBe(1);
    expect(repository.read('output')).toBe('');
  });

  test.each(['0', '1'])('prints the words of catalogs where they are no commands, also when it fails with %s', (exit) => {
    const lines = repository.run(update, { MOVED: '1', LOCK_EXIT: exit }).stdout.trim().split('\n');
    const [, token] = /^::stop-commands::([0-9a-f-]{36})$/.exec(lines[0]!)!;
    expect(lines.at(-1)).toBe(`::${token}::`);
    expect(lines).toContain('::error::from a catalog');
  });

  test('leaves a plan that is too long for a pull request in the artifact', () => {
    repository.run(update, { MOVED: '1', PLAN: 'x'.repeat(61_000) });
    expect(repository.read('runner/update-operators/body.md')).toBe('The plan is too long for a pull request: it is plan.md in the artifact of workflow run 7.\n');
    expect(repository.read('runner/update-operators/plan.md').length).toBeGreaterThan(61_000);
  });

  test('in GitLab, is a patch and a plan for the job that has the token', () => {
    const jobs = load(updateFiles('gitlab')['.gitlab/update-operators.yml']!) as GitLabJobs;
    const update_ = jobs['update-operators']!.script[1]!;
    expect(repository.run(update_, { MOVED: '1' })).toMatchObject({ status: 0 });
    expect(repository.read('work/.update-operators/changes.patch')).toContain('+moved');
    expect(repository.read('work/.update-operators/changes.patch')).not.toContain('.update-operators');
    expect(repository.read('work/.update-operators/plan.md')).toContain('# plan locked');
    repository.git('reset', '--quiet', '--hard');
    const push = jobs['merge-update-of-operators']!.script[0]!;
    const pushed = repository.run(push, { CI_PROJECT_URL: join(repository.folder, 'remote'), OPERATORS_TOKEN: 'secret' });
    expect(pushed).toMatchObject({ status: 0 });
    expect(`${pushed.stdout}${pushed.stderr}`).not.toContain('secret');
    expect(spawnSync('git', ['log', '-1', '--format=%s', 'update-operators'], { cwd: join(repository.folder, 'remote.git'), encoding: 'utf8' }).stdout).toBe('Update operators\n');
  });
});
