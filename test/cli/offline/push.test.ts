import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle, ImageLayout } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { bundleFiles } from '../../builders/bundle-files';
import { enterCommandFolder } from '../../builders/command-folder';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { BUNDLE_LABELS, layoutOf } from '../../builders/image-layout';
import { tarOfFiles } from '../../builders/tar-archive';
import { UploadRegistry } from '../../bundle/registry/upload-registry';

let leave: () => void;
let registry: UploadRegistry;
let dockerConfig: string;

beforeEach(async () => {
  leave = enterCommandFolder();
  registry = await UploadRegistry.start();
  dockerConfig = join(mkdtempSync(join(tmpdir(), 'push-')), 'config.json');
  writeFileSync(dockerConfig, '{}');
});

afterEach(async () => {
  leave();
  rmSync(dockerConfig, { force: true });
  await registry.close();
});

const push = (command: string, source: string, reference: string, ...options: readonly string[]): Promise<CommandLineResult> => (
  runCommandLine([command, 'push', source, `${registry.host}/${reference}`, '--plain-http', '--docker-config', dockerConfig, ...options])
);
const image = (): ImageLayout => Bundle.fromPath('bundle').toImageLayout();

describe('bundle push', () => {
  test('prints the image by its digest, which is the same with --dry-run', async () => {
    const pushed = `${registry.host}/hello/bundle@${image().digest}\n`;
    expect(await push('bundle', 'bundle', 'hello/bundle:v1', '--dry-run')).toMatchObject({ exitCode: 0, stdout: pushed, stderr: '' });
    expect(registry.received).toEqual([]);
    expect(await push('bundle', 'bundle', 'hello/bundle:v1')).toMatchObject({ exitCode: 0, stdout: pushed, stderr: '' });
    expect([...registry.tags]).toEqual([['hello/bundle:v1', image().digest]]);
  });

  test('and catalog push print the same digests at another time, in another time zone, with files of other times', async () => {
    const digests = async (): Promise<string[]> => [
      (await push('bundle', 'bundle', 'hello/bundle:v1', '--dry-run')).stdout, (await push('catalog', 'catalog', 'hello/catalog:v1', '--dry-run', '-o', 'json')).stdout,
    ];
    const expected = await digests();
    const { TZ } = process.env;
    jest.useFakeTimers({ now: new Date('2001-02-03T04:05:06Z'), doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout'] });
    try {
      process.env['TZ'] = 'Pacific/Kiritimati';
      readdirSync('.', { recursive: true, encoding: 'utf8' }).forEach((file) => utimesSync(file, 1, 1));
      expect(await digests()).toEqual(expected);
    } finally {
      jest.useRealTimers();
      process.env['TZ'] = TZ ?? '';
    }
  });

  test('pushes an image layout and an image as they are, with its blobs where they are', async () => {
    image().write('layout');
    await push('bundle', 'layout', 'hello/bundle:v1');
    registry.received.length = 0;
    const { stdout } = await push('bundle', `${registry.host}/hello/bundle:v1`, 'hello/copy:v1', '--max-chunk-bytes', '200');
    expect(stdout).toBe(`${registry.host}/hello/copy@${image().digest}\n`);
    expect(registry.steps.filter((step) => step === 'POST mount')).toHaveLength(2);
  });

  test('pushes the archive of a layout as it is, and makes an image of the archive of a bundle', async () => {
    const files = layoutOf({ labels: { ...BUNDLE_LABELS, other: '' } });
    writeFileSync('layout.tar', tarOfFiles(files));
    writeFileSync('bundle.tar', tarOfFiles(bundleFiles()));
    const digests = [ImageLayout.fromPath('layout.tar').digest, Bundle.fromPath('bundle.tar').toImageLayout().digest];
    expect(Bundle.fromPath('layout.tar').toImageLayout().digest).not.toBe(digests[0]);
    for (const [index, archive] of ['layout.tar', 'bundle.tar'].entries()) {
      expect((await push('bundle', archive, 'hello/bundle:v1', '--dry-run')).stdout).toBe(`${registry.host}/hello/bundle@${digests[index]!}\n`);
    }
  });

  test('prints what other commands take', async () => {
    const { stdout } = await push('bundle', 'bundle', 'hello/bundle:v1');
    const { stdout: images, exitCode } = await runCommandLine(['images', stdout.trim(), '--plain-http', '--docker-config', dockerConfig]);
    expect([exitCode, images]).toEqual([0, expect.stringContaining(stdout.trim())]);
  });

  test('writes a layout instead', async () => {
    await push('bundle', 'bundle', 'hello/bundle:v1', '--to', 'layout.tar', '-o', 'json');
    expect([ImageLayout.fromPath('layout.tar').digest, registry.received]).toEqual([image().digest, []]);
  });

  test.each<[string, readonly string[], number, string]>([
    ['a reference without a tag', ['bundle', 'registry.example.com/x'], 4, 'it must end in a tag, such as :v1.0.0, or in a digest'],
    ['a catalog', ['catalog', 'registry.example.com/x:v1'], 4, ''],
    ['contradictory options', ['bundle', 'registry.example.com/x:v1', '--dry-run', '--to', 'x'], 2, '--to writes images and --dry-run nothing; omit one of them'],
    ['a chunk without bytes', ['bundle', '127.0.0.1:1/x:v1', '--max-chunk-bytes', '0'], 4, '--max-chunk-bytes must be a positive integer, got 0'],
  ])('refuses %s', async (_, args, exitCode, message) => {
    expect(await runCommandLine(['bundle', 'push', ...args])).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) as string });
  });

  test('reports a registry that refuses, in terms of the command line', async () => {
    registry.rule = ({ method }) => (method === 'PUT' ? { answer: { status: 413 } } : undefined);
    expect(await push('bundle', 'bundle', 'hello/bundle:v1')).toMatchObject({
      exitCode: 4, stdout: '', stderr: expect.stringMatching(/refused the push to hello\/bundle with status 413: .*; set --max-chunk-bytes to less\n$/) as string,
    });
    registry.rule = () => ({ answer: { status: 401 } });
    expect((await push('bundle', 'bundle', 'hello/bundle:v1')).stderr).toMatch(/no credentials were sent; log in with `docker login`, or set --docker-config to a file with the credentials\n$/);
  });
});

