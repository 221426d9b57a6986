// Synthesizes the quickstart, OLM and the hello operator, to the folder of the first argument.
const { App, Chart } = require('cdk8s');
const { BundleDeployment, DefaultCatalog, OlmInstallation } = require('../..');
const { Bundle } = require('../../build/lib/bundle');

const app = new App({ outdir: process.argv[2] });
const crds = new Chart(app, 'olm-crds');
new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope: crds, defaultCatalog: DefaultCatalog.none() });
new BundleDeployment(new Chart(app, 'operator'), 'operator', { bundle: Bundle.fromPath(`${__dirname}/../../examples/quickstart/bundle`) });
app.synth();
