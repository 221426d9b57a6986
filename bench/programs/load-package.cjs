// Prints how long loading cdk8s takes, and how much longer this package on top of it.
const start = process.hrtime.bigint();
require('cdk8s');
const between = process.hrtime.bigint();
require('../..');
const end = process.hrtime.bigint();
console.log(JSON.stringify({ cdk8s: Number(between - start), package: Number(end - start) }));