describe('catalog push', () => {
  test('pushes the bundles first, and prints all images as JSON', async () => {
    const { stdout, exitCode } = await push('catalog', 'catalog', 'team/catalog:v1', '-o', 'json');
    const layout = Catalog.fromDirectory('catalog').toImageLayout({ bundleRepository: `${registry.host}/team/catalog` });
    const [bundle] = layout.bundles;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ apiVersion: 'olm-constructs/v1', kind: 'ImagePush', isPushed: true, images: [
      { name: 'hello-operator.v0.1.0', image: `${registry.host}/team/catalog@${bundle!.digest}`, digest: bundle!.digest, tag: `hello-operator.v0.1.0-${bundle!.digest.slice(7, 19)}` },
      { name: 'catalog', image: `${registry.host}/team/catalog@${layout.digest}`, digest: layout.digest, tag: 'v1' },
    ] });
  });

  test('writes one layout with all images', async () => {
    const { stdout } = await push('catalog', 'catalog', 'team/catalog:v1', '--to', 'images', '--bundle-repository', 'quay.io/team/bundles');
    const catalog = Catalog.fromOciLayout('images', { image: 'catalog' });
    expect(stdout).toBe(`${registry.host}/team/catalog@${ImageLayout.fromPath('images', { image: 'catalog' }).digest}\n`);
    expect(catalog.bundles.map((bundle) => bundle.image)).toEqual([`quay.io/team/bundles@${ImageLayout.fromPath('images', { image: 'hello-operator.v0.1.0' }).digest}`]);
    expect((await push('catalog', 'catalog', 'team/catalog:v1', '--to', 'images')).exitCode).toBe(0);
    expect((await push('catalog', 'catalog', 'team/catalog:v1', '--to', 'bundle')).stderr).toContain('the folder is not empty, and is not an image layout');
  });

  describe.each(['images', 'images.tar'])('of the layout %s with all images', (path) => {
    beforeEach(async () => {
      await push('catalog', 'catalog', 'team/catalog:v1', '--to', path, '--bundle-repository', `${registry.host}/team/bundles`);
    });

    test.each<[string, (layout: string) => string[], ExitCode]>([
      ['catalog validate', (layout) => ['catalog', 'validate', layout], ExitCode.SUCCESS],
      ['catalog filter', (layout) => ['catalog', 'filter', layout, '--heads-only'], ExitCode.SUCCESS],
      ['catalog merge', (layout) => ['catalog', 'merge', layout], ExitCode.SUCCESS],
      ['catalog graph', (layout) => ['catalog', 'graph', layout], ExitCode.SUCCESS],
      ['catalog diff', (layout) => ['catalog', 'diff', layout, layout], ExitCode.SUCCESS],
      ['images', (layout) => ['images', layout], ExitCode.SUCCESS],
    ])('%s reads the catalog', async (_, args, exitCode) => {
      expect(await runCommandLine(args(path))).toMatchObject({ exitCode, stderr: '' });
    });

    test('pushes each image as it is, the bundles to the repository that the catalog refers to', async () => {
      const args = [path, 'other/copy:v2', '-o', 'json'] as const;
      const planned = JSON.parse((await push('catalog', ...args, '--dry-run')).stdout) as object;
      expect(registry.received).toEqual([]);
      const { exitCode, stdout } = await push('catalog', ...args);
      expect([exitCode, JSON.parse(stdout)]).toEqual([0, { ...planned, isPushed: true }]);
      const layout = Catalog.fromDirectory('catalog').toImageLayout({ bundleRepository: `${registry.host}/team/bundles` });
      expect([...registry.tags]).toEqual([
        [expect.stringContaining('team/bundles:hello-operator.v0.1.0-'), layout.bundles[0]!.digest], ['other/copy:v2', layout.digest],
      ]);
      expect((await push('catalog', path, 'other/copy:v2', '--bundle-repository', 'quay.io/x')).stderr).toContain('its bundles go to the repository that it refers to');
    });

    test('and is no bundle', async () => {
      expect((await push('bundle', path, 'other/copy:v2')).stderr).toContain('this is a catalog image');
    });
  });

  test('does not change an image that it copies', async () => {
    await push('catalog', 'catalog', 'team/catalog:v1');
    const { stdout } = await push('catalog', `${registry.host}/team/catalog:v1`, 'team/copy:v1');
    expect(stdout).toBe(`${registry.host}/team/copy@${registry.tags.get('team/catalog:v1')!}\n`);
    expect(await push('catalog', `${registry.host}/team/catalog:v1`, 'team/copy:v1', '--bundle-repository', 'quay.io/x')).toMatchObject({
      exitCode: 2, stderr: expect.stringContaining('the images of its bundles stay where they are; omit --bundle-repository') as string,
    });
  });
});

