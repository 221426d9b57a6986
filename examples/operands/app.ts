import { App, Chart } from 'cdk8s';
import { OperatorLock, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { AppChecks } from 'olm-constructs/gitops';
import { Greeting, GreetingSpecLanguage } from './imports/hello-operator/hello.example.com';

/** Versions in the registry: the locked one, and the next one. */
export const BUNDLES = ['../bundle-upgrade/bundle-0.2.0', 'bundle-0.3.0'];

/** Returns an app with a locked operator and two of its custom resources. Run it in this folder. */
export function greetings(outdir?: string): App {
  const app = new App(outdir === undefined ? {} : { outdir });
  const chart = new Chart(app, 'greetings', { namespace: 'hello' });
  new OperatorLock(chart, 'lock'); // before all Subscriptions
  const registry = new OperatorRegistry(chart, 'registry', { bundles: BUNDLES.map(folder => Bundle.fromDirectory(folder)), namespace: 'hello' });
  const { namespaceObject } = new OperatorSubscription(chart, 'hello', { catalog: registry });
  registry.node.addDependency(namespaceObject!);
  new Greeting(chart, 'world', { spec: { whom: 'world' } });
  new Greeting(chart, 'mondo', { spec: { whom: 'mondo', language: GreetingSpecLanguage.EO } });
  AppChecks.add(app);
  return app;
}
