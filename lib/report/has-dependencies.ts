import type { Bundle } from '../bundle/bundle';

/** Whether OLM may install other operators for a bundle, because it requires packages or APIs. */
export function hasDependencies({ dependencies, requiredApis, properties }: Bundle): boolean {
  const constraints = properties.filter(({ type }) => type === 'olm.constraint' || type.endsWith('.required'));
  return requiredApis.length + dependencies.length + constraints.length > 0;
}
