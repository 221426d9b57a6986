import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle, ImageDigests } from '../../../lib/bundle';
import { runCommandLine } from '../../builders/command-line';
import { deploymentOf } from '../generate/operator-objects';
import { LoopbackRegistry } from './loopback-registry';

let registry: LoopbackRegistry;
let digest: string;

beforeEach(async () => {
  registry = await LoopbackRegistry.start();
  digest = registry.push('v1');
});

afterEach(() => registry.close());

const PLAIN = { plainHttp: true, anonymous: true, cache: false };

it('digests of images are those of their tags, and each image is requested once', async () => {
  const image = `${registry.host}/org/demo:v1`;
  const pinned = `example.com/other@sha256:${'a'.repeat(64)}`;
  expect(await ImageDigests.resolve([image, pinned, image], PLAIN)).toEqual({ [image]: `${registry.host}/org/demo@${digest}` });
  expect(registry.paths.filter((path) => path.includes('/manifests/'))).toHaveLength(1);
});

it('an image that is not there is an error', async () => {
  await expect(ImageDigests.resolve([`${registry.host}/org/demo:v2`], PLAIN)).rejects.toThrow(/demo:v2: /);
});

it('bundle create replaces the images of containers and variables, also those that it replaced before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digests-'));
  const [image, other] = ['org/demo:v1', 'org/demo:dev'].map((name) => `${registry.host}/${name}`);
  const container = { image, env: [{ name: 'RELATED_IMAGE_DEV', value: other }] };
  writeFileSync(join(folder, 'operator.yaml'), JSON.stringify(deploymentOf({ container })));
  const args = ['bundle', 'create', join(folder, 'operator.yaml'), '--package', 'sample', '--version', '1.0.0', '--out', join(folder, 'bundle'), '--image-digests', '--plain-http'];
  expect(await runCommandLine([...args, '--image', `${other!}=${image!}`])).toMatchObject({ exitCode: 0, stderr: '' });
  const pinned = `${registry.host}/org/demo@${digest}`;
  const made = Bundle.fromDirectory(join(folder, 'bundle'));
  expect(made.csv.deployments[0]!.spec).toMatchObject({ template: { spec: { containers: [{ image: pinned, env: [{ value: pinned }] }] } } });
  expect(made.relatedImages).toEqual([{ name: 'dev', image: pinned }]);
});
