// Prints the peak resident memory in bytes after loading the package, and after reading the bundle of the first argument.
const { Bundle } = require('../../build/lib/bundle');

const before = process.resourceUsage().maxRSS;
Bundle.fromPath(process.argv[2]);
console.log(JSON.stringify({ before: before * 1024, after: process.resourceUsage().maxRSS * 1024 }));
