import { writeFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';

let leave: () => void;
beforeAll(() => leave = enterCommandFolder());
afterAll(() => leave());

const resolve = (args: string): Promise<CommandLineResult> => runCommandLine(['resolve', ...args.split(' ')]);

const subscription = (name: string, source = 'registry'): string => JSON.stringify({
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name, namespace: 'hello' }, spec: { name, source, sourceNamespace: 'olm' },
});

describe('resolve', () => {
  test('prints what OLM would install for a package', async () => {
    expect(await resolve('hello-operator --catalog catalog-next -n shop')).toEqual({ exitCode: 0, stderr: '', stdout: `namespace shop
INSTALLPLAN  CSV                    CHANNEL       CATALOG      FOR
1            hello-operator.v0.2.0  candidate-v0  olm/catalog  Subscription
                                                               hello-operator
` });
  });

  test('resolves the Subscriptions of manifests from the catalogs that they name', async () => {
    const { exitCode, stdout } = await resolve('-f subscription.yaml --catalog olm/registry=catalog -o json');
    expect({ exitCode, result: JSON.parse(stdout) as unknown }).toEqual({ exitCode: 0, result: {
      apiVersion: 'olm-constructs/v1', kind: 'ResolutionList', errors: [], items: [{ namespace: 'hello', isEndless: false, hops: [{ operators: [{
        packageName: 'hello-operator', version: '0.1.0', csv: 'hello-operator.v0.1.0', channel: 'candidate-v0', catalog: 'registry', catalogNamespace: 'olm',
        subscription: 'hello-operator', requiredBy: [],
      }] }] }],
    } });
  });

  test('explains why OLM would install nothing, with exit code 1', async () => {
    writeFileSync('other.yaml', subscription('other'));
    const { exitCode, stdout } = await resolve('-f other.yaml --catalog olm/registry=catalog');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining('OLM installs nothing in namespace hello') as string });
    const failure = await resolve('-f other.yaml --catalog olm/registry=catalog -o json');
    expect(JSON.parse(failure.stdout)).toMatchObject({
      items: [{ hops: [], failure: { reason: 'ConstraintsNotSatisfiable', reasons: [{ subscription: 'other' }, { subscription: 'other' }] } }],
    });
  });

  test('does not decide what takes too long, with exit code 4', async () => {
    const nested = `[${'[1,1,1,1,1,1,1,1,1,1]'}].all(l,${'l.all(a,'.repeat(8)}true${')'.repeat(9)}`;
    const bundle = (name: string, ...properties: object[]): object => ({
      schema: 'olm.bundle', name: `${name}.v1.0.0`, package: name, image: `example.test/${name}`,
      properties: [{ type: 'olm.package', value: { packageName: name, version: '1.0.0' } }, ...properties],
    });
    writeFileSync('endless.json', [
      bundle('app', { type: 'olm.constraint', value: { failureMessage: 'no', cel: { rule: nested } } }), bundle('other'),
      ...['app', 'other'].flatMap((name) => [
        { schema: 'olm.package', name, defaultChannel: 'stable' }, { schema: 'olm.channel', name: 'stable', package: name, entries: [{ name: `${name}.v1.0.0` }] },
      ]),
    ].map((blob) => JSON.stringify(blob)).join('\n'));
    expect(await resolve('app --catalog endless.json')).toMatchObject({
      exitCode: 4, stdout: expect.stringContaining('it is not decided what OLM installs in namespace default: bundle app.v1.0.0: the expression') as string,
    });
    const { stdout } = await resolve('app --catalog endless.json -o json');
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ hops: [], failure: { reason: 'NotDecided', reasons: [] } }] });
  });

  test.each([
    ['hello-operator', 2, '--catalog is required'],
    ['--catalog catalog', 2, 'nothing to resolve; name packages, or set -f to manifests with Subscriptions'],
    ['hello-operator -f subscription.yaml --catalog catalog', 2, 'specify either packages or -f, not both'],
    ['-f subscription.yaml -n shop --catalog catalog', 2, 'omit --channel and --namespace'],
    ['-f subscription.yaml --catalog catalog', 2, 'Subscription hello/hello-operator needs CatalogSource olm/registry; add --catalog olm/registry=CATALOG'],
    ['-f manifests --catalog catalog', 4, 'no Subscription in manifests'],
    ['other --catalog catalog', 1, "no catalog has package 'other'; packages: 'hello-operator'"],
  ])('refuses %s', async (args, exitCode, message) => {
    expect(await resolve(args)).toEqual({ exitCode, stdout: '', stderr: expect.stringContaining(message) as string });
  });
});
