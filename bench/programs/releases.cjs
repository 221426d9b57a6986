// The newest releases of OLM, each in an app of its own, into the folder of the first argument; so many as the second says, or all.
const { App, Chart } = require('cdk8s');
const { OlmInstallation, OlmVersion } = require('../..');

const [outdir, count] = process.argv.slice(2);
for (const version of [...OlmVersion.all].reverse().slice(0, count === undefined ? undefined : Number(count))) {
  const app = new App({ outdir: `${outdir}/${version.version}` });
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { version });
  app.synth();
}
