// Validates every bundle of the arguments with the default suite of operator-sdk, and prints how many pass.
const { BundleValidation } = require('../../build/lib/validation');

console.log(process.argv.slice(2).filter(path => BundleValidation.ofPath(path).passed).length);
