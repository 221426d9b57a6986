import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describeWith, Needed } from '../test/needed';
import { installPackage } from './package/installed-package';
import { foundProgram } from './programs/found-program';

const ROOT = resolve(__dirname, '..');
const PEERS = ['cdk8s', 'constructs'];

const PROGRAM = `
import { App, Chart } from 'cdk8s';
import { BundleDeployment, type BundleDeploymentProps, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
const app: App = new App({ outdir: 'out' });
const chart = new Chart(app, 'chart');
new OlmInstallation(chart, 'olm');
const props: BundleDeploymentProps = { bundle: Bundle.fromDirectory('bundle') };
new BundleDeployment(chart, 'hello', props);
app.synth();
`;

/** The same without types. */
const JAVASCRIPT = PROGRAM.replace(/ type \w+,/, '').replaceAll(/: (?:App|BundleDeploymentProps) =/g, ' =');

/** A program that names something of every entry for constructs, and extends a construct. */
const ENTRIES = `
import type { Construct } from 'constructs';
import { OperatorRegistry, type OperatorRegistryProps } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { statusOf } from 'olm-constructs/cluster';
import { AppChecks } from 'olm-constructs/gitops';
import type { SubscriptionSpec } from 'olm-constructs/olm';
import type { ClusterExtensionSpec } from 'olm-constructs/olmv1';
import { BundleReport } from 'olm-constructs/report';
import { ResolutionError } from 'olm-constructs/resolve';
import { RukpakSource } from 'olm-constructs/rukpak';
import { BundleValidation } from 'olm-constructs/validation';
export class Registry extends OperatorRegistry {
  public constructor(scope: Construct, id: string, props: OperatorRegistryProps) {
    super(scope, id, props);
  }
}
export type Specs = SubscriptionSpec | ClusterExtensionSpec;
export const used: readonly unknown[] = [Catalog, statusOf, AppChecks, BundleReport, RukpakSource, BundleValidation];
export const reasons = (error: unknown): readonly object[] => (error instanceof ResolutionError ? error.reasons : []);
`;

/** The folder of the lowest TypeScript that is supported, which \`.ci/run\` installs. */
function lowestTypeScript(): Needed<string> {
  const folder = process.env['LOWEST_TYPESCRIPT'];
  return folder === undefined ? Needed.missing('LOWEST_TYPESCRIPT does not name the folder of TypeScript 5.4') : Needed.found(folder);
}

function runtime(program: string): Needed<string> {
  const found = foundProgram(program);
  return found === undefined ? Needed.missing(`there is no ${program} on PATH`) : Needed.found(found);
}

describe('the published package in a strict node_modules', () => {
  let folder: string;

  /** Runs a program, and returns the manifests that it wrote. */
  const manifestsOf = (command: string, args: readonly string[]): string => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    const { status, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
    expect({ status, stderr, error }).toEqual({ status: 0, stderr: '', error: undefined });
    return readFileSync(join(folder, 'out', 'chart.k8s.yaml'), 'utf8');
  };

  /** Each package is in a folder of its own, beside links to what it may import, as pnpm installs it. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-loaders-'));
    const store = (name: string): string => join(folder, 'node_modules', '.pnpm', name, 'node_modules');
    await installPackage(dirname(store('olm-constructs')));
    for (const peer of PEERS) {
      cpSync(join(ROOT, 'node_modules', peer), join(store(peer), peer), { recursive: true });
      symlinkSync(join(store(peer), peer), join(store('olm-constructs'), peer));
      symlinkSync(join(store(peer), peer), join(folder, 'node_modules', peer));
    }
    symlinkSync(join(store('constructs'), 'constructs'), join(store('cdk8s'), 'constructs'));
    symlinkSync(join(store('olm-constructs'), 'olm-constructs'), join(folder, 'node_modules', 'olm-constructs'));
    mkdirSync(join(folder, 'node_modules', '@types'));
    symlinkSync(join(ROOT, 'node_modules', '@types', 'node'), join(folder, 'node_modules', '@types', 'node'));
    symlinkSync(join(ROOT, 'node_modules', 'undici-types'), join(folder, 'node_modules', 'undici-types'));
    cpSync(join(ROOT, 'examples', 'quickstart', 'bundle'), join(folder, 'bundle'), { recursive: true });
    // Deno imports only packages that are listed.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { 'olm-constructs': '*', 'cdk8s': '*', 'constructs': '*' } }));
    writeFileSync(join(folder, 'main.mjs'), JAVASCRIPT);
    for (const extension of ['ts', 'mts']) {
      writeFileSync(join(folder, `main.${extension}`), PROGRAM);
      writeFileSync(join(folder, `entries.${extension}`), ENTRIES);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds its peers', () => {
    expect(manifestsOf(process.execPath, ['main.mjs'])).toContain('kind: Subscription');
  });

  describe.each<[string, string, string, string, Needed<string>]>([
    ['the lowest TypeScript', 'preserve', 'bundler', 'ts', lowestTypeScript()],
    ['the lowest TypeScript', 'node16', 'node16', 'mts', lowestTypeScript()],
    ['our TypeScript', 'preserve', 'bundler', 'ts', Needed.found(join(ROOT, 'node_modules', 'typescript'))],
    ['our TypeScript', 'nodenext', 'nodenext', 'mts', Needed.found(join(ROOT, 'node_modules', 'typescript'))],
  ])('compiles with %s, module %s, moduleResolution %s', (_, module, moduleResolution, extension, compiler) => {
    describeWith(compiler)('in a strict program', () => {
      it('with verbatimModuleSyntax, without skipLibCheck', () => {
        const options = {
          module, moduleResolution, strict: true, noEmit: true, target: 'es2022', types: ['node'], verbatimModuleSyntax: true, isolatedModules: true,
          exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
        };
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [`main.${extension}`, `entries.${extension}`] }));
        const { stdout, stderr } = spawnSync(process.execPath, [join(compiler.value, 'bin', 'tsc'), '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
        expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
      });
    });
  });

  describe.each<[string, readonly string[]]>([
    ['deno', ['run', '--quiet', '--allow-all', '--no-check', 'main.mts']],
    ['bun', ['run', 'main.mts']],
  ])('in %s', (program, args) => {
    const needed = runtime(program);
    describeWith(needed)('if it is there', () => {
      it('writes the same manifests as in Node.js', () => {
        const expected = manifestsOf(process.execPath, ['main.mjs']);
        expect(manifestsOf(needed.value, args)).toBe(expected);
      });
    });
  });
});
