import { labelValueErrors, subdomainErrors } from '../../formats/schema/formats/names';

/**
 * Returns the requirements that the name of a CSV does not meet, as a phrase that follows "must", or undefined if it is valid. It must be a DNS name
 * and a valid label value, because OLM uses it in labels.
 */
export function csvNameError(name: string): string | undefined {
  const requirements = new Set([...subdomainErrors(name), ...labelValueErrors(name)]);
  return requirements.size === 0 ? undefined : [...requirements].join(', and ');
}
