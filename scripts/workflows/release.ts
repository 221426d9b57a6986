import { GO, RELEASE_NODE, RUNNER, type Step, uses } from './actions';

/** Folder of the scripts that publish, in the checkout of a job. They need only what the image of the runner has. */
const PUBLISH = 'scripts/release/publish';

/** Inputs of every job that publishes: nothing is built or installed there, so that no package can reach its token. */
const BUILT: readonly Step[] = [
  uses('actions/checkout', { 'sparse-checkout': PUBLISH, 'persist-credentials': false }),
  uses('actions/download-artifact', { 'artifact-ids': '${{ needs.build.outputs.artifact_id }}', 'path': 'dist' }),
  { name: 'Verify the files', run: `bash ${PUBLISH}/verify.sh dist`, env: { CHECKSUMS: '${{ needs.build.outputs.checksums }}' } },
];

const setupNode = uses('actions/setup-node', { 'node-version': RELEASE_NODE, 'package-manager-cache': false });

/** Returns a job that publishes what `build` made. Its environment, and so who must approve it, is set in the repository. */
function publishing(title: string, permissions: Step, steps: readonly Step[], needs: readonly string[] = ['build']): Step {
  return { 'name': title, needs, 'runs-on': RUNNER, 'environment': 'release', 'timeout-minutes': 15, permissions, 'steps': [...BUILT, ...steps] };
}

/** Returns a step that does not run in a dry run. */
function published(name: string, run: string, env: Step = {}): Step {
  return { name, if: '${{ !inputs.dry_run }}', run, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

const OIDC = { 'contents': 'read', 'id-token': 'write' };
const REGISTRIES = ['npm', 'pypi', 'maven', 'nuget', 'go'];

/**
 * Publishes a release. One job without secrets builds everything; the others download it, compare it with the checksums that the first one reported,
 * and publish it.
 */
export const RELEASE: Step = {
  'name': 'release',
  'on': { workflow_dispatch: { inputs: { dry_run: { description: 'Build and verify everything, and publish nothing', required: false, type: 'boolean' } } } },
  'concurrency': { 'group': 'release', 'cancel-in-progress': false },
  'permissions': {},
  'jobs': {
    build: {
      'runs-on': RUNNER,
      'permissions': { contents: 'read' },
      'timeout-minutes': 90,
      'outputs': { artifact_id: '${{ steps.upload.outputs.artifact-id }}', checksums: '${{ steps.checksums.outputs.sha256 }}' },
      'env': { CI: 'true', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' },
      'steps': [
        uses('actions/checkout', { 'fetch-depth': 0, 'persist-credentials': false }),
        setupNode,
        uses('actions/setup-go', { 'go-version': GO, 'cache': false }),
        { name: 'Only the newest commit of the default branch is released', run: `bash ${PUBLISH}/expect-newest-commit.sh` },
        { name: 'Install dependencies', run: 'npm ci --ignore-scripts' },
        { name: 'Verify the signatures of dependencies', run: 'npm audit signatures' },
        { name: 'Build, test and pack', run: 'npm exec --no -- projen release' },
        ...['python', 'java', 'dotnet', 'go'].map((language) => ({ name: `Pack for ${language}`, run: `npm exec --no -- projen package:${language}` })),
        { name: 'Refuse a version that has been released', run: `bash ${PUBLISH}/expect-new-tag.sh dist` },
        { name: 'Checksums', id: 'checksums', run: `bash ${PUBLISH}/checksums.sh dist >>"$GITHUB_OUTPUT"` },
        { id: 'upload', ...uses('actions/upload-artifact', { 'name': 'release', 'path': 'dist', 'if-no-files-found': 'error', 'retention-days': 30 }) },
      ],
    },
    npm: publishing('Publish to npm', OIDC, [
      setupNode,
      published('Publish', 'npm publish --ignore-scripts --provenance --access public ./dist/js/olm-constructs-*.tgz'),
    ]),
    pypi: publishing('Publish to PyPI', OIDC, [
      { name: 'Install the tools', run: `bash ${PUBLISH}/pypi-tools.sh` },
      published('Publish', `bash ${PUBLISH}/pypi.sh dist`),
    ]),
    maven: publishing('Publish to Maven Central', { contents: 'read' }, [
      published('Publish', `bash ${PUBLISH}/maven.sh dist`, Object.fromEntries(
        ['MAVEN_USERNAME', 'MAVEN_PASSWORD', 'MAVEN_GPG_PRIVATE_KEY', 'MAVEN_GPG_PRIVATE_KEY_PASSPHRASE'].map((name) => [name, `\${{ secrets.${name} }}`]),
      )),
    ]),
    nuget: publishing('Publish to NuGet', OIDC, [
      { id: 'login', if: '${{ !inputs.dry_run }}', ...uses('NuGet/login', { user: '${{ secrets.NUGET_USERNAME }}' }) },
      published('Publish', `bash ${PUBLISH}/nuget.sh dist`, { NUGET_API_KEY: '${{ steps.login.outputs.NUGET_API_KEY }}' }),
    ]),
    go: publishing('Publish the Go module', { contents: 'read' }, [
      published('Publish', `bash ${PUBLISH}/go.sh dist`, { GO_GITHUB_DEPLOY_KEY: '${{ secrets.GO_GITHUB_DEPLOY_KEY }}' }),
    ]),
    attest: publishing('Attest the provenance of all files', { ...OIDC, attestations: 'write' }, [
      { if: '${{ !inputs.dry_run }}', ...uses('actions/attest-build-provenance', { 'subject-checksums': 'dist/SHA256SUMS' }) },
    ]),
    github: publishing('Publish to GitHub', { contents: 'write' }, [
      published('Publish', `bash ${PUBLISH}/github.sh dist`, { GH_TOKEN: '${{ github.token }}' }),
    ], ['build', ...REGISTRIES, 'attest']),
  },
};
