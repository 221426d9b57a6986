import { deploymentNames, outdatedImage } from '../../../../lib/cluster/waiting/view/cluster-service-version';
import { csv, object } from '../objects';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;

const spec = (...containers: { name: string; image: string }[]): object => ({ template: { spec: { containers } } });
const owner = (...containers: { name: string; image: string }[]): ReturnType<typeof csv> => csv('plain.v1.0.0', 'Succeeded', {
  spec: { install: { spec: { deployments: [{ name: 'other', spec: spec({ name: 'main', image: 'other:v1' }) }, { name: 'plain', spec: spec(...containers) }] } } },
});
const running = (...containers: { name: string; image: string }[]): ReturnType<typeof object> => object('plain', { spec: spec(...containers) });

test('the names of Deployments are those of the install strategy', () => {
  expect(deploymentNames(owner())).toEqual(['other', 'plain']);
  expect(deploymentNames(csv('plain.v1.0.0', 'Succeeded', { spec: { install: {} } }))).toEqual([]);
  expect(deploymentNames(undefined)).toEqual([]);
});

describe('the image of a Deployment', () => {
  const isOutdated = (image: string, wanted: string): boolean => outdatedImage(running({ name: 'main', image }), owner({ name: 'main', image: wanted })) !== undefined;

  it.each([
    ['quay.io/a/plain:v1', 'quay.io/a/plain:v1'],
    [`quay.io/a/plain@${DIGEST}`, `quay.io/a/plain@${DIGEST}`],
    ['plain', 'plain:latest'],
    // Rewritten by an admission webhook.
    ['mirror.example:5000/quay/plain:v1', 'quay.io/a/plain:v1'],
    [`mirror.example:5000/quay/plain@${DIGEST}`, `quay.io/a/plain:v1@${DIGEST}`],
    [`quay.io/a/plain:v1@${DIGEST}`, 'quay.io/a/plain:v1'],
    [`quay.io/a/plain@${DIGEST}`, 'quay.io/a/plain:v1'],
  ])('%s is that of the strategy %s', (image, wanted) => {
    expect(isOutdated(image, wanted)).toBe(false);
  });

  it.each([
    ['quay.io/a/plain:v1', 'quay.io/a/plain:v2'],
    ['localhost:5000/plain', 'localhost:5000/plain:v2'],
    [`quay.io/a/plain@${OTHER}`, `quay.io/a/plain@${DIGEST}`],
    [`quay.io/a/plain:v1@${OTHER}`, `quay.io/a/plain:v1@${DIGEST}`],
    [`quay.io/a/plain:v1@${DIGEST}`, 'quay.io/a/plain:v2'],
    ['quay.io/a/plain:v1', `quay.io/a/plain@${DIGEST}`],
  ])('%s is older than that of the strategy %s', (image, wanted) => {
    expect(isOutdated(image, wanted)).toBe(true);
  });

  it('is compared for each container of the strategy, by name', () => {
    const strategy = owner({ name: 'main', image: 'plain:v2' }, { name: 'proxy', image: 'proxy:v2' });
    const injected = { name: 'injected', image: 'mesh:v1' };
    expect(outdatedImage(running(injected, { name: 'proxy', image: 'proxy:v2' }, { name: 'main', image: 'plain:v2' }), strategy)).toBeUndefined();
    expect(outdatedImage(running({ name: 'main', image: 'plain:v2' }, { name: 'proxy', image: 'proxy:v1' }), strategy))
      .toEqual({ container: 'proxy', image: 'proxy:v1', wanted: 'proxy:v2' });
    expect(outdatedImage(running({ name: 'main', image: 'plain:v2' }), strategy)).toEqual({ container: 'proxy', image: undefined, wanted: 'proxy:v2' });
  });
});
