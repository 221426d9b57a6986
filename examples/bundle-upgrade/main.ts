import { join } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { BundleReport } from 'olm-constructs/report';
import { operatorApp } from './app';

/** Writes the operator before and after the upgrade, and prints what the upgrade changes and its path. */
const installed = Bundle.fromDirectory(join('examples', 'quickstart', 'bundle'));
const next = Bundle.fromDirectory(join('examples', 'bundle-upgrade', 'bundle-0.2.0'));

operatorApp(installed, [], join('dist', 'bundle-upgrade', installed.version)).app.synth();
const { app, operator } = operatorApp(next, [installed], join('dist', 'bundle-upgrade', next.version));
app.synth();

process.stdout.write(`${BundleReport.compare(installed, next).toText()}\n`);
process.stdout.write(`\nOLM installs ${operator.olmV0.subscription.upgradePath(installed.name).join(', then ')}\n`);
