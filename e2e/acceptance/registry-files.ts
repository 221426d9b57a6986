import { Chart } from 'cdk8s';
import { OperatorRegistry, OperatorRegistryProps } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { readYamlDocuments } from '../cluster/yaml-documents';
import { Synthesizer } from './synthesize';

/** A synthesized registry, and the catalog it serves. */
export interface SynthesizedRegistry {
  readonly objects: readonly KubernetesObject[];
  readonly catalog: Catalog;
}

/** Synthesizes a registry. */
export function synthesizeRegistry(synthesizer: Synthesizer, props: OperatorRegistryProps): SynthesizedRegistry {
  const made: Catalog[] = [];
  const [file] = synthesizer.synthesize(app => {
    made.push(new OperatorRegistry(new Chart(app, 'registry'), 'registry', props).catalog);
  }) as [string];
  return { objects: readYamlDocuments(file).map(({ object }) => object), catalog: made[0]! };
}
