// Prints how long an ES module takes to import cdk8s, and both cdk8s and this package, of which Node.js then reads every name, in nanoseconds.
const start = process.hrtime.bigint();
await import('cdk8s');
const between = process.hrtime.bigint();
await import('../../build/lib/index.js');
const end = process.hrtime.bigint();
console.log(JSON.stringify({ cdk8s: Number(between - start), both: Number(end - start) }));
