// Renders every bundle of the arguments to plain manifests, and prints how many can be rendered.
const { CertificateProvider, PlainManifests } = require('../..');
const { Bundle } = require('../../build/lib/bundle');

const options = { installNamespace: 'install-ns', certificates: CertificateProvider.certManager() };
const isRendered = path => {
  try {
    return PlainManifests.render(Bundle.fromPath(path), options).objects.length > 0;
  } catch (error) {
    if (error.name === 'RenderError') {
      return false;
    }
    throw error;
  }
};

console.log(process.argv.slice(2).filter(isRendered).length);
