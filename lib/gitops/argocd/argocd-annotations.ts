import { ApiObjectMetadataDefinition } from 'cdk8s';

/**
 * When Argo CD runs a hook.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/resource_hooks/
 */
export enum ArgoCdHook {
  /** Before the manifests are applied. */
  PRE_SYNC = 'PreSync',

  /** With the manifests, in the wave of the hook. */
  SYNC = 'Sync',

  /** After all manifests are applied and healthy. */
  POST_SYNC = 'PostSync',

  /** When a sync fails. */
  SYNC_FAIL = 'SyncFail',

  /** Before the objects of an Application are deleted. The deletion does not begin until the hook succeeds. Since Argo CD 3.3. */
  PRE_DELETE = 'PreDelete',

  /** After the objects of an Application are deleted. Since Argo CD 2.10. */
  POST_DELETE = 'PostDelete',
}

/** When Argo CD deletes the objects of a hook. */
export enum ArgoCdHookDeletePolicy {
  /** When the hook has succeeded. */
  HOOK_SUCCEEDED = 'HookSucceeded',

  /** When the hook has failed. */
  HOOK_FAILED = 'HookFailed',

  /** Before a new hook of the same name is created. */
  BEFORE_HOOK_CREATION = 'BeforeHookCreation',
}

/** Annotations of Argo CD. @internal */
export const SYNC_WAVE = 'argocd.argoproj.io/sync-wave';
/** @internal */
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
/** @internal */
export const HOOK = 'argocd.argoproj.io/hook';
/** @internal */
export const HOOK_DELETE_POLICY = 'argocd.argoproj.io/hook-delete-policy';

/** Returns the current annotations of an object. @internal */
export function annotationsOf(metadata: ApiObjectMetadataDefinition): { readonly [key: string]: string | undefined } {
  return (metadata.toJson() as { readonly annotations?: { readonly [key: string]: string } } | undefined)?.annotations ?? {};
}

/**
 * Adds sync options to a list such as `Prune=false,PruneLast=true`. An option that is already in the list keeps its value.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/
 * @internal
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
