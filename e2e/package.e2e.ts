import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { create } from 'tar';
import { Bundle, BundleDeployment, OlmInstallation } from 'olm-constructs';
import { installPackage } from './package/installed-package';

const ROOT = resolve(__dirname, '..');
const BUNDLE = join(ROOT, 'examples', 'quickstart', 'bundle');

/** What a user writes, in JavaScript, with the package from the registry. */
const PROGRAM = `
const { App, Chart } = require('cdk8s');
const { Bundle, BundleDeployment, OlmInstallation } = require('olm-constructs');
const app = new App({ outdir: 'out' });
const chart = new Chart(app, 'chart');
new OlmInstallation(chart, 'olm');
new BundleDeployment(chart, 'hello', { bundle: Bundle.fromArchive('bundle.tar.gz') });
app.synth();
`;

/** The same as components. */
const COMPONENTS = `
import { Bundle, BundleDeployment, OlmInstallation } from 'olm-constructs/pulumi';
import * as pulumi from '@pulumi/pulumi';
const olm = new OlmInstallation('olm');
export const hello = new BundleDeployment('hello', { bundle: Bundle.fromArchive('bundle.tar.gz'), namespace: pulumi.output('hello') }, { dependsOn: olm });
`;

describe('the package as it is published', () => {
  let folder: string;
  let staged: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-package-'));
    staged = await installPackage(folder);
    for (const peer of ['cdk8s', 'constructs']) {
      symlinkSync(join(ROOT, 'node_modules', peer), join(folder, 'node_modules', peer));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('makes the same manifests as the source, in a project that has the package and its peers alone', () => {
    create({ file: join(folder, 'bundle.tar.gz'), gzip: true, cwd: BUNDLE, sync: true }, readdirSync(BUNDLE));
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    const ran = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });

    const chart = new Chart(new App(), 'chart');
    new OlmInstallation(chart, 'olm');
    new BundleDeployment(chart, 'hello', { bundle: Bundle.fromDirectory(BUNDLE) });
    expect(readFileSync(join(folder, 'out', 'chart.k8s.yaml'), 'utf8')).toBe(Yaml.stringify(...Testing.synth(chart) as object[]));
  });

  test('says what its components need, where that is not installed', () => {
    const ran = spawnSync(process.execPath, ['-e', 'require("olm-constructs/pulumi")'], { cwd: folder, encoding: 'utf8' });
    expect(ran.stderr).toContain('olm-constructs/pulumi needs @pulumi/pulumi and @pulumi/kubernetes, which is not installed here: run '
      + '`npm install @pulumi/pulumi @pulumi/kubernetes`');
  });

  test.each(['nodenext', 'commonjs'])('has types that a strict program compiles with, for modules of kind %s', (module) => {
    symlinkSync(join(ROOT, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'));
    writeFileSync(join(folder, 'program.ts'), PROGRAM.replace(/const (\{.*\}) = require\((.*)\);/g, 'import $1 from $2;'));
    writeFileSync(join(folder, 'components.ts'), COMPONENTS);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
      compilerOptions: {
        strict: true, noEmit: true, target: 'es2022', module, types: [], preserveSymlinks: true, skipLibCheck: true,
        ...(module === 'commonjs' ? { moduleResolution: 'node10', ignoreDeprecations: '6.0' } : {}),
      },
      files: ['program.ts', 'components.ts'],
    }));
    const compiled = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')], { cwd: folder, encoding: 'utf8' });
    expect({ status: compiled.status, stdout: compiled.stdout }).toEqual({ status: 0, stdout: '' });
    rmSync(join(folder, 'node_modules', '@pulumi'));
  });

  test('has components beside the constructs, by either kind of import', () => {
    symlinkSync(join(ROOT, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'));
    const names = 'OlmInstallation, OperatorRegistry, OperatorSubscription, BundleDeployment';
    for (const load of [`const { ${names} } = require('olm-constructs/pulumi');`, `import { ${names} } from 'olm-constructs/pulumi';`]) {
      const type = load.startsWith('import') ? 'module' : 'commonjs';
      const ran = spawnSync(process.execPath, [`--input-type=${type}`, '-e', `${load} console.log([${names}].map(({ name }) => name).join(', '));`], {
        cwd: folder, encoding: 'utf8',
      });
      expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({ stdout: `${names}\n`, stderr: '' });
    }
    rmSync(join(folder, 'node_modules', '@pulumi'));
  });

  test('is smaller than 3 MB, with the licenses of all that is in it', () => {
    expect(sizeOf(staged)).toBeLessThan(3_000_000);
    const { bundledDependencies } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as { bundledDependencies: string[] };
    const licenses = bundledDependencies.map(name => readFileSync(join(staged, 'node_modules', name, 'LICENSE'), 'utf8'));
    for (const name of [...bundledDependencies, 'minipass', 'minizlib', 'yallist']) {
      expect(licenses.join('\n')).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
  });
});

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}
