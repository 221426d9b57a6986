import { App, Chart } from 'cdk8s';
import { GitRef, ProvisionerClass, RukpakBundleDeployment, RukpakSource } from 'olm-constructs/rukpak';

const app = new App();
new RukpakBundleDeployment(new Chart(app, 'apps'), 'combo', {
  provisionerClass: ProvisionerClass.PLAIN,
  source: RukpakSource.git('https://git.example.com/combo.git', { ref: GitRef.tag('v0.1.0'), directory: './deploy' }),
  installNamespace: 'combo',
});
app.synth();
