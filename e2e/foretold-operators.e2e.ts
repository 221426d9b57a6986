import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { App, Chart, Yaml } from 'cdk8s';
import { BundleDeployment, DefaultCatalog, OlmInstallation, OlmV0Engine } from 'olm-constructs';
import { Bundle, SlimLevel } from 'olm-constructs/bundle';
import { ClusterConnection, explanationLines, readManifests, waitFor, type WaitResult } from 'olm-constructs/cluster';
import { AppChecks } from 'olm-constructs/gitops';
import { FindingSeverity } from 'olm-constructs/validation';
import { sampleArchive, sampleNames, SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { NODE } from './olm/cluster-controllers';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { onlyInFullRun } from './programs/full-run';

/**
 * What the checks of an app foretell of each operator is what happens with OLM's own controllers: it becomes ready, or it does not.
 *
 * FORETOLD_BUNDLES is a folder of bundles to use instead of the samples, FORETOLD_COUNT the number of bundles to draw from them, and FORETOLD_SEED
 * the seed of the draw.
 */

const KUBERNETES_VERSION = '1.36';

/** Operators that are installed at the same time. */
const AT_ONCE = 6;

const WAIT_MILLISECONDS = 4 * 60_000;

/** An operator of the app, with what the app's checks say of it. */
interface Foretold {
  readonly file: string;
  /** Errors that the checks find, or an empty list if it should become ready. */
  readonly problems: readonly string[];
}

/** Paths of the bundles, by titles. */
function bundlesToInstall(): [string, string][] {
  const folder = process.env['FORETOLD_BUNDLES'] ?? '';
  if (folder === '') {
    return newestSamples().map((name) => [name, SAMPLES.missing === undefined ? sampleArchive(name) : '']);
  }
  const drawn = draw(readdirSync(folder).sort(), Number(process.env['FORETOLD_COUNT'] ?? '60'), Number(process.env['FORETOLD_SEED'] ?? '1'));
  return drawn.map((name) => [name, path.join(folder, name)]);
}

/** The last sample of each package: two would own the same CRDs. */
function newestSamples(): string[] {
  return [...new Map(sampleNames().map((name) => [name.split('@')[0]!, name])).values()];
}

/** Draws names with a linear congruential generator. */
function draw(names: readonly string[], count: number, seed: number): string[] {
  let state = BigInt(seed);
  const keyed = names.map((name) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % (1n << 64n);
    return [state, name] as const;
  });
  return keyed.sort(([left], [right]) => (left < right ? -1 : 1)).slice(0, count).map(([, name]) => name).sort();
}

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const programs = onlyInFullRun(olmPrograms());

describeWith(programs, ...(process.env['FORETOLD_BUNDLES'] === undefined ? [SAMPLES] : []))("operators with OLM's own controllers", () => {
  const bundles = bundlesToInstall();
  const foretold = new Map<string, Foretold>();
  const happened = new Map<string, readonly WaitResult[]>();
  let olm: OlmCluster;
  let kubelets: Kubelets;

  beforeAll(async () => {
    for (const [name, operator] of foretell(bundles)) {
      foretold.set(name, operator);
    }
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, programs.value);
    const waiting = [...foretold].filter(([, { file }]) => file !== '');
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, { file }] = next;
        happened.set(name, await install(name, file));
      }
    }));
  }, 60 * 60_000);
  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
  });

  /** Applies the manifests of an operator, and waits until it is ready or has failed. */
  async function install(name: string, file: string): Promise<readonly WaitResult[]> {
    const refused = await applyServerSide(olm.cluster, file);
    if (refused.length > 0) {
      throw new Error(`${name}: ${refused.join('\n')}`);
    }
    const connection = ClusterConnection.open({ kubeconfig: olm.kubeconfig });
    const { results } = await waitFor(connection, await readManifests([file]), { timeout: WAIT_MILLISECONDS });
    return results;
  }

  it.each(bundles)('%s becomes ready if the checks have no error, and else does not', (name) => {
    const { problems, file } = foretold.get(name)!;
    const failures = (happened.get(name) ?? []).filter(({ state }) => state !== 'done')
      .map(({ explanation }) => (explanation === undefined ? 'not ready' : explanationLines(explanation).join('\n')));
    if (problems.length === 0) {
      expect(failures).toEqual([]);
    } else if (file !== '') {
      expect({ problems, isReady: failures.length === 0 }).toEqual({ problems, isReady: false });
    }
  });
});

/** Creates an app with all operators, each in a namespace and a chart of its own, and returns what its checks say of each of them. */
function foretell(bundles: readonly (readonly [string, string])[]): Map<string, Foretold> {
  const app = new App();
  // Only an OLM of the app has known catalogs.
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { defaultCatalog: DefaultCatalog.none() });
  const folder = synthesizer.folder();
  const made = bundles.map(([name, bundlePath]): [string, Foretold] => {
    const id = idOf(name);
    try {
      const bundle = Bundle.fromPath(bundlePath);
      deploy(app, id, bundle);
      const file = path.join(folder, `${id}.yaml`);
      // Synthesis of the app would fail if any operator had an error.
      Yaml.save(file, deploy(new App(), id, bundle).toJson() as object[]);
      return [name, { file, problems: [] }];
    } catch (error) {
      app.node.tryRemoveChild(id);
      return [name, { file: '', problems: [(error as Error).message] }];
    }
  });
  const { findings } = AppChecks.report(app, {
    kubernetesVersion: KUBERNETES_VERSION, nodeLabels: Object.entries(NODE.metadata.labels).map(([label, value]) => `${label}=${value}`),
  });
  const errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR);
  return new Map(made.map(([name, { file, problems }]) => {
    const own = errors.filter(({ paths }) => paths.some((one) => one.split('/')[0] === idOf(name)));
    return [name, { file, problems: [...problems, ...own.map(({ message }) => message)] }];
  }));
}

function deploy(app: App, id: string, bundle: Bundle): Chart {
  const chart = new Chart(app, id);
  const engine = new OlmV0Engine({ registry: { slim: SlimLevel.ICON_AND_EXAMPLES } });
  new BundleDeployment(chart, 'operator', { bundle, engine, namespace: id });
  return chart;
}

/** ID of the chart and namespace of an operator. */
function idOf(name: string): string {
  return name.replace(/[^a-z0-9-]/g, '-');
}
