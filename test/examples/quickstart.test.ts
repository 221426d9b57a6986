import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { Bundle, Catalog } from 'olm-constructs';
import { quickstartApp } from '../../examples/quickstart/app';
import { readCommandLine } from '../../examples/quickstart/command-line';
import { DEFAULT_ENGINE, EngineChoice } from '../../examples/quickstart/engines';
import { synthesizeInto } from '../../examples/quickstart/output';
import { imagesOf, writeImages } from '../../examples/quickstart/images';
import { report } from '../../examples/quickstart/report';

const ROOT = join(__dirname, '..', '..');
const BUNDLE = join(ROOT, 'examples', 'quickstart', 'bundle');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quickstart-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the command as a user does. */
function npmStart(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [
    '--import', 'tsx', join(ROOT, 'examples', 'quickstart', 'main.ts'), ...args,
  ], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.dev.json') } });
}

describe('the quickstart', () => {
  test('writes OLM\'s CRDs, OLM and the operator as three files, and nothing else', () => {
    const bundle = Bundle.fromDirectory(BUNDLE);
    const written = synthesizeInto(join(folder, 'out'), outdir => quickstartApp({ bundle, engine: DEFAULT_ENGINE, outdir }));

    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
    for (const file of written.files) {
      const objects = Yaml.load(join(folder, 'out', file.name)) as Array<{ kind: string }>;
      expect([...file.kinds].sort()).toEqual(objects.map(object => object.kind).sort());
    }
  });

  test('reports what it wrote, and how to apply it', () => {
    const bundle = Bundle.fromDirectory(BUNDLE);
    const written = synthesizeInto(join(folder, 'out'), outdir => quickstartApp({ bundle, engine: DEFAULT_ENGINE, outdir }));

    expect(report('dist', written, 'olm-v0')).toMatchSnapshot();
  });

  test.each<[EngineChoice['name'], string[]]>([
    ['olm-v1', ['Namespace', 'ClusterCatalog', 'ClusterExtension']],
    ['rukpak', ['Namespace', 'ConfigMap', 'ConfigMap', 'BundleDeployment']],
    ['plain', ['CustomResourceDefinition', 'Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'Deployment']],
  ])('installs the same operator with the engine %s', (name, kinds) => {
    const bundle = Bundle.fromDirectory(BUNDLE);
    const engine = { ...DEFAULT_ENGINE, name, catalogImage: name === 'olm-v1' ? 'registry.example.com/hello-catalog:v1' : undefined };
    const written = synthesizeInto(join(folder, 'out'), outdir => quickstartApp({ bundle, engine, outdir }));

    expect(written.files.map(file => file.name)).toEqual(['operator.k8s.yaml']);
    expect(written.files[0]!.kinds).toEqual(kinds);
    expect(report('dist', written, name)).toMatchSnapshot();
  });

  test('writes the images for OLM v1, and says how to push them', () => {
    const images = imagesOf(Bundle.fromDirectory(BUNDLE), 'registry.example.com/hello');
    expect(images.catalogImage).toBe(`registry.example.com/hello/catalog@${images.catalog.digest}`);
    expect(writeImages(images, folder)).toEqual([
      `crane push ${join(folder, 'images', 'bundle')} registry.example.com/hello/bundle:latest`,
      `crane push ${join(folder, 'images', 'catalog')} registry.example.com/hello/catalog:latest`,
    ]);
    expect(Catalog.fromOciLayout(join(folder, 'images', 'catalog')).bundles.map(({ image }) => image)).toEqual([
      `registry.example.com/hello/bundle@${images.bundle.digest}`,
    ]);
  });

  test('keeps other files of the folder', () => {
    writeFileSync(join(folder, 'mine.yaml'), 'mine: true\n');
    const bundle = Bundle.fromDirectory(BUNDLE);
    synthesizeInto(folder, outdir => quickstartApp({ bundle, engine: DEFAULT_ENGINE, outdir }));

    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe('mine: true\n');
  });

  test('writes nothing when the synthesis fails', () => {
    expect(() => synthesizeInto(join(folder, 'out'), () => {
      throw new Error('refused');
    })).toThrow('refused');

    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the command line', () => {
  const V0 = { engine: 'olm-v0', repository: undefined };

  test.each([
    [[], { bundle: undefined, out: undefined, ...V0, slim: false, help: false }],
    [['bundle'], { bundle: 'bundle', out: undefined, ...V0, slim: false, help: false }],
    [['bundle', '--out', 'there', '--slim'], { bundle: 'bundle', out: 'there', ...V0, slim: true, help: false }],
    [['--help'], { bundle: undefined, out: undefined, ...V0, slim: false, help: true }],
  ])('reads %j', (args, expected) => {
    expect(readCommandLine(args)).toEqual(expected);
  });

  test('reads the engine', () => {
    expect(readCommandLine(['--engine', 'plain'])).toMatchObject({ engine: 'plain' });
    expect(readCommandLine(['--engine', 'olm-v1', '--repository', 'r.example/c'])).toMatchObject({ engine: 'olm-v1', repository: 'r.example/c' });
  });

  test.each([
    [['--engine', 'olm'], "unknown engine 'olm'; known engines: olm-v0, olm-v1, rukpak, plain"],
    [['--engine', 'olm-v1'], 'OLM v1 installs from images only; add --repository with a repository to push them to, such as registry.example.com/hello'],
    [['--repository', 'r.example/c'], '--repository is for the engine olm-v1, and the engine is olm-v0; omit it, or add --engine olm-v1'],
    [['--engine', 'plain', '--slim'], '--slim is for the engine olm-v0, and the engine plain takes bundles of any size; omit it'],
  ])('refuses %j', (args, message) => {
    expect(() => readCommandLine(args)).toThrow(message);
  });

  test('refuses a second path, and unknown options', () => {
    expect(() => readCommandLine(['one', 'two'])).toThrow('expected one path, got 2: one two; see `npm start -- --help`');
    expect(() => readCommandLine(['--bundle', 'x'])).toThrow('--bundle');
  });
});

describe('the command', () => {
  test('reports an invalid path in one line, and leaves no folder behind', () => {
    const ended = npmStart(join(folder, 'missing'), '--out', join(folder, 'out'));

    expect(ended.status).toBe(1);
    expect(ended.stdout).toBe('');
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(join(folder, 'missing'));
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('prints its usage', () => {
    const ended = npmStart('--help');

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toContain('npm start -- PATH --out DIR');
  });
});
