import { App, Chart, Duration } from 'cdk8s';
import { FluxKustomization, FluxOciRepository } from 'olm-constructs/gitops';

const app = new App();
const chart = new Chart(app, 'flux');
const source = new FluxOciRepository(chart, 'platform', {
  name: 'platform', url: 'oci://registry.example.com/platform/manifests', tag: 'production', interval: Duration.minutes(5),
});
new FluxKustomization(chart, 'operators', { name: 'operators', source, path: 'operators' });
app.synth();
