import { App, Chart } from 'cdk8s';
import { Cluster } from 'olm-constructs';
import { AppChecks, OperatorPolicy } from 'olm-constructs/gitops';
import { ChartComponent } from '../../lib/pulumi';
import { plainSubscription } from '../builders/operator-objects';
import { Program } from './program';

/** Runs a program with a chart that installs a package in namespaces. */
async function run(scope: App | Cluster, ...namespaces: string[]): Promise<Program> {
  const chart = new Chart(scope, 'platform');
  namespaces.forEach((namespace, index) => plainSubscription(chart, `cache-${index}`, 'cache', namespace));
  return Program.run(() => ChartComponent.fromChart('platform', chart));
}

describe('a chart of an app with checks', () => {
  test('is refused for errors, before any resource is registered', async () => {
    const app = new App();
    AppChecks.add(app);

    await expect(run(app, 'ns', 'ns')).rejects.toThrow("package-twice: [platform/cache-0] package 'cache' is installed 2 times in namespace 'ns'");
  });

  test('is refused for errors of its cluster', async () => {
    const app = new App();
    const cluster = new Cluster(app, 'prod');
    AppChecks.add(cluster);

    await expect(run(cluster, 'ns', 'ns')).rejects.toThrow('[prod] package-twice: [prod/platform/cache-0]');
  });

  test('is refused by a policy of the app', async () => {
    const app = new App();
    new OperatorPolicy({ name: 'law', allowedPackages: ['queue'] }).addTo(app);

    await expect(run(app, 'ns')).rejects.toThrow("policy-package: [platform/cache-0] package 'cache' is installed, and the allowed packages are 'queue'");
  });

  test('registers its resources if there are no errors', async () => {
    const app = new App();
    AppChecks.add(app, { strict: true, existingNamespaces: ['one', 'two'] });
    new OperatorPolicy({ name: 'law', allowedPackages: ['cache'] }).addTo(app);

    expect((await run(app, 'one', 'two')).objects.map(({ name }) => name)).toEqual(['platform/cache-0', 'platform/cache-1']);
  });
});
