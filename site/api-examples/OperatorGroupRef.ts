import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorGroupRef, OperatorSubscription } from 'olm-constructs';

const app = new App();
new OperatorSubscription(new Chart(app, 'team'), 'keda', {
  catalog: CatalogRef.named('operatorhubio-catalog', 'olm'),
  packageName: 'keda',
  // The namespace and its OperatorGroup belong to another program.
  namespace: 'team',
  createNamespace: false,
  operatorGroup: OperatorGroupRef.named('team'),
});
app.synth();
