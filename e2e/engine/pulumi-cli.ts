import { ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Outcome, PulumiStack, StackOptions, StateResource } from './engine';
import { endWithTests } from '../processes/end-with-tests';
import { descendants } from '../processes/process-tree';
import { PulumiProgram, typescriptEnvironment } from './program-process';
import { Operation, Step, step } from './step';
import { Needed } from '../../test/needed';

const PROGRAMS = ['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-kubernetes'];
const MAXIMUM_OUTPUT_BYTES = 64 * 1024 * 1024;
const OPERATIONS: readonly Operation[] = ['same', 'create', 'update', 'create-replacement', 'delete-replaced', 'delete', 'refresh'];

/** A line of the engine's event log, as far as steps are concerned. */
interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: { readonly op: string; readonly urn: string } };
  readonly resOutputsEvent?: { readonly metadata: { readonly op: string; readonly urn: string } };
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
  public static needed(): Needed<readonly string[]> {
    const missing = PROGRAMS.filter(program => !FOLDERS.some(folder => existsSync(path.join(folder, program))));
    return missing.length === 0 ? Needed.found(PROGRAMS) : Needed.missing(`there is no ${missing.join(', ')} in PULUMI_HOME or on PATH`);
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
    await this.operate('up', ['--yes', '--skip-preview'], program, 'resOutputsEvent', at);
    await this.pulumi(['cancel', '--yes']);
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
    command: string, args: readonly string[], program: PulumiProgram | undefined, kind: keyof EngineEvent, crashAt?: RegExp,
  ): Promise<Outcome> {
    const settings = path.join(this.temporary, 'settings.yaml');
    if (!this.made) {
      this.made = (await this.pulumi(['stack', 'init'])).succeeded;
    }
    for (const [key, value] of Object.entries(program?.config ?? {})) {
      // Pulumi hides the value of a secret wherever it is printed, and a version occurs in many lines.
      const kind = /kubeconfig/i.test(key) ? '--secret' : '--plaintext';
      await this.pulumi(['config', '--config-file', settings, 'set', kind, key, '--', value]);
    }
    const { succeeded, stdout, stderr } = await this.pulumi([command, ...args, '--config-file', settings, '--event-log', this.eventLog], crashAt);
    rmSync(settings, { force: true });
    const lines = existsSync(this.eventLog) ? readFileSync(this.eventLog, 'utf8').split('\n').filter(line => line !== '') : [];
    rmSync(this.eventLog, { force: true });
    return {
      succeeded,
      steps: lines.flatMap(line => stepsOf((JSON.parse(line) as EngineEvent)[kind]?.metadata)),
      output: `${stdout}\n${stderr}`,
    };
  }

  private pulumi(args: readonly string[], crashAt?: RegExp): Promise<{ succeeded: boolean; stdout: string; stderr: string }> {
    const env = {
      ...process.env,
      ...typescriptEnvironment(this.options.installed ?? false),
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
    const common = ['--non-interactive', '--cwd', this.options.folder, '--stack', this.options.stack];
    return new Promise(resolve => {
      const child = execFile('pulumi', [...common, ...args], { env, maxBuffer: MAXIMUM_OUTPUT_BYTES }, (error, stdout, stderr) => {
        resolve({ succeeded: error === null, stdout, stderr });
      });
      endWithTests(child);
      child.stdout!.on('data', (output: string) => {
        if (crashAt?.test(output) === true) {
          killTree(child);
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
