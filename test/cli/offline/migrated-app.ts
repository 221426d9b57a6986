import { App, Chart } from 'cdk8s';
import { BundleDeployment, CatalogRef, OperatorSubscription } from '../../../lib';
import { Bundle } from '../../../lib/bundle';

/** A program for tests: an app with two operators, one of which has a catalog whose content it does not know. */
const app = new App();
const last = new Chart(app, 'a-last');
const first = new Chart(app, 'z-first');
new BundleDeployment(first, 'hello', { bundle: Bundle.fromPath(process.argv[2]!) });
new OperatorSubscription(last, 'other', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'other' });
app.synth();