describe('catalog append', () => {
  test('changes the catalog, and prints its upgrades', async () => {
    const { exitCode, stdout, stderr } = await runCommandLine(['catalog', 'append', 'catalog', 'bundle-next', '--channel', 'stable', '--default-channel', 'stable']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('hello-operator.v0.2.0');
    expect(Catalog.fromDirectory('catalog').bundleNames).toEqual(['hello-operator.v0.1.0', 'hello-operator.v0.2.0']);
    expect((await runCommandLine(['catalog', 'validate', 'catalog'])).exitCode).toBe(0);
  });

  test('deprecates, and computes places among versions', async () => {
    await runCommandLine(['catalog', 'append', 'catalog', 'bundle-next', '--channel', 'stable', '--semver', '--deprecate', 'hello-operator.v0.1.0=use 0.2.0',
      '--deprecate-channel', 'candidate-v0=use stable', '--image', 'hello-operator.v0.2.0=quay.io/example/hello:v0.2.0']);
    const [first, second] = Catalog.fromDirectory('catalog').bundles;
    expect([first!.deprecation, second!.image]).toEqual(['use 0.2.0', 'quay.io/example/hello:v0.2.0']);
  });

  test('refuses what opm would refuse, and changes nothing', async () => {
    const before = Catalog.fromDirectory('catalog').toYaml();
    const { exitCode, stderr } = await runCommandLine(['catalog', 'append', 'catalog', 'bundle', '--channel', 'candidate-v0']);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('has the bundle "hello-operator.v0.1.0" already')]);
    expect(Catalog.fromDirectory('catalog').toYaml()).toBe(before);
    await runCommandLine(['catalog', 'append', 'catalog', 'bundle-next', '--channel', 'stable']);
    const after = Catalog.fromDirectory('catalog').toYaml();
    const older = await runCommandLine(['catalog', 'append', 'catalog', 'bundle', '--channel', 'stable']);
    expect(older.stderr).toContain('put the bundle in its place among the versions (--semver)');
    expect((await runCommandLine(['catalog', 'append', 'catalog', 'bundle', '--semver', '--replaces', 'x'])).stderr).toContain('--replaces contradicts --semver');
    expect(await runCommandLine(['catalog', 'append', '-', 'bundle-next'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('name a folder or a file') as string });
    expect((await runCommandLine(['catalog', 'append', 'missing', 'bundle-next'])).exitCode).toBe(4);
    expect([Catalog.fromDirectory('catalog').toYaml(), existsSync('missing')]).toEqual([after, false]);
  });
});
