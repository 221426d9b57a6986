import type { OlmUpgradePlanContent } from './upgrade-plan-content';

/** Returns the commands that delete what is not in the new release: one line for each object, with the last applied first. */
export function deleteCommands({ removed }: OlmUpgradePlanContent): string {
  return removed.filter(({ prune }) => prune).reverse().map(({ apiVersion, kind, name, namespace }) => {
    const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [];
    const resource = [kind.toLowerCase(), ...(group === undefined ? [] : [group])].join('.');
    return `kubectl delete ${resource} ${name}${namespace === undefined ? '' : ` -n ${namespace}`} --ignore-not-found\n`;
  }).join('');
}
