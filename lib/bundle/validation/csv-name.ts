import { labelValueFaults, subdomainFaults } from './kubernetes/names';

/**
 * What is wrong with the name of a ClusterServiceVersion, in words that go on from "must": it is a DNS name, and OLM puts it into labels,
 * which hold less. Undefined when nothing is.
 */
export function csvNameFault(name: string): string | undefined {
  const demands = new Set([...subdomainFaults(name), ...labelValueFaults(name)]);
  return demands.size === 0 ? undefined : [...demands].join(', and ');
}
