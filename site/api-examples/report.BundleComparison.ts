import { Bundle } from 'olm-constructs/bundle';
import { BundleComparison } from 'olm-constructs/report';

const installed = Bundle.fromDirectory('examples/quickstart/bundle');
const next = Bundle.fromDirectory('examples/bundle-upgrade/bundle-0.2.0');
const comparison = BundleComparison.of(installed, next);
console.log(comparison.toText());
console.log('CRDs can be upgraded:', comparison.hasSafeCrds);
