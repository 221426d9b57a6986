import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PUBLISH = resolve(__dirname, '../../../scripts/release/publish');

let folder: string;
let dist: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-publish-'));
  dist = join(folder, 'dist');
  mkdirSync(join(dist, 'js'), { recursive: true });
  writeFileSync(join(dist, 'js', 'olm constructs-1.2.3.tgz'), 'package');
  writeFileSync(join(dist, 'version.txt'), '1.2.3');
  writeFileSync(join(dist, 'releasetag.txt'), 'v1.2.3');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, env: NodeJS.ProcessEnv = {}, cwd = folder): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('bash', [join(PUBLISH, script), 'dist'], {
    cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
  });
  return { status, output: stdout + stderr };
}

/** Writes a program that stands in for one of the runner. */
function standIn(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main', ...args], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
};

describe('files of a release', () => {
  const checksums = (): string => /^sha256=([0-9a-f]{64})\n$/.exec(run('checksums.sh').output)![1]!;

  test('are as they were built', () => {
    const CHECKSUMS = checksums();
    expect(run('verify.sh', { CHECKSUMS }).status).toBe(0);
    expect(checksums()).toBe(CHECKSUMS);
  });

  test.each<[string, () => void]>([
    ['a file is changed', () => writeFileSync(join(dist, 'js', 'olm constructs-1.2.3.tgz'), 'other')],
    ['a file is added', () => writeFileSync(join(dist, 'js', 'second.tgz'), 'other')],
    ['a file is missing', () => rmSync(join(dist, 'version.txt'))],
    ['the checksums are changed with the files', () => {
      writeFileSync(join(dist, 'version.txt'), '6.6.6');
      run('checksums.sh');
    }],
  ])('are refused if %s', (_, change) => {
    const CHECKSUMS = checksums();
    change();
    expect(run('verify.sh', { CHECKSUMS }).status).not.toBe(0);
  });
});

describe('a Go module', () => {
  test('is committed to its repository, replaces the previous one, and is tagged', () => {
    git('init', '--quiet', '--bare', 'module.git');
    git('clone', '--quiet', 'module.git', 'first');
    mkdirSync(join(folder, 'first', 'olmconstructs'));
    writeFileSync(join(folder, 'first', 'olmconstructs', 'removed.go'), 'package olmconstructs');
    git('-C', 'first', 'add', '.');
    git('-C', 'first', 'commit', '--quiet', '-m', 'first');
    git('-C', 'first', 'push', '--quiet', 'origin', 'HEAD:main');
    git('-C', 'module.git', 'symbolic-ref', 'HEAD', 'refs/heads/main');
    mkdirSync(join(dist, 'go', 'olmconstructs'), { recursive: true });
    writeFileSync(join(dist, 'go', 'olmconstructs', 'go.mod'), 'module github.com/olm-constructs/olm-constructs-go/olmconstructs');
    standIn('ssh-agent', 'true');
    standIn('ssh-add', 'cat >/dev/null');
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']!}`, GO_REPOSITORY: join(folder, 'module.git'), GO_GITHUB_DEPLOY_KEY: 'key' };

    expect(run('go.sh', env)).toEqual({ status: 0, output: '' });

    expect(git('-C', 'module.git', 'ls-tree', '-r', '--name-only', 'olmconstructs/v1.2.3')).toBe('olmconstructs/go.mod');
    expect(git('-C', 'module.git', 'rev-parse', 'main')).toBe(git('-C', 'module.git', 'rev-parse', 'olmconstructs/v1.2.3^{commit}'));
  });
});

describe('a bundle for Maven Central', () => {
  test('has a signature and checksums of each file, and the password in no argument', () => {
    const place = join(dist, 'java', 'io', 'github');
    mkdirSync(place, { recursive: true });
    ['a-1.2.3.jar', 'a-1.2.3.pom', 'a-1.2.3.jar.md5', 'maven-metadata.xml'].forEach((name) => writeFileSync(join(place, name), name));
    const log = join(folder, 'log');
    standIn('gpg', `echo "gpg $*" >>'${log}'; if [[ "$*" == *--detach-sign* ]]; then read -r passphrase; echo "signed with $passphrase" >"\${@: -1}.asc"; else cat >/dev/null; fi`);
    standIn('zip', `find . -type f | LC_ALL=C sort >>'${log}'`);
    standIn('curl', `echo "curl $*" >>'${log}'; cat >'${folder}/header'`);
    const env = { MAVEN_USERNAME: 'user', MAVEN_PASSWORD: 'pass word', MAVEN_GPG_PRIVATE_KEY: 'private', MAVEN_GPG_PRIVATE_KEY_PASSPHRASE: 'secret words' };

    expect(run('maven.sh', { PATH: `${join(folder, 'bin')}:${process.env['PATH']!}`, ...env })).toEqual({ status: 0, output: '' });

    const written = readFileSync(log, 'utf8');
    const files = ['jar', 'pom'].flatMap((extension) => ['', '.asc', '.md5', '.sha1'].map((suffix) => `./io/github/a-1.2.3.${extension}${suffix}`));
    expect(written.match(/^\.\/.*$/gm)).toEqual(files);
    expect(written).toContain('publishingType=AUTOMATIC');
    expect(Object.values(env).filter((secret) => written.includes(secret) && secret !== 'user')).toEqual([]);
    expect(readFileSync(join(folder, 'header'), 'utf8')).toBe(`header = "Authorization: Bearer ${Buffer.from('user:pass word').toString('base64')}"\n`);
  });
});

describe('a release is refused', () => {
  beforeEach(() => {
    git('init', '--quiet', '--bare', 'origin.git');
    git('clone', '--quiet', 'origin.git', 'checkout');
    git('-C', 'checkout', 'commit', '--quiet', '--allow-empty', '-m', 'one');
    git('-C', 'checkout', 'push', '--quiet', 'origin', 'HEAD:main');
  });
  const inCheckout = (script: string, env: NodeJS.ProcessEnv): number | null => {
    git('-C', 'checkout', 'config', 'core.quotePath', 'false');
    spawnSync('ln', ['-sfn', dist, join(folder, 'checkout', 'dist')]);
    return run(script, env, join(folder, 'checkout')).status;
  };

  test('if it is not the newest commit of main', () => {
    const head = git('-C', 'checkout', 'rev-parse', 'HEAD');
    expect(inCheckout('expect-newest-commit.sh', { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: head })).toBe(0);
    expect(inCheckout('expect-newest-commit.sh', { GITHUB_REF: 'refs/heads/other', GITHUB_SHA: head })).toBe(1);
    expect(inCheckout('expect-newest-commit.sh', { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: '0'.repeat(40) })).toBe(1);
  });

  test('if its version has been released', () => {
    expect(inCheckout('expect-new-tag.sh', {})).toBe(0);
    git('-C', 'checkout', 'tag', 'v1.2.3');
    git('-C', 'checkout', 'push', '--quiet', 'origin', 'v1.2.3');
    expect(inCheckout('expect-new-tag.sh', {})).toBe(1);
  });
});
