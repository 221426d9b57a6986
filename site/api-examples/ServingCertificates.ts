import { App, Chart } from 'cdk8s';
import { CertManagerIssuerKind, OlmInstallation, ServingCertificates } from 'olm-constructs';

const app = new App();
new OlmInstallation(new Chart(app, 'olm'), 'olm', {
  servingCertificates: ServingCertificates.certManager({ issuer: 'platform', issuerKind: CertManagerIssuerKind.CLUSTER_ISSUER }),
});
app.synth();
