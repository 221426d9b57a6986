import { Chart } from 'cdk8s';
import { OlmInstallation, OlmInstallationProps } from 'olm-constructs';
import { Synthesizer } from './synthesize';

/** Files that install OLM: its CRDs first, then the rest. */
export function olmFiles(synthesizer: Synthesizer, props: OlmInstallationProps = {}): string[] {
  return synthesizer.synthesize(app => {
    const crds = new Chart(app, 'olm-crds');
    new OlmInstallation(new Chart(app, 'olm'), 'olm', { ...props, crdScope: crds });
  });
}
