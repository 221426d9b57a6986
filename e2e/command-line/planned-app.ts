import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';

/** A program for tests: an app with a lock and the Subscription of `ScriptedOlm`, for the namespace in NAMESPACE. */
const { NAMESPACE: namespace = '', CATALOG: folder = '', LOCK_FILE: path = '' } = process.env;
const app = new App();
const chart = new Chart(app, 'platform');
new OperatorLock(chart, 'lock', { path });
new OperatorSubscription(chart, 'plain', {
  catalog: CatalogRef.named('plain', namespace, { content: Catalog.fromDirectory(folder) }), packageName: 'plain', namespace,
});
app.synth();
