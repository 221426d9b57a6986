// The first program of the README: node first-program.cjs OUT
const { App, Chart } = require('cdk8s');
const { join } = require('node:path');
const { DefaultCatalog, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } = require('../..');
const { Bundle } = require('../../build/lib/bundle');

const app = new App({ outdir: process.argv[2] });
const chart = new Chart(app, 'platform');
new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
const registry = new OperatorRegistry(chart, 'registry', { bundles: [Bundle.fromDirectory(join(__dirname, '../../examples/quickstart/bundle'))] });
new OperatorSubscription(chart, 'hello', {
  catalog: registry,
  version: '0.1.0',
  installMode: InstallMode.ownNamespace(),
  config: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
});
app.synth();
