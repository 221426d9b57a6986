import { App, Chart } from 'cdk8s';
import { ProvisionerClass, RukpakBundle, RukpakBundleInstance, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';

const app = new App();
const chart = new Chart(app, 'apps');
const version = RukpakVersion.V0_3_0;
const bundle = new RukpakBundle(chart, 'combo', {
  version, provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image('quay.io/example/combo:v1'),
});
new RukpakBundleInstance(chart, 'combo-instance', { version, provisionerClass: ProvisionerClass.PLAIN, bundle });
app.synth();
