import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { OperatorRegistry, OperatorServiceAccount, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { InstallPermissions } from 'olm-constructs/report';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'service-accounts.md'), 'utf8');
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

describe('the guide to ServiceAccounts of operators', () => {
  test('shows the rights for the bundle of the quickstart', () => {
    expect(GUIDE).toContain(`\`\`\`text\n${InstallPermissions.of(bundle).toText().trimEnd()}\n\`\`\``);
  });

  test('has a first example that is accepted', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
    const subscription = new OperatorSubscription(chart, 'hello', {
      catalog: registry, versionRange: '~0.1', serviceAccount: OperatorServiceAccount.create(),
    });

    expect(subscription).toMatchObject({ version: '0.1.0', serviceAccountName: 'hello-operator-installer' });
    expect(() => { Testing.synth(chart); }).not.toThrow();
  });
});
