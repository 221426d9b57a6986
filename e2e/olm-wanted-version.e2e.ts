import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Chart } from 'cdk8s';
import { BundleDeployment, OlmV0Engine } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ClusterConnection, readManifests, waitFor, WaitReport } from 'olm-constructs/cluster';
import { InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';
import { stringField } from '../lib/formats/json/json-value';
import { judgeHealth } from '../lib/gitops/health/judge-health';
import { SUBSCRIPTION_HEALTH } from '../lib/gitops/health/olm-v0-health';
import { buildSingleFile } from '../scripts/package/single-file';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { Ended, ProgramProcess } from './command-line/program-process';
import { installOlm, runControllers } from './olm/install-olm';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { findCsv } from './olm/operator-state';
import { onlyInFullRun } from './programs/full-run';
import { RegistryPods } from './registry/registry-pods';

/** A followed channel on OLM's own controllers: waits that start with the apply of a registry with a new version end when that version runs. */

/** Number of upgrades. */
const UPGRADES = 20;

const TEST_MILLISECONDS = 5 * 60_000;
const NAMESPACE = 'shop';
const CATALOG = 'shop-catalog';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** A bundle, which replaces an earlier one if its version is given. */
function shopBundle(version: string, previous?: string): Bundle {
  return renamedBundle('shop', synthesizer.folder(), {
    replacements: {
      'v0.1.0': `v${version}`,
      '  version: 0.1.0': `  version: ${version}${previous === undefined ? '' : `\n  replaces: shop-operator.v${previous}`}`,
    },
  });
}

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("a followed channel on OLM's own controllers", () => {
  let olm: OlmCluster;
  let registry: RegistryPods;
  let program: string;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    await runControllers(olm, programs.value);
    registry = new RegistryPods(olm, programs.value.opm, NAMESPACE, CATALOG);
    program = path.join(synthesizer.folder(), 'olm-constructs.js');
    await buildSingleFile(program);
  }, 20 * 60_000);
  afterAll(() => olm.close());

  /** Synthesizes a deployment, and the Job that waits for it. */
  function synthesized(bundle: Bundle, previous: Bundle[]): { readonly file: string; readonly job: string } {
    const [file, job] = synthesizer.synthesize(app => {
      const deployment = new BundleDeployment(new Chart(app, 'operator'), 'operator', {
        bundle, previous, namespace: NAMESPACE, ...(previous.length === 0 ? { channel: 'candidate-v0' } : {}),
        engine: new OlmV0Engine({ registry: { name: CATALOG } }),
      });
      new OperatorWaitJob(new Chart(app, 'wait'), 'wait', { waitFor: [deployment], program: InClusterProgram.fromFile(program) });
    }) as [string, string];
    return { file, job };
  }

  /** Runs `wait -f FILE`. */
  const waited = async (file: string, timeout: number): Promise<WaitReport> =>
    waitFor(ClusterConnection.open({ kubeconfig: olm.kubeconfig }), await readManifests([file], () => Promise.resolve(Buffer.of())), { timeout });

  /** Runs the program of a Job with its arguments and manifests. */
  async function runJob(file: string): Promise<Ended> {
    const objects = (await readManifests([file], () => Promise.resolve(Buffer.of()))).map(({ object }) => object as unknown as JobManifest);
    const folder = synthesizer.folder();
    mkdirSync(folder, { recursive: true });
    for (const { data = {} } of objects) {
      Object.entries(data).filter(([name]) => name.endsWith('.json')).forEach(([name, content]) => writeFileSync(path.join(folder, name), content));
    }
    const [{ args }] = objects.find(({ kind }) => kind === 'Job')!.spec!.template.spec.containers;
    return new ProgramProcess(args.map(arg => arg === '/manifests' ? folder : arg), { KUBECONFIG: olm.kubeconfig }, program).end();
  }

  /** Returns the phase that a ClusterServiceVersion has when something ends. */
  const phaseAt = async (end: Promise<unknown>, csv: string): Promise<string | undefined> => {
    await end;
    return (await findCsv(olm, NAMESPACE, csv))?.status?.phase;
  };

  it('is ready at once after the first installation', async () => {
    const { file } = synthesized(shopBundle('0.1.0'), []);
    const [applied, { results }] = await Promise.all([applyClientSide(olm.cluster, file), waited(file, TEST_MILLISECONDS), registryOf()]);
    expect(applied).toEqual([]);
    expect(results.map(({ state, detail }) => [state, detail])).toEqual([['done', 'OLM is connected to it'], ['done', 'shop-operator.v0.1.0']]);
  }, TEST_MILLISECONDS);

  /** Follows the pods of the registry, once the Deployment exists. */
  async function registryOf(): Promise<void> {
    for (;;) {
      try {
        await registry.rolled();
        return;
      } catch (error) {
        if (!String(error).includes('404')) {
          throw error;
        }
        await new Promise(resolve => setTimeout(resolve, 200));
      }
    }
  }

  it.each(Array.from({ length: UPGRADES }, (_, index) => index + 1))('is not ready before upgrade %i, by command, Job and health check', async (index) => {
    const [before, version] = [`0.${index}.0`, `0.${index + 1}.0`];
    const { file, job } = synthesized(shopBundle(version, before), [shopBundle(before)]);
    const csv = `shop-operator.v${version}`;
    const [command, inCluster] = [waited(file, TEST_MILLISECONDS), runJob(job)];
    const phases = Promise.all([phaseAt(command, csv), phaseAt(inCluster, csv)]);
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
    const subscription = await olm.cluster.client.read({
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'shop-operator', namespace: NAMESPACE },
    });
    const isInstalled = stringField(subscription['status'], 'installedCSV') === csv;
    expect(judgeHealth(SUBSCRIPTION_HEALTH, subscription).verdict).toBe(isInstalled ? 'ready' : 'progressing');
    await registry.rolled();

    const { results } = await command;
    expect(results.map(({ state, detail }) => [state, detail])).toEqual([['done', 'OLM is connected to it'], ['done', csv]]);
    const { exitCode, stdout, stderr } = await inCluster;
    expect({ exitCode, output: exitCode === 0 ? '' : stdout + stderr }).toEqual({ exitCode: 0, output: '' });
    expect(await phases).toEqual(['Succeeded', 'Succeeded']);
  }, TEST_MILLISECONDS);

  it('ends with the reason if the channel has no upgrade from the installed version', async () => {
    const { file } = synthesized(shopBundle('1.0.0'), []);
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
    await registry.rolled();
    const { results } = await waited(file, 40_000);
    const [finding] = results.at(-1)!.explanation!.findings;
    expect(finding).toMatchObject({
      cause: 'no-upgrade-path', message: `OLM keeps shop-operator.v0.${UPGRADES + 1}.0: it sees no upgrade to shop-operator.v1.0.0 in channel candidate-v0`,
    });
  }, TEST_MILLISECONDS);

  it('ends at once, with the reason, if a newer version is installed', async () => {
    const { file } = synthesized(shopBundle('0.1.0'), []);
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
    await registry.rolled();
    const { results } = await waited(file, TEST_MILLISECONDS);
    expect(results.at(-1)!.explanation!.findings[0]).toMatchObject({
      cause: 'newer-version-installed', message: `shop-operator.v0.${UPGRADES + 1}.0 is installed, which is newer than shop-operator.v0.1.0`,
    });
  }, TEST_MILLISECONDS);
});

interface JobManifest {
  readonly kind: string;
  readonly data?: { readonly [name: string]: string };
  readonly spec?: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly args: readonly string[] }] } } };
}
