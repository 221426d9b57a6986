import { Bundle } from 'olm-constructs/bundle';
import { InstallPermissionsComparison } from 'olm-constructs/report';

const installed = Bundle.fromDirectory('examples/quickstart/bundle');
const next = Bundle.fromDirectory('examples/bundle-upgrade/bundle-0.2.0');
console.log(InstallPermissionsComparison.of(installed, next).toText());
