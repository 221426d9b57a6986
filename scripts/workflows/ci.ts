import { GO, LOWEST_NODE, RUNNER, type Step, uses } from './actions';

/** Runs the checks of each change, and all once a week, without any secret. */
export const CI: Step = {
  'name': 'ci',
  'on': { push: { branches: ['main'] }, pull_request: {}, workflow_dispatch: {}, schedule: [{ cron: '17 3 * * 1' }] },
  'permissions': {},
  'jobs': {
    ci: {
      'runs-on': RUNNER,
      'permissions': { contents: 'read' },
      'timeout-minutes': 330,
      'steps': [
        // Java and Python are part of the image.
        uses('actions/setup-node', { 'node-version': LOWEST_NODE, 'package-manager-cache': false }),
        uses('actions/setup-go', { 'go-version': GO, 'cache': false }),
        uses('actions/checkout', { 'fetch-depth': 0, 'persist-credentials': false }),
        { name: 'Checks', run: 'bash .ci/run', env: { OLM_E2E_FULL: '${{ github.event_name == \'schedule\' && \'1\' || \'0\' }}' } },
      ],
    },
  },
};
