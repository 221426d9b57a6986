import { GO, LOWEST_NODE, RUNNER, type Step, uses } from './actions';

/** Runs all checks, without any secret. */
export const CI: Step = {
  'name': 'ci',
  'on': { push: { branches: ['main'] }, pull_request: {}, workflow_dispatch: {} },
  'permissions': {},
  'jobs': {
    ci: {
      'runs-on': RUNNER,
      'permissions': { contents: 'read' },
      'timeout-minutes': 120,
      'steps': [
        // Java and Python are part of the image.
        uses('actions/setup-node', { 'node-version': LOWEST_NODE, 'package-manager-cache': false }),
        uses('actions/setup-go', { 'go-version': GO, 'cache': false }),
        uses('actions/checkout', { 'fetch-depth': 0, 'persist-credentials': false }),
        { name: 'All checks', run: 'bash .ci/run' },
      ],
    },
  },
};
