import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import * as constructs from '../../lib';
import { Catalog } from '../../lib/catalog';
import { CatalogRef, ChartComponent, OperatorRegistry, OperatorSubscription } from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';

describe('the component OperatorRegistry', () => {
  test('serves deprecations of its bundles', async () => {
    let catalog: Catalog | undefined;
    await Program.run(() => {
      const deprecations = { [HELLO.packageName]: { bundles: { [HELLO.name]: 'use a newer one' } } };
      catalog = new OperatorRegistry('hello', { bundles: [HELLO], deprecations, wait: false }).catalog;
    });
    expect(catalog?.bundles.map(({ deprecation }) => deprecation)).toEqual(['use a newer one']);
  });

  test('refuses an output in them, which would be unknown in a preview', async () => {
    const message = pulumi.output('use a newer one') as unknown as string;
    await expect(Program.run(() => new OperatorRegistry('hello', {
      bundles: [HELLO], deprecations: { [HELLO.packageName]: { packageMessage: message } }, wait: false,
    }))).rejects.toThrow(`deprecations.${HELLO.packageName}.packageMessage in args of OperatorRegistry 'hello' must be a string, got an Output: it decides what is `
      + 'created, so it must be known when the program runs');
  });
});

describe('a Subscription to something deprecated leads to a warning', () => {
  const content = Catalog.fromBundles([HELLO], { deprecations: { [HELLO.packageName]: { packageMessage: 'use another one' } } });
  const catalog = CatalogRef.named('hub', 'olm', { content });
  const warnings: [string, string | undefined][] = [];
  let stderr: string[] = [];

  beforeEach(() => {
    warnings.length = 0;
    stderr = [];
    jest.spyOn(pulumi.log, 'warn').mockImplementation((message, resource) => {
      warnings.push([message, (resource as { readonly __name?: string } | undefined)?.__name]);
      return Promise.resolve();
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => stderr.push(String(line)) > 0);
  });

  afterEach(() => jest.restoreAllMocks());

  test('on its component, once, and not on stderr', async () => {
    const program = await Program.run(() => {
      new OperatorSubscription('hello', { catalog, wait: false });
      new OperatorRegistry('other', { bundles: [HELLO], wait: false });
    });
    expect(program.named('hello/Subscription').inputs).toMatchObject({ spec: { name: HELLO.packageName } });
    expect(warnings).toEqual([[`[OperatorSubscription/hello] package '${HELLO.packageName}' is deprecated: use another one`, 'hello']]);
    expect(stderr).toEqual([]);
  });

  test('on the component of its chart', async () => {
    await Program.run(() => {
      const chart = new Chart(new App(), 'platform');
      new constructs.OperatorSubscription(chart, 'hello', { catalog });
      ChartComponent.fromChart('all', chart, { wait: false });
    });
    expect(warnings).toEqual([[`[platform/hello] package '${HELLO.packageName}' is deprecated: use another one`, 'all']]);
    expect(stderr).toEqual([]);
  });
});
