import * as pulumi from '@pulumi/pulumi';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonMap } from '../../lib/formats/json/json-value';
import { BundleImage, CatalogImage, ClusterCatalog, ImageCatalog } from '../../lib/pulumi';
import { IMAGE_PUSH } from '../../lib/pulumi/waiters/image-push-provider';
import { Catalog } from '../../lib/catalog/catalog';
import { bundleOf } from '../builders/bundle-of';
import { UploadRegistry } from '../bundle/registry/upload-registry';
import { printedLines } from './printed-lines';
import { Program, type Registered } from './program';

const bundle = bundleOf();
const catalog = Catalog.fromBundles([bundle]);
const image = bundle.toImageLayout();
const SECRET = 'a-very-secret-word';
let registry: UploadRegistry;
let cacheDirectory: string;
let lines: string[];

beforeEach(async () => {
  lines = printedLines();
  cacheDirectory = mkdtempSync(join(tmpdir(), 'image-push-'));
  registry = await UploadRegistry.start();
});

afterEach(async () => {
  jest.restoreAllMocks();
  rmSync(cacheDirectory, { recursive: true });
  await registry.close();
});

/** Runs a program, and returns the inputs of its pushed image as Pulumi passes them to the provider. */
async function inputsOf(make: () => unknown, isPreview = false): Promise<JsonMap> {
  const program = await Program.run(make, {}, {}, {}, isPreview);
  return plain(pushed(program).inputs);
}

function pushed(program: Program): Registered {
  return program.registered.find(({ type }) => /(Bundle|Catalog)Image$/.test(type))!;
}

