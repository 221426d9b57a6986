import * as pulumi from '@pulumi/pulumi';
import { App, Chart, Duration } from 'cdk8s';
import * as constructs from '../../lib';
import {
  ChartComponent, DefaultCatalog, ImageCatalog, OlmInstallation, OlmV1Engine, OperatorSubscription, SecurityContextConfig,
} from '../../lib/pulumi';
import { checkedImageCatalogImage } from '../../lib/pulumi/program/construct-checks';
import { Program, type Registered } from './program';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const IMAGE = 'quay.io/example/catalog:v1';

function waiter(program: Program, name: string): Registered {
  return program.registered.find((found) => found.type.startsWith('pulumi-nodejs:dynamic') && found.name === name)!;
}

describe('ImageCatalog', () => {
  it('is the catalog of a Subscription, which comes after OLM has a connection to it', async () => {
    const program = await Program.run(() => {
      const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), catalogNamespace: 'catalogs' });
      const catalog = new ImageCatalog('community', {
        image: IMAGE, name: 'community', pollInterval: Duration.hours(1), olm, grpcPodConfig: { securityContextConfig: SecurityContextConfig.LEGACY },
      });
      new OperatorSubscription('prometheus', { catalog, packageName: 'prometheus', channel: 'beta' });
    });

    expect(program.named('community/CatalogSource').inputs).toMatchObject({
      metadata: { name: 'community', namespace: 'catalogs' },
      spec: { sourceType: 'grpc', image: IMAGE, updateStrategy: { registryPoll: { interval: '1h' } }, grpcPodConfig: { securityContextConfig: 'legacy' } },
    });
    expect(program.named('community/CatalogSource').after).toContain('olm/CustomResourceDefinition-catalogsources.operators.coreos.com');
    expect(waiter(program, 'community/CatalogReady').inputs).toMatchObject({ name: 'community', namespace: 'catalogs', revision: IMAGE });
    expect(waiter(program, 'community/CatalogReady').inputs).not.toHaveProperty('deployment');
    expect(waiter(program, 'community/CatalogReady').after).toEqual(expect.arrayContaining(['community/CatalogSource', 'olm/OlmReady']));
    expect(program.named('prometheus/Subscription').inputs).toMatchObject({ spec: { source: 'community', sourceNamespace: 'catalogs', name: 'prometheus' } });
    expect(program.named('prometheus/Subscription').after).toEqual(expect.arrayContaining(['community/CatalogSource', 'community/CatalogReady']));
  });

  it('has no waiter with wait: false', async () => {
    const program = await Program.run(() => new ImageCatalog('community', { image: IMAGE, wait: false }).ready);
    expect(program.registered.map(({ type }) => type)).not.toContainEqual(expect.stringContaining('pulumi-nodejs:dynamic'));
  });

  it('takes an image that another resource outputs, from the mirror', async () => {
    let image: pulumi.Output<string> | undefined;
    const program = await Program.run(() => {
      const built = pulumi.output(`quay.io/example/catalog@${DIGEST}`);
      ({ image } = new ImageCatalog('community', { image: built, requireDigest: true, registryMirror: 'mirror.example.com', name: pulumi.output('mine') }));
    });
    expect(program.named('community/CatalogSource').inputs).toMatchObject({
      metadata: { name: 'mine' }, spec: { image: `mirror.example.com/example/catalog@${DIGEST}`, displayName: 'mine' },
    });
    expect(waiter(program, 'community/CatalogReady').inputs).toMatchObject({ name: 'mine', revision: `mirror.example.com/example/catalog@${DIGEST}` });
    expect(await new Promise((resolve) => image!.apply(resolve))).toBe(`mirror.example.com/example/catalog@${DIGEST}`);
  });

  it.each<[string, ConstructorParameters<typeof ImageCatalog>[1], string]>([
    ['a tag where a digest is required', { image: IMAGE, requireDigest: true }, `[ImageCatalog/c] image "${IMAGE}" has no digest, but requireDigest is set`],
    ['an unknown argument', { image: IMAGE, poll: '1h' } as never, "unknown key 'poll' in args of ImageCatalog 'c'"],
    ['a misspelled timeout', { image: IMAGE, wait: { timeout: {} } as never }, "unknown key 'timeout' in"],
    ['a missing image', {} as never, "image in args of ImageCatalog 'c' is required: set it to a string (image of the catalog, such as "],
  ])('refuses %s', async (_, args, message) => {
    await expect(Program.run(() => new ImageCatalog('c', args))).rejects.toThrow(message);
  });

  it.each<[string, string, Omit<Parameters<typeof checkedImageCatalogImage>[1], 'image'>, string]>([
    ['a tag where a digest is required', IMAGE, { requireDigest: true },
      `[ImageCatalog/c] image "${IMAGE}" has no digest, but requireDigest is set; write it as registry/repository@sha256:<64 hex digits>`],
    ['a digest that is polled', `a.b/c@${DIGEST}`, { pollInterval: Duration.hours(1) },
      `[ImageCatalog/c] pollInterval is "1h", but image "a.b/c@${DIGEST}" has a digest and cannot change; omit pollInterval, or name the image by a tag`],
    ['an image without a tag, with OLM v1', 'quay.io/example/catalog', { engine: new OlmV1Engine() }, 'spec.source.image.ref: must end with a digest or a tag'],
  ])('refuses %s once the image is known', (_, image, settings, message) => {
    expect(() => checkedImageCatalogImage('c', { image, ...settings })).toThrow(message);
  });
});

describe('a chart', () => {
  it('has waiters for its ImageCatalogs', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'platform');
      const catalog = new constructs.ImageCatalog(chart, 'community', { image: IMAGE });
      new constructs.OperatorSubscription(chart, 'prometheus', { catalog, packageName: 'prometheus' });
      ChartComponent.fromChart('platform', chart);
    });
    expect(waiter(program, 'platform/community/CatalogReady').inputs).toMatchObject({ name: expect.stringContaining('community') as string, namespace: 'olm' });
    expect(program.named('platform/prometheus/Subscription').after).toContain('platform/community/CatalogReady');
  });
});
