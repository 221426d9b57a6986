import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorSubscription } from 'olm-constructs';
import { AppChecks, AppReport } from 'olm-constructs/gitops';

function operators(namespace: string): App {
  const app = new App();
  new OperatorSubscription(new Chart(app, 'operators'), 'keda', { catalog: CatalogRef.named('operatorhubio-catalog', 'olm'), packageName: 'keda', namespace });
  return app;
}

// Findings that several apps have are in the report once.
const report = AppReport.merged(['team-a', 'team-b'].map((team) => AppChecks.report(operators(team))));
console.log(report.toText());
if (!report.passed) {
  process.exitCode = 1;
}
