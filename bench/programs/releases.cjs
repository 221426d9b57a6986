// Synthesizes releases of OLM, newest first, each in its own app, to the folder of the first argument. The second argument limits their number.
const { App, Chart } = require('cdk8s');
const { OlmInstallation, OlmVersion } = require('../..');

const [outdir, count] = process.argv.slice(2);
for (const version of [...OlmVersion.all].reverse().slice(0, count === undefined ? undefined : Number(count))) {
  const app = new App({ outdir: `${outdir}/${version.version}` });
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { version });
  app.synth();
}
