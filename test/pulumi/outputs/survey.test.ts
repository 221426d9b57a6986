import * as fs from 'node:fs';
import * as pulumi from '@pulumi/pulumi';
import { COMPONENT_CALLS } from '../../unknown-keys/component-calls';
import { Program } from '../program';
import { pathOf, propSites, type ArgsName } from './prop-sites';
import { sampleOf, withValue } from './prop-values';
import { convertQuickly } from '../struct-messages';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));
convertQuickly();
const ONLY = process.env['ONLY'];
const COMPONENTS = ['BundleDeployment','ClusterCatalog','ClusterExtension','ImageCatalog','InstallPlanApprovers','InstallerRoles','OlmInstallation','OperatorRegistry','OperatorSubscription','PlainBundleDeployment','PlatformChecks','RukpakBundle','RukpakBundleDeployment','RukpakBundleInstance'];
const push = (line: string) => fs.appendFileSync(`/tmp/p1-survey.txt`, line + '\n');
const run = async (c: string, args: unknown): Promise<{ ok?: string; error?: string }> => {
  printedLines();
  try {
    const call = COMPONENT_CALLS[`new ${c}(args)`]!;
    const p = await Promise.race([call.run(args as never), new Promise((_, no) => setTimeout(() => no(new Error('HANGS')), 3000))]) as Program;
    return { ok: JSON.stringify(p.registered.map(({ type, name, inputs }) => ({ type, name, inputs }))) };
  } catch (e) { return { error: `${(e as Error).name}: ${(e as Error).message}`.slice(0, 300) }; } finally { jest.restoreAllMocks(); }
};
test.each(COMPONENTS.filter((c) => ONLY === undefined || ONLY.split(',').includes(c)))('%s', async (c) => {
  const base = COMPONENT_CALLS[`new ${c}(args)`]!.argument;
  const start = Date.now();
  for (const site of propSites(`${c}Args` as ArgsName)) {
    const sample = sampleOf(site);
    const late = await run(c, withValue(base, site, pulumi.output(sample)));
    if (late.error !== undefined) {
      push(`${c} ${pathOf(site)}: REFUSED ${late.error}`);
      continue;
    }
    const plain = await run(c, withValue(base, site, sample));
    push(`${c} ${pathOf(site)}: ${plain.error !== undefined ? `ACCEPTED, BUT PLAIN ${JSON.stringify(sample)} FAILS: ${plain.error}` : plain.ok === late.ok ? 'RIGHT' : `WRONG ${late.ok!.includes('late-') ? 'late-' : ''}`}`);
  }
  push(`${c} took ${Date.now() - start}`);
}, 600000);
