import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, OlmV1Version, OlmVersion } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { AppChecks, InClusterProgram, OperatorPolicy } from 'olm-constructs/gitops';
import { ForbiddenRight } from 'olm-constructs/report';
import { RukpakVersion } from 'olm-constructs/rukpak';
import { argoCdApp } from '../../../examples/argocd/app';
import { operatorApp } from '../../../examples/bundle-upgrade/app';
import { prometheus } from '../../../examples/catalogs/community';
import { fleet } from '../../../examples/fleet/app';
import { fluxApp } from '../../../examples/flux/app';
import { olmApp } from '../../../examples/olm-upgrade/app';
import { olmV1App } from '../../../examples/olm-v1/app';
import { rukpakApp } from '../../../examples/rukpak/app';
import { REALISTIC_APPS } from '../../builders/realistic-apps';

const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');
const HELLO = Bundle.fromDirectory(join(EXAMPLES, 'quickstart', 'bundle'));

const PROGRAM = InClusterProgram.fromFile(__filename);

/** Returns the findings of all checks, and of a policy that forbids risky rights, as `id [path] message`. */
function findingsOf(app: App): string[] {
  const { findings } = AppChecks.report(app);
  const risks = new OperatorPolicy({ name: 'rights', forbiddenRights: Object.values(ForbiddenRight) }).report(app).findings;
  return [...findings, ...risks].map(({ id, paths, message }) => `${id} [${paths[0]}] ${message}`);
}

describe('checks and policies find nothing in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(REALISTIC_APPS))('%s', (_, create) => {
    const app = create();
    expect(findingsOf(app)).toEqual([]);
    AppChecks.add(app, { strict: true });
    expect(() => app.node.findAll().forEach((construct) => expect(construct.node.validate()).toEqual([]))).not.toThrow();
  });

  it.each<[string, () => App]>([
    ['argocd', () => argoCdApp(folder, { program: PROGRAM })],
    ['bundle-upgrade', () => operatorApp(Bundle.fromDirectory(join(EXAMPLES, 'bundle-upgrade', 'bundle-0.2.0')), [HELLO], folder).app],
    ['fleet', () => fleet()],
    ['flux', () => fluxApp({ program: PROGRAM })],
    ['olm-upgrade', () => olmApp(OlmVersion.DEFAULT, folder).app],
    ['olm-v1', () => olmV1App(HELLO, { version: OlmV1Version.DEFAULT }, folder)],
    ['quickstart', () => {
      const app = new App();
      new BundleDeployment(new Chart(app, 'operator'), 'hello', { bundle: HELLO });
      return app;
    }],
    ['rukpak', () => rukpakApp(HELLO, join(EXAMPLES, 'rukpak', 'greeter'), RukpakVersion.DEFAULT, folder)],
    ['catalogs', () => {
      const chart = Testing.chart();
      prometheus(chart);
      return chart.node.root as App;
    }],
  ])('the example %s', (_, create) => {
    expect(findingsOf(create())).toEqual([]);
  });
});
