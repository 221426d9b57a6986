import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { VERSIONS } from '../../../lib/cli/offline/init';
import { PACKAGE_VERSION } from '../../builders/package-version';

const ROOT = resolve(__dirname, '../../..');

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

// test/docs/snippets.test.ts compiles the programs.
describe('init', () => {
  test('creates a cdk8s app that synthesizes', async () => {
    const { exitCode, stdout } = await runCommandLine(['init', 'my project', '--bundle', 'bundle']);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: 'my project/package.json\nmy project/tsconfig.json\nmy project/.gitignore\nmy project/main.ts\n\nNext:\n\n  cd \'my project\' && npm install && npm run synth\n',
    });
    expect(JSON.parse(readFileSync('my project/package.json', 'utf8'))).toMatchObject({ name: 'my-project', dependencies: { 'olm-constructs': `^${PACKAGE_VERSION}` } });
    symlinkSync(join(ROOT, 'node_modules'), 'my project/node_modules');
    process.chdir('my project');
    const reports = [jest.spyOn(process.stderr, 'write'), jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
    await import(resolve('main.ts'));
    reports.forEach((report) => expect(report).not.toHaveBeenCalled());
    expect(readdirSync('dist')).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
  });

  test('creates a Pulumi project', async () => {
    await runCommandLine(['init', 'program', '--with', 'pulumi']);
    expect(readdirSync('program')).toEqual(['.gitignore', 'Pulumi.yaml', 'index.ts', 'package.json', 'tsconfig.json']);
  });

  test('requires the versions that the library was tested with', () => {
    const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { [name: string]: string }; peerDependencies: { [name: string]: string };
    };
    expect(VERSIONS).toEqual(Object.fromEntries(Object.keys(VERSIONS).map((name) => [name, peerDependencies[name] ?? devDependencies[name]])));
  });

  test('does not touch a folder that is not empty', async () => {
    mkdirSync('mine');
    writeFileSync('mine/file', '');
    expect(await runCommandLine(['init', 'mine'])).toEqual({ exitCode: 4, stdout: '', stderr: 'error: mine: the folder is not empty; choose another one\n' });
  });
});
