import { type BundleImage, ImageMirroring } from '../../lib/report/bundle-images';
import { BundleReport } from '../../lib/report/bundle-report';
import { ImagePlace } from '../../lib/report/image-places';
import { bundleOf } from '../builders/bundle-of';

const DIGEST = `sha256:${'0'.repeat(64)}`;

function imagesOf(pod: object, relatedImages: object[] = []): readonly BundleImage[] {
  const deployments = [{ name: 'demo', spec: { template: { spec: pod } } }];
  return BundleReport.of(bundleOf({ spec: { install: { strategy: 'deployment', spec: { deployments } }, relatedImages } })).content.images;
}

const main = { name: 'main', image: 'main.test/demo:1' };

describe('the images of a bundle', () => {
  it('are those of containers, init containers, variables, arguments and spec.relatedImages', () => {
    const images = imagesOf({
      containers: [{
        ...main,
        env: [{ name: 'RELATED_IMAGE_SERVER', value: 'server' }, { name: 'AGENT', value: 'agent.test:5000/agent:1' }, { name: 'MODE', value: 'fast' }],
        args: ['--sidecar=sidecar.test/org/sidecar:v1', 'plain.test/plain:1', '--metrics-bind-address=:8080'],
      }],
      initContainers: [{ name: 'init', image: `init.test/init@${DIGEST}` }],
    }, [{ name: 'related', image: 'related.test/related:1' }]);
    expect(images.map(({ image, uses }) => [image, uses.map(({ place, name }) => `${place} ${name}`)])).toEqual([
      ['agent.test:5000/agent:1', ['environment AGENT']],
      [`init.test/init@${DIGEST}`, ['init-container init']],
      ['main.test/demo:1', ['container main']],
      ['plain.test/plain:1', ['argument ']],
      ['related.test/related:1', ['related-images related']],
      ['server', ['environment RELATED_IMAGE_SERVER']],
      ['sidecar.test/org/sidecar:v1', ['argument --sidecar']],
    ]);
  });

  it('state how mirroring tools find them', () => {
    const images = imagesOf({
      containers: [{ ...main, env: [{ name: 'RELATED_IMAGE_A', value: 'a.test/a:1' }, { name: 'RELATED_IMAGE_B', value: 'b.test/b:1' }] }],
    }, [{ name: 'a', image: 'a.test/a:1' }]);
    expect(images.map(({ image, mirroring }) => [image, mirroring])).toEqual([
      ['a.test/a:1', ImageMirroring.LISTED], ['b.test/b:1', ImageMirroring.MISSED], ['main.test/demo:1', ImageMirroring.BY_CATALOG],
    ]);
  });

  it('state whether they have a digest', () => {
    const images = imagesOf({ containers: [main, { name: 'b', image: `b.test/b:1@${DIGEST}` }] });
    expect(images.map(({ hasDigest }) => hasDigest)).toEqual([true, false]);
  });

  it('are listed once, with all uses', () => {
    expect(imagesOf({ containers: [main, { ...main, name: 'other' }] }, [{ name: '', image: main.image }])).toEqual([{
      image: main.image,
      hasDigest: false,
      mirroring: ImageMirroring.LISTED,
      uses: [
        { place: ImagePlace.RELATED_IMAGES, name: '' },
        { place: ImagePlace.CONTAINER, name: 'main', deployment: 'demo' },
        { place: ImagePlace.CONTAINER, name: 'other', deployment: 'demo' },
      ],
    }]);
  });

  it.each([
    '[{"image": "a.test/a:1"}]', 'http://a.test/a:1', 'a.test/a', 'a/b:1', 'user:pass@host.test/x', '', 'a.test/a:1 b.test/b:1', `${'a.test/a'.repeat(1e5)}:1`,
  ])('do not include other strings: %.30s', (value) => {
    expect(imagesOf({ containers: [{ ...main, env: [{ name: 'X', value }], args: [value, `--x=${value}`] }] })).toHaveLength(1);
  });
});
