// Checks every bundle that the arguments name with the suites that operator-sdk runs, and prints how many passed.
const { BundleValidation } = require('../..');

console.log(process.argv.slice(2).filter(path => BundleValidation.ofPath(path).passed).length);
