// The same YAML without the library, included file by file. Arguments: the files, then the output folder.
const { App, Chart, Include } = require('cdk8s');

const files = process.argv.slice(2, -1);
const app = new App({ outdir: process.argv.at(-1) });
files.forEach((url, index) => new Include(new Chart(app, `chart${index}`), 'include', { url }));
app.synth();