/** Returns a value without what is undefined, as a message has it. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

const onLoopback = (): object => ({ plainHttp: true, cacheDirectory, retries: 0 });

describe('the image of a bundle', () => {
  const make = (more: object = {}) => (): BundleImage => new BundleImage('demo', { bundle, reference: pulumi.output(`${registry.host}/org/demo:v1`), ...onLoopback(), ...more });

  it('is pushed by `up`, and known by its digest', async () => {
    const inputs = await inputsOf(make());
    expect(await IMAGE_PUSH.check({}, inputs)).toEqual({ inputs, failures: [] });
    const { id, outs } = await IMAGE_PUSH.create(inputs);
    const { digest } = bundle.toImageLayout();
    expect([id, outs['image'], outs['digest'], outs['drift']]).toEqual(
      [`image ${registry.host}/org/demo:v1`, `${registry.host}/org/demo@${digest}`, digest, []]);
    expect([...registry.tags]).toEqual([['org/demo:v1', digest]]);
    expect(await IMAGE_PUSH.diff(id, outs, inputs)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
    expect(lines).toEqual([`image ${registry.host}/org/demo:v1: pushed as ${registry.host}/org/demo@${digest}`]);
  });

  it('is not written into the cache by a preview', async () => {
    await inputsOf(make(), true);
    expect(readdirSync(cacheDirectory)).toEqual([]);
  });

  it('is pushed again after a change, and when a refresh does not find it', async () => {
    const inputs = await inputsOf(make());
    const { id, outs } = await IMAGE_PUSH.create(inputs);
    const other = await inputsOf(make({ bundle: bundleOf({ version: '2.0.0' }) }));
    expect(await IMAGE_PUSH.diff(id, outs, other)).toMatchObject({ changes: true, replaces: [] });
    const { outs: updated } = await IMAGE_PUSH.update(id, outs, other);
    expect([...registry.tags.values()]).toEqual([updated['digest']]);

    expect((await IMAGE_PUSH.read(id, updated)).props['drift']).toEqual([]);
    registry.tags.set('org/demo:v1', outs['digest'] as string);
    const { props } = await IMAGE_PUSH.read(id, updated);
    expect(props['drift']).toEqual([`the tag v1 of ${registry.host}/org/demo no longer refers to ${String(updated['digest'])}`]);
    expect(await IMAGE_PUSH.diff(id, props, other)).toMatchObject({ changes: true });
    registry.manifests.clear();
    registry.tags.clear();
    expect((await IMAGE_PUSH.read(id, updated)).props['drift']).toEqual([`the registry no longer has ${String(updated['image'])}`]);
    await IMAGE_PUSH.update(id, props, other);
    expect([...registry.tags.values()]).toEqual([updated['digest']]);
  });

  it('stays in the registry when it is deleted', async () => {
    const { id, outs } = await IMAGE_PUSH.create(await inputsOf(make()));
    await IMAGE_PUSH.delete(id, outs);
    expect(registry.tags.size).toBe(1);
    expect(lines.at(-1)).toBe(`image ${registry.host}/org/demo:v1: left in the registry, because others may use it`);
  });

  it('needs credentials that are secrets', async () => {
    registry.rule = ({ authorization }) => (authorization === undefined ? { answer: { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } } } : undefined);
    let areSecret: Promise<boolean[]> | undefined;
    const program = await Program.run(() => {
      const image = new BundleImage('demo', {
        bundle, reference: `${registry.host}/org/demo:v1`, credentials: { username: 'ann', password: SECRET }, proxy: 'http://u:p@proxy', ...onLoopback(),
      }) as unknown as { [field: string]: pulumi.Output<unknown> };
      areSecret = Promise.all(['credentials', 'proxy', 'images'].map((field) => pulumi.isSecret(image[field]!)));
    });
    const { inputs, options } = pushed(program);
    expect([options.additionalSecretOutputs, JSON.stringify(inputs['images'])]).toEqual([['credentials', 'proxy'], expect.not.stringContaining(SECRET)]);
    expect(await areSecret).toEqual([true, true, false]);
    const { proxy: _, ...others } = plain(inputs);
    await IMAGE_PUSH.create(others);
    expect(registry.tags.size).toBe(1);
    expect(lines.join()).not.toContain(SECRET);
    await expect(IMAGE_PUSH.create({ ...others, credentials: undefined, dockerConfig: join(cacheDirectory, 'none') })).rejects.toThrow(/none/);
  });

  it('is refused with an invalid reference, and pushed by no one without the cache', async () => {
    const inputs = await inputsOf(make());
    await expect(inputsOf(make({ reference: 'registry.example.com/org/demo' }))).rejects.toThrow('it must end in a tag');
    expect((await IMAGE_PUSH.check({}, { ...inputs, images: [{ reference: `${registry.host}/org/demo`, digest: image.digest, mediaType: '' }] })).failures).toEqual([{ property: '', reason: expect.stringContaining('it must end in a tag') as string }]);
    rmSync(cacheDirectory, { recursive: true });
    await expect(IMAGE_PUSH.create(await inputsOf(make(), true))).rejects.toThrow('is not in the cache folder: the program that made the image could not write there; set cacheDirectory');
    expect(() => new BundleImage('demo', { bundle, referense: 'x' } as never)).toThrow("unknown key 'referense'");
    cacheDirectory = mkdtempSync(join(tmpdir(), 'image-push-'));
  });
});

describe('the image of a catalog', () => {
  it('is pushed after its bundles, and what OLM v0 and OLM v1 serve', async () => {
    const program = await Program.run(() => {
      const image = new CatalogImage('catalog', { catalog, reference: `${registry.host}/org/catalog:v1`, ...onLoopback() });
      new ImageCatalog('v0', { image: image.image, layout: image.layout, wait: false });
      new ClusterCatalog('v1', { image: image.image, wait: false });
    });
    const { outs } = await IMAGE_PUSH.create(plain(pushed(program).inputs));
    expect([...registry.tags.keys()]).toEqual([expect.stringMatching(/^org\/catalog:demo\.v1\.0\.0-[0-9a-f]{12}$/), 'org/catalog:v1']);
    expect(program.named('v0/CatalogSource').inputs).toMatchObject({ spec: { image: outs['image'], grpcPodConfig: { extractContent: { catalogDir: '/configs' } } } });
    expect(program.named('v1/ClusterCatalog').inputs).toMatchObject({ spec: { source: { image: { ref: outs['image'] } } } });
  });

  it('needs a repository for the images of bundles, if its own is not known', async () => {
    await expect(Program.run(() => new CatalogImage('catalog', { catalog, reference: pulumi.output('registry.example.com/x:v1'), ...onLoopback() })))
      .rejects.toThrow("set 'bundleRepository'");
    const inputs = await inputsOf(() => new CatalogImage('catalog', { catalog, reference: pulumi.output(`${registry.host}/x:v1`), bundleRepository: `${registry.host}/b`, ...onLoopback() }));
    await IMAGE_PUSH.create(inputs);
    expect([...registry.tags.keys()].map((tag) => tag.split(':')[0])).toEqual(['b', 'x']);
  });
});
