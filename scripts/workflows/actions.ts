import { PROJECT_ACTIONS } from '../../lib/cli/projects/actions';

/**
 * Actions that the workflows use: the commit and the version that it is. A tag can be moved by whoever controls the repository of an action, a commit
 * cannot. To update one, look up the commit of the new tag (`git ls-remote https://github.com/OWNER/NAME v1.2.3^{}`).
 */
export const ACTIONS: { readonly [name: string]: { readonly commit: string; readonly version: string } } = {
  ...PROJECT_ACTIONS,
  'actions/attest-build-provenance': { commit: 'a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32', version: 'v4.1.0' },
  'actions/setup-go': { commit: 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e', version: 'v7.0.0' },
  'NuGet/login': { commit: '8d196754b4036150537f80ac539e15c2f1028841', version: 'v1.2.0' },
};

/** Versions of the tools that the jobs get. Everything else is part of the image of the runner, or in a lock file. */
export const RUNNER = 'ubuntu-24.04';
export const GO = '1.26.8';

/** The lowest version that is supported, with which CI runs. */
export const LOWEST_NODE = '20.19.0';

/** The version that builds and publishes a release; publishing to npm without a token needs its npm 11. */
export const RELEASE_NODE = '24.21.0';

/** Returns a step with an action. */
export function uses(name: string, inputs?: Step): Step {
  const action = ACTIONS[name];
  if (action === undefined) {
    throw new Error(`${name} is not in ACTIONS; add it with its commit`);
  }
  return { uses: `${name}@${action.commit}`, ...(inputs === undefined ? {} : { with: inputs }) };
}

/** A step of a job, or its inputs, as GitHub's workflow syntax has them. */
export interface Step { readonly [field: string]: unknown }
