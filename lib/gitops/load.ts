import type * as preparedScopeModule from './argocd/prepared-scope';

// Loads at the first call what only programs for a GitOps tool need, so that importing the package stays fast. The only file of the module that may
// `require`.

/** Annotates the objects of a construct for Argo CD. */
export function preparedScope(...args: ConstructorParameters<typeof preparedScopeModule.PreparedScope>): preparedScopeModule.PreparedScope {
  const { PreparedScope } = require('./argocd/prepared-scope') as typeof preparedScopeModule;
  return new PreparedScope(...args);
}
