import { field, isMap, type JsonMap, mapField, mapListField, stringField } from '../formats/json/json-value';
import type { Bundle } from './bundle';

/**
 * Adds image pull secrets to the pods of the operator's Deployments in the CSV.
 *
 * OLM offers no other way: it creates the ServiceAccounts of a bundle without pull secrets, and removes those of ServiceAccounts that already exist.
 *
 * @returns the same object if the pods already have the secrets
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/catalog/step_ensurer.go#L142
 */
export function withOperatorPullSecrets(bundle: Bundle, names: readonly string[]): Bundle {
  const { manifest } = bundle.csv;
  const spec = mapField(manifest.content, 'spec');
  const install = mapField(spec, 'install');
  const strategy = mapField(install, 'spec');
  const deployments = field(strategy, 'deployments');
  if (names.length === 0 || !Array.isArray(deployments)) {
    return bundle;
  }
  const changed = deployments.map((deployment: unknown) => (isMap(deployment) ? deploymentWith(deployment, names) : deployment));
  if (changed.every((deployment, index) => deployment === deployments[index])) {
    return bundle;
  }
  const content = { ...manifest.content, spec: { ...spec, install: { ...install, spec: { ...strategy, deployments: changed } } } };
  return bundle._withManifests(bundle.manifests.map((other) => (other === manifest ? manifest._withContent(content) : other)));
}

function deploymentWith(deployment: JsonMap, names: readonly string[]): JsonMap {
  const spec = mapField(deployment, 'spec');
  const template = mapField(spec, 'template');
  const pod = mapField(template, 'spec');
  const present = mapListField(pod, 'imagePullSecrets');
  const missing = [...new Set(names)].filter((name) => !present.some((secret) => stringField(secret, 'name') === name));
  const imagePullSecrets = [...present, ...missing.map((name) => ({ name }))];
  return missing.length === 0 ? deployment : { ...deployment, spec: { ...spec, template: { ...template, spec: { ...pod, imagePullSecrets } } } };
}
