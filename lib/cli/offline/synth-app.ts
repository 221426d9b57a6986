import { App, Chart } from 'cdk8s';
import type { Bundle } from '../../bundle/bundle';
import type { InstallMode } from '../../bundle/model/install-mode';
import { SlimLevel } from '../../bundle/slim';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { BundleEngine } from '../../constructs/engines/bundle-engine';
import { OlmV0Engine } from '../../constructs/engines/olm-v0-engine';
import { OlmV1Engine } from '../../constructs/engines/olm-v1-engine';
import { PlainEngine } from '../../constructs/engines/plain-engine';
import { RukpakEngine } from '../../constructs/engines/rukpak-engine';
import type { ExistingOlmProps } from '../../constructs/installation/existing-olm';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { OperatorGroupRef } from '../../constructs/model/operator-group-ref';
import { defined } from '../../formats/json/defined';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';

/** An operator to install: its bundle, and the earlier bundles that may be installed. */
export interface OperatorChoice {
  readonly bundle: Bundle;
  readonly previous: readonly Bundle[];
}

/** OLM of the cluster: a release to install, or an existing one, with its namespaces if they are known. */
export type OlmChoice = OlmVersion | 'existing' | 'openshift' | ExistingOlmProps;

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
  if (options.operators.length === 0) {
    return { app, operators: [] };
  }
  const chart = new Chart(app, options.operators.length === 1 ? 'operator' : 'operators');
  if (options.engine.name === 'olm-v0' && !(options.olm instanceof OlmVersion)) {
    addExistingOlm(chart, options.olm);
  }
  const operators = options.operators.map(({ bundle, previous }) => new BundleDeployment(chart, idFor(bundle.packageName), {
    bundle,
    previous: [...previous],
    engine: engineOf(options.engine),
    ...defined({ namespace: options.namespace }),
    // A namespace with an OperatorGroup already exists.
    ...(options.engine.operatorGroup === undefined ? {} : { createNamespace: false }),
    ...defined({ installMode: options.installMode, channel: options.channel }),
  }));
  return { app, operators };
}

/** A construct looks its children up in a plain object, where it finds a child named `constructor` before there is one. */
function idFor(packageName: string): string {
  return packageName in {} ? `${packageName}-operator` : packageName;
}

/** Adds a reference to the OLM of the cluster. */
export function addExistingOlm(chart: Chart, olm: Exclude<OlmChoice, OlmVersion>): void {
  if (olm === 'openshift') {
    OlmInstallation.fromOpenShift(chart, 'olm');
  } else {
    OlmInstallation.fromExisting(chart, 'olm', olm === 'existing' ? {} : olm);
  }
}

/** Adds OLM. Without the catalog of OperatorHub.io the cluster needs no access to it. */
function addOlm(app: App, { olm, operatorHub }: SynthOptions): void {
  if (olm instanceof OlmVersion) {
    const crdScope = new Chart(app, 'olm-crds');
    new OlmInstallation(new Chart(app, 'olm'), 'olm', {
      crdScope, version: olm, ...(operatorHub ? {} : { defaultCatalog: DefaultCatalog.none() }),
    });
  }
}

/** Names of the engines, for `--engine`. */
export const ENGINE_NAMES = ['olm-v0', 'olm-v1', 'rukpak', 'plain'] as const;

/** Name of an engine. */
export type EngineName = typeof ENGINE_NAMES[number];

/** Options on the command line that concern the engine. */
export interface EngineChoice {
  readonly name: EngineName;

  /** Whether to slim bundles that are too large for OLM v0. */
  readonly slim: boolean;

  /** Image of `opm` that serves the catalog, for OLM v0. */
  readonly registryImage: string | undefined;

  /** Pull secrets of that image. */
  readonly pullSecrets: readonly string[];

  /** Whether the Subscription is pinned to the version of the bundle, for OLM v0. */
  readonly pinned: boolean;

  /** OperatorGroup that already exists in the namespace, for OLM v0, or undefined to create one. */
  readonly operatorGroup: string | undefined;

  /** Image of a catalog with the bundles, for OLM v1. */
  readonly catalogImage: string | undefined;
}

/** Requirements of the cluster before the manifests are applied, for the report, or an empty string. */
export const NEEDS: { readonly [name in EngineName]: string } = {
  'olm-v0': '',
  'olm-v1': 'OLM v1 has to be in the cluster.',
  'rukpak': 'RukPak, which is archived, has to be in the cluster.',
  'plain': '',
};

/** Returns the engine that installs an operator. */
export function engineOf({ name, slim, registryImage, pullSecrets, pinned, operatorGroup, catalogImage }: EngineChoice): BundleEngine {
  switch (name) {
    case 'olm-v0':
      return new OlmV0Engine({
        pinned,
        ...(operatorGroup === undefined ? {} : { operatorGroup: OperatorGroupRef.named(operatorGroup) }),
        registry: {
          slim: slim ? SlimLevel.ICON_AND_EXAMPLES : SlimLevel.NONE,
          ...defined({ image: registryImage }),
          ...(pullSecrets.length === 0 ? {} : { pullSecrets: [...pullSecrets] }),
        },
      });
    case 'olm-v1':
      return new OlmV1Engine(catalogImage === undefined ? {} : { catalogImage });
    case 'rukpak':
      return new RukpakEngine();
    case 'plain':
      return new PlainEngine();
  }
}
