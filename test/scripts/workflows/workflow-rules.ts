import { load } from 'js-yaml';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: { readonly [input: string]: unknown };
  readonly env?: { readonly [name: string]: string };
}

interface Job {
  readonly 'runs-on': string;
  readonly 'permissions'?: { readonly [name: string]: string };
  readonly 'environment'?: string;
  readonly 'timeout-minutes'?: number;
  readonly 'env'?: { readonly [name: string]: string };
  readonly 'steps': readonly Step[];
}

export interface Workflow {
  readonly on: { readonly [event: string]: unknown };
  readonly permissions?: object;
  readonly jobs: { readonly [name: string]: Job };
}

/** Whether a job can publish: it has a secret, a token for registries, or may change the repository. */
export function canPublish(job: Job): boolean {
  return Object.values(job.permissions ?? {}).includes('write') || /\$\{\{[^}]*secrets\./.test(JSON.stringify(job));
}

/** Inputs of actions that are versions of tools. */
const VERSIONS = ['node-version', 'go-version', 'python-version', 'java-version', 'dotnet-version'];

/** Returns what is unsafe in a workflow. */
export function problemsOf(text: string): string[] {
  const { on, permissions, jobs } = load(text) as Workflow;
  return [
    ...(permissions !== undefined && Object.keys(permissions).length === 0 ? [] : ['the workflow must give no permissions, each job its own']),
    ...['pull_request_target', 'workflow_run'].filter((event) => event in on).map((event) => `${event} runs with secrets for changes of strangers`),
    ...[...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].filter(([, used]) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used!))
      .map(([, used]) => `${used}: an action needs its full commit, and its version in a comment`),
    ...(/@latest\b|\blts\/\*|runs-on: \S+-latest|\bstable\b/.exec(text) ?? []).map((found) => `${found}: not an exact version`),
    ...Object.entries(jobs).flatMap(([name, job]) => problemsOfJob(job).map((problem) => `${name}: ${problem}`)),
  ];
}

function problemsOfJob(job: Job): string[] {
  return [
    ...(job.permissions === undefined ? ['needs its own permissions'] : []),
    ...(job['timeout-minutes'] === undefined ? ['needs a timeout'] : []),
    ...(canPublish(job) && job.environment === undefined ? ['publishes, and needs an environment, which protects its secrets'] : []),
    ...job.steps.flatMap((step) => [
      ...VERSIONS.filter((input) => input in (step.with ?? {}) && !/^\d+\.\d+\.\d+$/.test(String(step.with![input]))).map((input) => `${input} must be exact`),
      ...(/actions\/checkout@/.test(step.uses ?? '') && step.with?.['persist-credentials'] !== false ? ['the checkout must not keep its token'] : []),
      ...(/\$\{\{/.test(step.run ?? '') ? [`'${step.run}' has an expression; pass it as an environment variable`] : []),
      ...problemsOfCommands(step.run ?? '', canPublish(job)),
    ]),
  ];
}

/** Returns what is unsafe in commands of a shell. In a job that can publish, nothing may be installed that could run code. */
export function problemsOfCommands(commands: string, publishes: boolean): string[] {
  return commands.split('\n').filter((line) => !/^\s*#/.test(line)).flatMap((line) => [
    ...(/@latest\b|\bcurl\b.*\|\s*(?:ba)?sh\b/.test(line) ? [`'${line}' runs what changes at any time`] : []),
    ...(/\bnpm (?:ci|i|install)\b/.test(line) && !line.includes('--ignore-scripts') ? [`'${line}' runs the scripts of packages; add --ignore-scripts`] : []),
    ...(/\bnpm publish\b/.test(line) && !/--ignore-scripts.*--provenance/.test(line) ? [`'${line}' needs --ignore-scripts and --provenance`] : []),
    ...(/\bpip3? install\b/.test(line) && !/--no-deps --only-binary :all: --require-hashes/.test(line) ? [`'${line}' needs hashes and wheels`] : []),
    ...(publishes && /\bnpx\b|\bnpm (?:ci|i|install|exec|run|x)\b|\byarn\b|\bpnpm\b|\b(?:apt|apt-get|brew|go|gem|dotnet tool) install\b|\bmvn\b/.test(line)
      ? [`'${line}' installs or builds something in a job that can publish`] : []),
  ]);
}
