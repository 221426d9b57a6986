import { action } from './actions';

/**
 * Workflow of GitHub Actions that moves the lock. The job that runs packages of npm and reads catalogs may only read the repository; the one that
 * writes runs nothing but git and gh. Words of catalogs are never commands for the runner.
 */
export const GITHUB_UPDATE = `# Moves olm.lock.yaml to the newest versions that the app accepts, and opens a pull request with the plan of the upgrade.
# It needs the setting "Allow GitHub Actions to create and approve pull requests" of the repository.
name: update operators
on:
  schedule:
    - cron: '17 5 * * 1-5'
  workflow_dispatch: {}
permissions: {}
concurrency:
  group: update-operators
  cancel-in-progress: false
jobs:
  update:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
    outputs:
      changed: \${{ steps.update.outputs.changed }}
    steps:
      - uses: ${action('actions/checkout')}
        with:
          persist-credentials: false
      - uses: ${action('actions/setup-node')}
        with:
          node-version: 22
          package-manager-cache: false
      - run: npm ci
      - name: Move the lock, and plan the upgrade
        id: update
        shell: bash
        run: |
          # What catalogs contain is printed below: it must not be a command for the runner.
          end="$(node --print 'crypto.randomUUID()')"
          echo "::stop-commands::$end"
          trap 'echo "::$end::"' EXIT
          out="$RUNNER_TEMP/update-operators"
          mkdir -p "$out"
          cp olm.lock.yaml "$out/old.lock.yaml"
          npm run --if-present update
          npx --no-install olm-constructs lock --update-all
          git add --all
          git diff --cached --binary >"$out/changes.patch"
          if [ ! -s "$out/changes.patch" ]; then
            exit 0
          fi
          # The exit code is 1 for an upgrade with findings, which the plan lists.
          npx --no-install olm-constructs plan "$out/old.lock.yaml" olm.lock.yaml -o markdown >"$out/plan.md" || [ "$?" = 1 ]
          cp "$out/plan.md" "$out/body.md"
          if [ "$(wc -c <"$out/plan.md")" -gt 60000 ]; then
            echo "The plan is too long for a pull request: it is plan.md in the artifact of workflow run $GITHUB_RUN_ID." >"$out/body.md"
          fi
          echo 'changed=true' >>"$GITHUB_OUTPUT"
      - uses: ${action('actions/upload-artifact')}
        if: steps.update.outputs.changed == 'true'
        with:
          name: update-operators
          path: \${{ runner.temp }}/update-operators
          if-no-files-found: error
  pull-request:
    needs: update
    if: needs.update.outputs.changed == 'true'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: write
      pull-requests: write
    steps:
      - uses: ${action('actions/checkout')}
      - uses: ${action('actions/download-artifact')}
        with:
          name: update-operators
          path: \${{ runner.temp }}/update-operators
      - name: Open the pull request, or update it
        shell: bash
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          in="$RUNNER_TEMP/update-operators"
          git switch --create update-operators
          git apply --index "$in/changes.patch"
          git -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' commit --quiet --message 'Update operators'
          git push --force origin update-operators
          if [ "$(gh pr list --head update-operators --state open --json number --jq length)" = 0 ]; then
            gh pr create --head update-operators --base "$GITHUB_REF_NAME" --title 'Update operators' --body-file "$in/body.md"
          else
            gh pr edit update-operators --body-file "$in/body.md"
          fi
`;

/** Jobs of GitLab that do the same, in a scheduled pipeline. Only the second one has the token. */
export const GITLAB_UPDATE = `# Moves olm.lock.yaml to the newest versions that the app accepts, and opens a merge request with the plan of the upgrade.
# It needs a pipeline schedule, and the variable OPERATORS_TOKEN: a project access token with the role Developer and the scopes api and
# write_repository. Limit the variable to the environment update-operators, so that only the second job has it.
update-operators:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    - npm ci
    - |
      set -eu
      out=.update-operators
      mkdir -p "$out"
      cp olm.lock.yaml "$out/old.lock.yaml"
      npm run --if-present update
      npx --no-install olm-constructs lock --update-all
      git add --all -- . ":!$out"
      git diff --cached --binary >"$out/changes.patch"
      if [ -s "$out/changes.patch" ]; then
        # The exit code is 1 for an upgrade with findings, which the plan lists.
        npx --no-install olm-constructs plan "$out/old.lock.yaml" olm.lock.yaml -o markdown >"$out/plan.md" || [ "$?" = 1 ]
      fi
  artifacts:
    paths: [.update-operators/]
    expire_in: 1 week

merge-update-of-operators:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  needs: [update-operators]
  environment:
    name: update-operators
    action: access
  script:
    - |
      set -eu
      in=.update-operators
      if [ ! -s "$in/changes.patch" ]; then
        echo 'all operators are up to date'
        exit 0
      fi
      git switch --quiet --create update-operators
      git apply --index "$in/changes.patch"
      git -c user.name=update-operators -c user.email=update-operators@localhost commit --quiet --message 'Update operators'
      git -c credential.helper= -c credential.helper='!echo username=oauth2; echo "password=$OPERATORS_TOKEN"; :' \\
        push --force "$CI_PROJECT_URL.git" HEAD:refs/heads/update-operators
    - |
      node --input-type=module --eval '
        import { readFileSync } from "node:fs";
        const { CI_API_V4_URL, CI_PROJECT_ID, CI_COMMIT_BRANCH, OPERATORS_TOKEN } = process.env;
        const send = async (method, path, body) => {
          const response = await fetch(\`\${CI_API_V4_URL}/projects/\${CI_PROJECT_ID}/merge_requests\${path}\`, {
            method,
            headers: { "PRIVATE-TOKEN": OPERATORS_TOKEN, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          if (!response.ok) {
            throw new Error(\`\${method} merge_requests: HTTP \${response.status}\`);
          }
          return response.json();
        };
        const description = readFileSync(".update-operators/plan.md", "utf8");
        const [open] = await send("GET", "?state=opened&source_branch=update-operators");
        await (open === undefined
          ? send("POST", "", { source_branch: "update-operators", target_branch: CI_COMMIT_BRANCH, title: "Update operators", description })
          : send("PUT", \`/\${open.iid}\`, { description }));
      '
`;
