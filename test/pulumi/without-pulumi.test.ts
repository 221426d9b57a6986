import { App, Chart } from 'cdk8s';
import { CatalogReady, ChartComponent, OlmInstallation, PlatformChecks } from '../../lib/pulumi';

test.each<[string, () => unknown]>([
  ['OlmInstallation', () => new OlmInstallation('it')],
  ['ChartComponent', () => ChartComponent.fromChart('it', new Chart(new App(), 'chart'))],
  ['PlatformChecks', () => new PlatformChecks('it')],
  ['CatalogReady', () => new CatalogReady('it', { namespace: 'olm', name: 'shop' })],
])('%s in a program that Pulumi does not run is an error, because it would create nothing', (name, make) => {
  expect(make).toThrow(`${name} 'it' creates nothing, because Pulumi does not run this program: run it with \`pulumi preview\` or \`pulumi up\``);
});
