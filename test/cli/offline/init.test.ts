import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { PACKAGE_VERSION } from '../../builders/package-version';
import { VERSIONS } from '../../../lib/cli/projects/package-json';

const ROOT = resolve(__dirname, '../../..');

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

/** Files of a project, without those of a bundle. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).filter((path) => !path.startsWith('bundle/')).sort();
}

function scriptsOf(folder: string): { readonly [name: string]: string } {
  return (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { readonly scripts: { readonly [name: string]: string } }).scripts;
}

// test/docs/snippets.test.ts compiles the programs, and e2e/projects.e2e.ts runs the scripts of projects with the packed package.
describe('init', () => {
  test('creates a cdk8s app for a bundle, which synthesizes', async () => {
    const { exitCode, stdout } = await runCommandLine(['init', 'my project', '--bundle', 'bundle']);
    const files = ['package.json', 'tsconfig.json', 'cdk8s.yaml', '.gitignore', 'app.ts', 'main.ts', 'app.test.ts', 'README.md', '.github/workflows/ci.yaml'];
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `${files.map((file) => `my project/${file}\n`).join('')}\nNext:\n\n  cd 'my project' && npm install && npm run synth && npm run deploy\n`,
    });
    expect(filesOf('my project')).toEqual([...files].sort());
    expect(JSON.parse(readFileSync('my project/package.json', 'utf8'))).toMatchObject({ name: 'my-project', dependencies: { 'olm-constructs': `^${PACKAGE_VERSION}` } });
    symlinkSync(join(ROOT, 'node_modules'), 'my project/node_modules');
    process.chdir('my project');
    const reports = [jest.spyOn(process.stderr, 'write'), jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
    await import(resolve('main.ts'));
    reports.forEach((report) => expect(report).not.toHaveBeenCalled());
    expect(readdirSync('dist')).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
  });

  test.each(['cdk8s', 'pulumi'])('writes the bundle of the quick start without a bundle, and its custom resource: %s', async (tool) => {
    await runCommandLine(['init', 'project', '--with', tool]);
    const files = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    expect(files('project/bundle')).toEqual(files('bundle'));
    files('bundle').filter((path) => path.endsWith('.yaml')).forEach((path) => {
      expect(readFileSync(`project/bundle/${path}`, 'utf8')).toBe(readFileSync(`bundle/${path}`, 'utf8'));
    });
    expect(await runCommandLine(['validate', 'project/bundle'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync('project/greeting.yaml', 'utf8')).toContain('kind: Greeting');
  });

  test('locks a package of OperatorHub.io, in projects of both tools', async () => {
    for (const [tool, more] of [['cdk8s', ['app.test.ts', 'app.ts', 'main.ts']], ['pulumi', ['Pulumi.yaml', 'index.test.ts', 'index.ts', 'lock.ts']]] as const) {
      const folder = `project-${tool}`;
      expect((await runCommandLine(['init', folder, '--package', 'hello-operator', '--with', tool, '--ci', 'gitlab'])).stdout).toContain('npm install && npm run update && ');
      expect(filesOf(folder)).toEqual([
        '.gitignore', '.gitlab-ci.yml', '.gitlab/update-operators.yml', 'README.md', 'cdk8s.yaml', ...more, 'package.json', 'tsconfig.json',
      ].sort());
      expect(scriptsOf(folder)['update']).toBe('olm-constructs catalog filter quay.io/operatorhubio/catalog:latest --package hello-operator --dependencies --out catalog'
        + ' && olm-constructs lock --update-all');
    }
  });

  test('has commands in its scripts and READMEs that exist, with options that they have', async () => {
    const commands: string[] = [];
    for (const tool of ['cdk8s', 'pulumi']) {
      for (const source of [[], ['--package', 'hello-operator']]) {
        const folder = `${tool}-${source.length}`;
        await runCommandLine(['init', folder, '--with', tool, ...source]);
        const scripts = scriptsOf(folder);
        const readme = readFileSync(`${folder}/README.md`, 'utf8');
        const shown = [...readme.matchAll(/^npm run (\w+)$/gm)].map(([, name]) => name!);
        expect(shown.filter((name) => scripts[name] === undefined)).toEqual([]);
        commands.push(...[...Object.values(scripts), readme].flatMap((text) => [...text.matchAll(/olm-constructs ([a-z][^&|\n`]*)/g)].map(([, command]) => command!.trim())));
      }
    }
    const unique = [...new Set(commands)].filter((command) => command.split(' ').length > 1 && !/^(for|that|with)/.test(command)).sort();
    expect(unique.length).toBeGreaterThanOrEqual(5);
    for (const command of unique) {
      const words = command.split(' ');
      const { exitCode, stdout } = await runCommandLine([...words.slice(0, words[0] === 'catalog' ? 2 : 1), '--help']);
      expect({ command, exitCode }).toEqual({ command, exitCode: 0 });
      expect(words.filter((word) => word.startsWith('-') && !new RegExp(`(?:^|[\\s,])${word}\\b`).test(stdout))).toEqual([]);
    }
  });

  test('installs the library from a tarball, with its path relative to the project', async () => {
    writeFileSync('olm-constructs-0.0.0.tgz', '');
    await runCommandLine(['init', 'deep/project', '--library', 'olm-constructs-0.0.0.tgz']);
    await runCommandLine(['init', 'next', '--library', '1.2.3']);
    const library = (folder: string): unknown => (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { dependencies: { [name: string]: string } }).dependencies['olm-constructs'];
    expect([library('deep/project'), library('next')]).toEqual(['file:../../olm-constructs-0.0.0.tgz', '1.2.3']);
  });

  test('requires the versions that the library was tested with', () => {
    const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { [name: string]: string }; peerDependencies: { [name: string]: string };
    };
    expect(VERSIONS).toEqual(Object.fromEntries(Object.keys(VERSIONS).map((name) => [name, peerDependencies[name] ?? devDependencies[name]])));
  });

  test.each([['github', '.github/workflows/update-operators.yaml'], ['gitlab', '.gitlab/update-operators.yml']])('adds updates by pull requests to an app, and nothing else: %s', async (service, path) => {
    cpSync('cdk8s.yaml', 'mine/cdk8s.yaml');
    expect(await runCommandLine(['init', 'mine', '--ci', service])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`mine/${path}\n`) as string });
    expect(filesOf('mine')).toEqual([path, 'cdk8s.yaml'].sort());
    writeFileSync(`mine/${path}`, 'changed');
    expect(await runCommandLine(['init', 'mine', '--ci', service])).toEqual({ exitCode: 4, stdout: '', stderr: `error: mine/${path} exists; remove it first to write it again\n` });
    expect(readFileSync(`mine/${path}`, 'utf8')).toBe('changed');
  });

  test.each([
    ['without --ci', [], 4, 'mine: the folder is not empty; choose another one, or add only --ci to update the operators of the app in it'],
    ['with more than --ci', ['--ci', 'github', '--package', 'keda'], 4, 'mine: the folder is not empty; choose another one; only --ci adds to it'],
    ['without an app', ['--ci', 'github'], 4, 'mine/cdk8s.yaml does not exist; the lock belongs to a cdk8s app: create the file with `app`, the command that runs it'],
    ['with an unknown service', ['--ci', 'jenkins'], 2, "--ci must be one of github, gitlab, and is 'jenkins'"],
  ])('does not touch a folder that is not empty, %s', async (_, args, exitCode, message) => {
    mkdirSync('mine');
    writeFileSync('mine/file', '');
    expect(await runCommandLine(['init', 'mine', ...args])).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(`error: ${message}\n`) as string });
    expect(filesOf('mine')).toEqual(['file']);
  });

  test.each([
    [['--bundle', 'bundle', '--package', 'keda'], '--bundle and --package are two sources of one operator; omit one of them'],
    [['--package', 'a b; rm -rf /'], "--package must be the name of a package, of lowercase letters, digits, '-' and '.', and is 'a b; rm -rf /'"],
  ])('rejects %j', async (args, message) => {
    expect(await runCommandLine(['init', 'project', ...args])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) as string });
    expect(existsSync('project')).toBe(false);
  });
});
