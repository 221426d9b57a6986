/** Rights that a policy can forbid operators to have, and that an upgrade must not gain. */
export enum ForbiddenRight {
  /** `*` as a verb, a resource or an API group. */
  WILDCARDS = 'wildcards',

  /** `escalate` and `bind` on roles, and `impersonate`: with them, an account can get any other right. */
  ESCALATION = 'escalation',

  /** Reading all Secrets in namespaces other than its own. */
  SECRETS_ACROSS_NAMESPACES = 'secrets-across-namespaces',
}
