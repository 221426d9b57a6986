import { readFileSync } from 'node:fs';
import { App, Chart } from 'cdk8s';
import { OperatorLock, OperatorRegistry, OperatorSubscription } from '../../../lib';
import { Bundle } from '../../../lib/bundle';

/** A program for tests: an app with a lock, and with the bundles that the first file names. */
const app = new App();
const chart = new Chart(app, 'platform');
new OperatorLock(chart, 'lock');
const bundles = JSON.parse(readFileSync('bundles.json', 'utf8')) as readonly string[];
const catalog = new OperatorRegistry(chart, 'registry', { bundles: bundles.map((path) => Bundle.fromPath(path)) });
new OperatorSubscription(chart, 'hello', { catalog });
app.synth();
