import { ApiObjectMetadataDefinition } from 'cdk8s';

/** Annotations of Argo CD. */
export const SYNC_WAVE = 'argocd.argoproj.io/sync-wave';
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
export const HOOK = 'argocd.argoproj.io/hook';
export const HOOK_DELETE_POLICY = 'argocd.argoproj.io/hook-delete-policy';

/** Returns the current annotations of an object. */
export function annotationsOf(metadata: ApiObjectMetadataDefinition): { readonly [key: string]: string | undefined } {
  return (metadata.toJson() as { readonly annotations?: { readonly [key: string]: string } } | undefined)?.annotations ?? {};
}

/**
 * Adds sync options to a list such as `Prune=false,PruneLast=true`. An option that is already in the list keeps its value.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/
 */
export function withSyncOptions(existing: string | undefined, added: readonly string[]): string | undefined {
  const options = (existing ?? '').split(',').map(option => option.trim()).filter(option => option !== '');
  const known = new Set(options.map(optionName));
  const all = [...options, ...added.filter(option => !known.has(optionName(option)))];
  return all.length === 0 ? undefined : all.join(',');
}

function optionName(option: string): string {
  return option.split('=')[0]!;
}
