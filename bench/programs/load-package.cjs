// Prints how long it takes to load cdk8s, and then this package, in nanoseconds.
const start = process.hrtime.bigint();
require('cdk8s');
const between = process.hrtime.bigint();
require('../..');
const end = process.hrtime.bigint();
console.log(JSON.stringify({ cdk8s: Number(between - start), package: Number(end - start) }));
