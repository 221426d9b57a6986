import { action } from './actions';
import type { CiService, ProjectFiles } from './project-request';
import { GITHUB_UPDATE, GITLAB_UPDATE } from './update-files';

/** File of the job that updates the operators, by service. */
const UPDATE_FILE = { github: '.github/workflows/update-operators.yaml', gitlab: '.gitlab/update-operators.yml' } as const;

/** Returns the file that runs the tests of a project. */
export function ciFiles(service: CiService, check: readonly string[], isLocked: boolean): ProjectFiles {
  const commands = ['npm ci', 'npm test', ...check];
  if (service === 'gitlab') {
    return { '.gitlab-ci.yml': `${isLocked ? `include:\n  - local: ${UPDATE_FILE.gitlab}\n\n` : ''}test:\n  image: node:22\n  script:\n${commands.map((command) => `    - ${command}\n`).join('')}` };
  }
  return {
    '.github/workflows/ci.yaml': `name: ci
on:
  push:
    branches: [main]
  pull_request: {}
permissions: {}
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
      - uses: ${action('actions/checkout')}
        with:
          persist-credentials: false
      - uses: ${action('actions/setup-node')}
        with:
          node-version: 22
          package-manager-cache: false
${commands.map((command) => `      - run: ${command}\n`).join('')}`,
  };
}

/** Returns the file that moves the lock of a project, and opens a pull request or merge request with the plan of the upgrade. */
export function updateFiles(service: CiService): ProjectFiles {
  return { [UPDATE_FILE[service]]: service === 'github' ? GITHUB_UPDATE : GITLAB_UPDATE };
}
