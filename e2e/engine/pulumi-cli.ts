import { ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Outcome, PulumiRuntime, PulumiStack, StackOptions, StateResource } from './engine';
import { endWithTests } from '../processes/end-with-tests';
import { descendants } from '../processes/process-tree';
import { PulumiProgram, typescriptEnvironment } from './program-process';
import { Operation, Step, step } from './step';
import { Needed } from '../../test/needed';

/** Programs that every stack needs. Pulumi also runs the plugins in its host for Node.js. */
const PROGRAMS = ['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-kubernetes'];

/** Programs that the runtimes need in addition. */
const OF_RUNTIME: { readonly [runtime in PulumiRuntime]: readonly string[] } = {
  nodejs: [], yaml: ['pulumi-language-yaml'], python: ['pulumi-language-python', 'pulumi-language-python-exec'], go: ['pulumi-language-go'],
};

const MAXIMUM_OUTPUT_BYTES = 64 * 1024 * 1024;
const OPERATIONS: readonly Operation[] = ['same', 'create', 'update', 'create-replacement', 'delete-replaced', 'delete', 'refresh'];

/** A line of the engine's event log, as far as steps are concerned. */
interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: { readonly op: string; readonly urn: string } };
  readonly resOutputsEvent?: { readonly metadata: { readonly op: string; readonly urn: string } };
}

/** Commands for a project, which have no option for the stack. */
const WITHOUT_STACK = ['install', 'package'];

/** What happens when Pulumi prints something. */
interface Watch {
  readonly at: RegExp;
  readonly react: (child: ChildProcess) => void;
}

/** Folders with Pulumi's programs: those of its home and of PATH, and that of the downloaded provider. */
const FOLDERS = [
  ...(process.env['PULUMI_HOME'] === undefined ? [] : [path.join(process.env['PULUMI_HOME'], 'bin'), process.env['PULUMI_HOME']]),
  ...(process.env['PATH'] ?? '').split(path.delimiter),
  ...downloadedProviders(path.join(process.env['PULUMI_HOME'] ?? path.join(homedir(), '.pulumi'), 'plugins')),
];

/** Folders of the Kubernetes provider among the plugins, newest first. */
function downloadedProviders(plugins: string): string[] {
  const names = existsSync(plugins) ? readdirSync(plugins).filter(name => /^resource-kubernetes-v[\d.]+$/.test(name)) : [];
  const { compare } = new Intl.Collator('en', { numeric: true });
  return names.sort((left, right) => compare(right, left)).map(name => path.join(plugins, name));
}

/** A stack run by the real Pulumi with the real Kubernetes provider, with its state in a folder. */
export class PulumiCli implements PulumiStack {
  /** Returns the programs of the real Pulumi. */
  public static needed(runtime: PulumiRuntime = 'nodejs'): Needed<readonly string[]> {
    return PulumiCli.programs([...PROGRAMS, ...OF_RUNTIME[runtime]]);
  }

  /** Returns some programs of the real Pulumi. */
  public static programs(names: readonly string[]): Needed<readonly string[]> {
    const missing = names.filter(program => !FOLDERS.some(folder => existsSync(path.join(folder, program))));
    return missing.length === 0 ? Needed.found(names) : Needed.missing(`there is no ${missing.join(', ')} in PULUMI_HOME or on PATH`);
  }

  private readonly temporary = mkdtempSync(path.join(tmpdir(), 'olm-constructs-pulumi-'));
  private readonly eventLog = path.join(this.temporary, 'events.json');
  /** `stack init` writes the salt of the passphrase beside the program. */
  private readonly settingsOfFolder: string;
  private made = false;

  public constructor(private readonly options: StackOptions) {
    this.settingsOfFolder = path.join(options.folder, `Pulumi.${options.stack}.yaml`);
  }

  public preview(program: PulumiProgram): Promise<Outcome> {
    return this.operate('preview', [], program, 'resourcePreEvent');
  }

  public up(program: PulumiProgram): Promise<Outcome> {
    return this.operate('up', ['--yes', '--skip-preview'], program, 'resOutputsEvent');
  }

  public async crash(program: PulumiProgram, at: RegExp): Promise<void> {
    await this.operate('up', ['--yes', '--skip-preview'], program, 'resOutputsEvent', { at, react: killTree });
    await this.pulumi(['cancel', '--yes']);
  }

  /** Starts an `up`, and sends what Ctrl-C does as soon as it prints a given string. Returns its outcome, and how long it took from then on. */
  public async interrupt(program: PulumiProgram, at: RegExp): Promise<Outcome & { readonly milliseconds: number }> {
    let from = NaN;
    const react = (child: ChildProcess): void => {
      from = performance.now();
      child.kill('SIGINT');
    };
    const outcome = await this.operate('up', ['--yes', '--skip-preview'], program, 'resOutputsEvent', { at, react });
    return { ...outcome, milliseconds: performance.now() - from };
  }

