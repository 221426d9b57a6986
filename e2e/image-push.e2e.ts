import { Bundle, ImageLayout, ImagePushOptions, PushedImage } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf } from '../test/builders/bundle-of';
import { itWith } from '../test/needed';
import { Fault, Front, Passing } from './image-registry/front';
import { ImageHome } from './image-registry/image-home';
import { ImageRegistry } from './image-registry/image-registry';
import { neededProgram } from './programs/found-program';
import { builtProgram } from './programs/go-build';
import { CRANE } from './programs/program';

const PUSH: ImagePushOptions = { plainHttp: true };
const opm = neededProgram('opm');
const bundles = [bundleOf(), bundleOf({ version: '2.0.0', replaces: 'demo.v1.0.0' })];

let registry: ImageRegistry;
let crane: string;
let home: ImageHome;
let pushed: PushedImage;
let layout: ImageLayout;

function catalogLayout(): ImageLayout {
  return Catalog.fromBundles(bundles).toImageLayout({ bundleRepository: `${registry.host}/team/bundles` });
}

beforeAll(async () => {
  crane = await builtProgram(CRANE);
  registry = await ImageRegistry.start();
  home = new ImageHome();
  layout = catalogLayout();
  pushed = await layout.push(`${registry.host}/team/catalog:v1`, PUSH);
}, 10 * 60_000);

afterAll(async () => {
  await registry.stop();
  home.remove();
});

describe('images that are pushed to a real registry', () => {
  it('have the digests that they were built with, on each run', async () => {
    expect(pushed).toMatchObject({ image: `${registry.host}/team/catalog@${layout.digest}`, digest: layout.digest, tag: 'v1' });
    expect(await catalogLayout().push(`${registry.host}/team/catalog:v1`, PUSH)).toEqual(pushed);
    expect(home.run(crane, 'digest', `${registry.host}/team/catalog:v1`)).toBe(layout.digest);
    for (const { image, tag, digest } of pushed.bundles) {
      expect(home.run(crane, 'digest', `${image.split('@')[0]!}:${tag!}`)).toBe(digest);
    }
  });

  it('are valid images to crane', () => {
    [pushed, ...pushed.bundles].forEach(({ image }) => home.run(crane, 'validate', '--remote', image));
  });

  it('are equal however they are uploaded', async () => {
    const image = bundles[0]!.toImageLayout();
    const inChunks = await image.push(`${registry.host}/chunks/bundle:v1`, { ...PUSH, maxChunkBytes: 100 });
    const mounted = await image.push(`${registry.host}/mounted/bundle:v1`, { ...PUSH, mountFrom: ['chunks/bundle'] });
    expect([inChunks.digest, mounted.digest]).toEqual([image.digest, image.digest]);
    [inChunks, mounted].forEach((each) => home.run(crane, 'validate', '--remote', each.image));
    const copy = await ImageLayout.fetch(inChunks.image, { plainHttp: true, cache: false });
    expect((await copy.push(`${registry.host}/copied/bundle:v1`, PUSH)).digest).toBe(image.digest);
    expect(home.run(crane, 'digest', `${registry.host}/copied/bundle:v1`)).toBe(image.digest);
  });

  it('are the catalog and the bundles that it refers to', async () => {
    const catalog = await Catalog.fetch(pushed.image, { plainHttp: true, cache: false });
    expect(catalog.bundles.map(({ image }) => image)).toEqual(pushed.bundles.map(({ image }) => image));
    for (const { image } of catalog.bundles) {
      expect((await Bundle.fetch(image!, { plainHttp: true, cache: false })).packageName).toBe('demo');
    }
  });

  describe('over a connection that breaks', () => {
    const image = bundleOf({ version: '3.0.0' }).toImageLayout();
    const isUpload = ({ method, path }: Passing): boolean => /^P(UT|ATCH)$/.test(method) && path.includes('/uploads/');
    let front: Front;

    beforeAll(async () => {
      front = await Front.before(registry.host);
    });
    afterAll(() => front.close());

    const push = (repository: string, options: ImagePushOptions = {}): Promise<PushedImage> => image.push(`${front.host}/${repository}:v1`, { ...PUSH, ...options });
    const digestOf = (repository: string): string => home.run(crane, 'digest', `${registry.host}/${repository}:v1`);

    it.each<[string, ImagePushOptions]>([['whole', {}], ['in chunks', { maxChunkBytes: 200 }]])('are complete in the end, if the registry gets half of an upload (%s)', async (how, options) => {
      const broken = new Set<string>();
      front.fault = (passing) => {
        const isFirst = isUpload(passing) && broken.size < 2 && !broken.has(passing.path);
        broken.add(isFirst ? passing.path : '');
        return isFirst ? { cutRequestAfter: 100 } : undefined;
      };
      const repository = `broken/${how.replace(' ', '-')}`;
      await push(repository, options);
      expect(broken.size).toBeGreaterThan(1);
      expect(digestOf(repository)).toBe(image.digest);
      home.run(crane, 'validate', '--remote', `${registry.host}/${repository}:v1`);
    }, 120_000);

    it.each<[string, Fault, string]>([
      ['each upload ends half-way', { cutRequestAfter: 100 }, 'cannot be reached: '],
      ['the registry never answers', { silent: true }, 'no data for 1 s'],
      ['the registry refuses', { answer: { status: 403, body: '{"errors":[{"code":"DENIED"}]}' } }, 'refused the push to lost/bundle with status 403 (DENIED)'],
    ])('leave the tag as it was if %s', async (_, fault, message) => {
      const before = bundleOf({ version: '2.9.0' }).toImageLayout();
      await before.push(`${registry.host}/lost/bundle:v1`, PUSH);
      front.fault = (passing) => isUpload(passing) ? fault : undefined;
      await expect(push('lost/bundle', { retries: 1, idleTimeoutSeconds: 1 })).rejects.toThrow(message);
      expect(digestOf('lost/bundle')).toBe(before.digest);
    }, 120_000);
  });

  itWith(opm)('are rendered by opm', () => {
    const rendered = Catalog.fromString(`${home.run(opm.value, 'render', '--skip-tls-verify', `${registry.host}/team/catalog:v1`)}\n`);
    expect(rendered.bundleNames.sort()).toEqual(bundles.map(({ name }) => name).sort());
    const [{ image }] = pushed.bundles as [PushedImage];
    expect((JSON.parse(home.run(opm.value, 'render', '--skip-tls-verify', image)) as { name: string }).name).toBe(bundles[0]!.name);
  });
});
