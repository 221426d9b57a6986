import { App, Chart } from 'cdk8s';
import type { Bundle } from '../../bundle/bundle';
import type { InstallMode } from '../../bundle/model/install-mode';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { OlmInstallation } from '../../constructs/olm-installation';
import type { OlmVersion } from '../../olm/v0/model/olm-version';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';
import { type EngineChoice, engineOf } from './synth-engine';

/** An operator to install: its bundle, and the earlier bundles that may be installed. */
export interface OperatorChoice {
  readonly bundle: Bundle;
  readonly previous: readonly Bundle[];
}

/** OLM of the cluster: a release to install, or an existing one. */
export type OlmChoice = OlmVersion | 'existing' | 'openshift';

/** Parameters of a synthesis. */
export interface SynthOptions {
  readonly operators: readonly OperatorChoice[];
  readonly engine: EngineChoice;
  readonly olm: OlmChoice;

  /** Whether OLM has the catalog of OperatorHub.io. */
  readonly operatorHub: boolean;

  readonly namespace: string | undefined;
  readonly installMode: InstallMode | undefined;
  readonly channel: string | undefined;
}

/** An app, and its operators. */
export interface SynthApp {
  readonly app: App;
  readonly operators: readonly BundleDeployment[];
}

/** Returns an app with a file for the operators and, if OLM is to be installed, two files before it: the CRDs of OLM, and the rest of OLM. */
export function synthApp(options: SynthOptions, outdir: string): SynthApp {
  const app = new App({ outdir });
  if (options.engine.name === 'olm-v0') {
    addOlm(app, options);
  }
  const chart = new Chart(app, options.operators.length === 1 ? 'operator' : 'operators');
  if (options.engine.name === 'olm-v0' && typeof options.olm === 'string') {
    addExistingOlm(chart, options.olm);
  }
  const operators = options.operators.map(({ bundle, previous }) => new BundleDeployment(chart, bundle.packageName, {
    bundle,
    previous: [...previous],
    engine: engineOf(options.engine),
    ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
    // A namespace with an OperatorGroup already exists.
    ...(options.engine.operatorGroup === undefined ? {} : { createNamespace: false }),
    ...(options.installMode === undefined ? {} : { installMode: options.installMode }),
    ...(options.channel === undefined ? {} : { channel: options.channel }),
  }));
  return { app, operators };
}

function addExistingOlm(chart: Chart, olm: 'existing' | 'openshift'): void {
  if (olm === 'existing') {
    OlmInstallation.fromExisting(chart, 'olm');
  } else {
    OlmInstallation.fromOpenShift(chart, 'olm');
  }
}

/** Adds OLM. Without the catalog of OperatorHub.io the cluster needs no access to it. */
function addOlm(app: App, { olm, operatorHub }: SynthOptions): void {
  if (typeof olm !== 'string') {
    const crdScope = new Chart(app, 'olm-crds');
    new OlmInstallation(new Chart(app, 'olm'), 'olm', {
      crdScope, version: olm, ...(operatorHub ? {} : { defaultCatalog: DefaultCatalog.none() }),
    });
  }
}