  /** Runs any command of Pulumi for the stack, and returns what it prints. */
  public async command(...args: readonly string[]): Promise<{ readonly succeeded: boolean; readonly output: string }> {
    await this.create();
    const { succeeded, stdout, stderr } = await this.pulumi(args);
    return { succeeded, output: `${stdout}\n${stderr}` };
  }

  public refresh(): Promise<Outcome> {
    return this.operate('refresh', ['--yes', '--skip-preview'], undefined, 'resOutputsEvent');
  }

  public destroy(): Promise<Outcome> {
    return this.operate('destroy', ['--yes', '--skip-preview'], undefined, 'resOutputsEvent');
  }

  public async resources(): Promise<readonly StateResource[]> {
    const { deployment } = JSON.parse(await this.exported()) as { deployment: { resources?: readonly StateResource[] } };
    return deployment.resources ?? [];
  }

  public async exported(): Promise<string> {
    return (await this.pulumi(['stack', 'export'])).stdout;
  }

  public close(): Promise<void> {
    rmSync(this.temporary, { recursive: true, force: true });
    rmSync(this.settingsOfFolder, { force: true });
    return Promise.resolve();
  }

  private async operate(
    command: string, args: readonly string[], program: PulumiProgram | undefined, kind: keyof EngineEvent, watch?: Watch,
  ): Promise<Outcome> {
    const settings = path.join(this.temporary, 'settings.yaml');
    await this.create();
    for (const [key, value] of Object.entries(program?.config ?? {})) {
      // Pulumi hides the value of a secret wherever it is printed, and a version occurs in many lines.
      const kind = /kubeconfig/i.test(key) ? '--secret' : '--plaintext';
      await this.pulumi(['config', '--config-file', settings, 'set', kind, key, '--', value]);
    }
    const { succeeded, stdout, stderr } = await this.pulumi([command, ...args, '--config-file', settings, '--event-log', this.eventLog], watch);
    rmSync(settings, { force: true });
    const lines = existsSync(this.eventLog) ? readFileSync(this.eventLog, 'utf8').split('\n').filter(line => line !== '') : [];
    rmSync(this.eventLog, { force: true });
    return {
      succeeded,
      steps: lines.flatMap(line => stepsOf((JSON.parse(line) as EngineEvent)[kind]?.metadata)),
      output: `${stdout}\n${stderr}`,
    };
  }

  private async create(): Promise<void> {
    if (!this.made) {
      this.made = (await this.pulumi(['stack', 'init'])).succeeded;
    }
  }

  private pulumi(args: readonly string[], watch?: Watch): Promise<{ succeeded: boolean; stdout: string; stderr: string }> {
    const env = {
      ...process.env,
      ...((this.options.runtime ?? 'nodejs') === 'nodejs' ? typescriptEnvironment(this.options.installed ?? false) : {}),
      PATH: FOLDERS.join(path.delimiter),
      KUBECONFIG: this.options.kubeconfig,
      PULUMI_HOME: this.temporary,
      PULUMI_BACKEND_URL: `file://${this.temporary}`,
      PULUMI_CONFIG_PASSPHRASE: 'e2e',
      PULUMI_SKIP_UPDATE_CHECK: 'true',
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
      PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
      // Every release has the event log, behind this setting.
      PULUMI_DEBUG_COMMANDS: 'true',
    };
    const ofProject = WITHOUT_STACK.includes(args[0] ?? '');
    const common = ['--non-interactive', '--cwd', this.options.folder, ...(ofProject ? [] : ['--stack', this.options.stack])];
    return new Promise(resolve => {
      const child = execFile('pulumi', [...common, ...args], { env, maxBuffer: MAXIMUM_OUTPUT_BYTES }, (error, stdout, stderr) => {
        resolve({ succeeded: error === null, stdout, stderr });
      });
      endWithTests(child);
      let hasReacted = false;
      child.stdout!.on('data', (output: string) => {
        if (!hasReacted && watch?.at.test(output) === true) {
          hasReacted = true;
          watch.react(child);
        }
      });
    });
  }
}

/** Kills a process and all its descendants. */
function killTree({ pid }: ChildProcess): void {
  [pid!, ...descendants(pid!)].forEach(found => process.kill(found, 'SIGKILL'));
}

/** The step that an event reports. `replace` only announces two others. */
function stepsOf(metadata: { readonly op: string; readonly urn: string } | undefined): Step[] {
  return OPERATIONS.filter(operation => operation === metadata?.op).map(operation => step(operation, metadata!.urn));
}
