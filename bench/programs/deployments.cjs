// Synthesizes deployments of one bundle, each in its own namespace. Arguments: the output folder, and the number of deployments.
const { App, Chart } = require('cdk8s');
const { BundleDeployment } = require('../..');
const { Bundle } = require('../../build/lib/bundle');

const [outdir, count] = process.argv.slice(2);
const app = new App({ outdir });
const bundle = Bundle.fromPath(`${__dirname}/../../examples/quickstart/bundle`);
const chart = new Chart(app, 'operators');
for (let index = 0; index < Number(count); index++) {
  new BundleDeployment(chart, `operator-${index}`, { bundle, namespace: `operator-${index}` });
}
app.synth();
