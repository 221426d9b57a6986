import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorSubscription } from 'olm-constructs';
import { InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';

const app = new App();
const chart = new Chart(app, 'operators');
const keda = new OperatorSubscription(chart, 'keda', { catalog: CatalogRef.named('operatorhubio-catalog', 'olm'), packageName: 'keda' });
new OperatorWaitJob(chart, 'wait', { waitFor: [keda], image: 'docker.io/library/node:22-slim', program: InClusterProgram.bundled() });
app.synth();
