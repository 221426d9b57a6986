import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Testing } from 'cdk8s';
import { AppChecks, Bundle, InClusterProgram, OlmV1Version, OlmVersion, RukpakVersion } from 'olm-constructs';
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

/** Returns the findings, as `id [path] message`. */
function findingsOf(app: App): string[] {
  return AppChecks.report(app).findings.map(({ id, paths, message }) => `${id} [${paths[0]}] ${message}`);
}

describe('checks find nothing in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(REALISTIC_APPS))('%s', (_, create) => {
    const app = create();
    expect(findingsOf(app)).toEqual([]);
    AppChecks.add(app, { strict: true });
    expect(() => app.node.findAll().forEach((construct) => expect(construct.node.validate()).toEqual([]))).not.toThrow();
  });

  it.each<[string, () => App]>([
    ['bundle-upgrade', () => operatorApp(Bundle.fromDirectory(join(EXAMPLES, 'bundle-upgrade', 'bundle-0.2.0')), [HELLO], folder).app],
    ['fleet', () => fleet()],
    ['flux', () => fluxApp({ program: InClusterProgram.fromFile(__filename) })],
    ['olm-upgrade', () => olmApp(OlmVersion.DEFAULT, folder).app],
    ['olm-v1', () => olmV1App(HELLO, { version: OlmV1Version.DEFAULT }, folder)],
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
