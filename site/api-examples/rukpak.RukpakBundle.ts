import { App, Chart } from 'cdk8s';
import { ProvisionerClass, RukpakBundle, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';

const app = new App();
new RukpakBundle(new Chart(app, 'apps'), 'combo', {
  version: RukpakVersion.V0_16_0,
  provisionerClass: ProvisionerClass.PLAIN,
  source: RukpakSource.image('quay.io/example/combo:v1'),
});
app.synth();
