import { Bundle } from 'olm-constructs/bundle';
import { CrdComparison } from 'olm-constructs/report';

const installed = Bundle.fromDirectory('examples/quickstart/bundle');
const next = Bundle.fromDirectory('examples/bundle-upgrade/bundle-0.2.0');
for (const crd of next.crds) {
  const before = installed.crds.find(({ name }) => name === crd.name);
  if (before !== undefined) {
    console.log(CrdComparison.of(before.content, crd.content).toText());
  }
}
