import { Chart } from 'cdk8s';
import { Bundle, OperatorRegistry, SlimLevel } from 'olm-constructs';
import { QUICKSTART_BUNDLE } from './quickstart-bundle';
import { sampleBundles } from './sample-bundles';
import { Synthesizer } from './synthesize';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { readYamlDocuments } from '../cluster/yaml-documents';

/** A registry as it is synthesized, and the catalog that it serves: without related images that opm cannot read. */
export interface SynthesizedRegistry {
  readonly objects: readonly KubernetesObject[];
  readonly catalog: string;
}

/** Bundles that no later one of their channel follows: opm, and so we, refuse a channel with two heads. */
const LEFT_BEHIND = ['dns-operator@0.2.0', 'limitador-operator@0.10.0'];

/** Bundles by what a test calls them: the one of the quickstart, and all samples together where they are there. */
export function bundlesToServe(): [title: string, bundles: () => Bundle[]][] {
  const samples = sampleBundles().filter(([name]) => !LEFT_BEHIND.includes(name));
  const quickstart: [string, () => Bundle[]] = ['the quickstart', () => [Bundle.fromDirectory(QUICKSTART_BUNDLE)]];
  return samples.length === 0
    ? [quickstart]
    : [quickstart, [`${String(samples.length)} bundles of real operators`, () => samples.map(([, archive]) => Bundle.fromArchive(archive))]];
}

/** Synthesizes a registry of bundles. */
export function synthesizeRegistry(synthesizer: Synthesizer, bundles: Bundle[]): SynthesizedRegistry {
  let catalog = '';
  const [file] = synthesizer.synthesize(app => {
    const registry = new OperatorRegistry(new Chart(app, 'registry'), 'registry', { bundles, slim: SlimLevel.ICON_AND_EXAMPLES });
    catalog = registry.catalog._toServableJsonLines();
  }) as [string];
  return { objects: readYamlDocuments(file).map(({ object }) => object), catalog };
}
