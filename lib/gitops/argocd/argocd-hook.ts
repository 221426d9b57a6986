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
