// Prints how long it takes to load cdk8s, then this package, and then the parts of it that the quickstart uses, in nanoseconds.
const start = process.hrtime.bigint();
require('cdk8s');
const between = process.hrtime.bigint();
const library = require('../..');
const imported = process.hrtime.bigint();
for (const name of ['BundleDeployment', 'DefaultCatalog', 'OlmInstallation']) {
  library[name];
}
require('../../build/lib/bundle').Bundle;
const end = process.hrtime.bigint();
console.log(JSON.stringify({ cdk8s: Number(between - start), package: Number(imported - start), used: Number(end - start) }));
