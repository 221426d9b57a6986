/** A code block that no test finds: not a program, not its output, not commands that run without a cluster, and not a step of docs/start. */
export interface CoveredBlock {
  /** Page, from the root of the repository. */
  readonly page: string;

  /** What only this block of the page contains, between line breaks. For a test that reads every block of the page: `*`. */
  readonly contains: string;

  /** Test that runs or compares it, or a page of docs/start that has the same commands. @default - none */
  readonly test?: string;

  /** What shows this in the test. @default - the name of the page or of the example, or `contains` */
  readonly evidence?: string;

  /** Why no test can; beside a test, what the test does in another way. @default - it runs or compares exactly what the block has */
  readonly why?: string;
}

const FROM_SOURCES = 'the test calls the function that this program calls';

/** The blocks. A page that is edited keeps its entries as long as the blocks contain the same words. */
export const COVERED_BLOCKS: readonly CoveredBlock[] = [
  { page: 'README.md', contains: 'npm ci && npm start', test: 'e2e/quickstart.e2e.ts', evidence: "'npm', ['start'", why: 'CI runs npm ci before it' },
  { page: 'README.md', contains: 'npm ci && npm test', why: 'CI runs both; a test of the tests would run itself' },
  { page: 'docs/start/quickstart.md', contains: 'npm ci && npm start', test: 'e2e/quickstart.e2e.ts', evidence: "'npm', ['start'", why: 'CI runs npm ci before it' },
  { page: 'docs/start/quickstart.md', contains: 'which runs in namespace', test: 'test/docs/readme.test.ts' },

  { page: 'docs/guides/air-gapped.md', contains: 'oc image mirror', why: 'it needs two registries and oc; test/cli/offline/images.test.ts compares the mapping' },
  { page: 'docs/guides/argocd.md', contains: 'npx cdk8s synth', test: 'e2e/package-argocd.e2e.ts', evidence: "run('cdk8s synth')", why: 'e2e/argocd-lifecycle.e2e.ts applies the files' },
  { page: 'docs/guides/argocd.md', contains: 'argocd app set', why: 'the tests have Argo CD without its API server, which these commands need; e2e/argocd-lifecycle.e2e.ts removes with `olm-constructs` and deletes with kubectl' },
  { page: 'docs/guides/catalogs.md', contains: '\ncache-operator.v1.2.1\n', test: 'test/docs/catalogs.test.ts' },
  { page: 'docs/guides/catalogs.md', contains: 'because the bundles between them are removed', test: 'test/docs/catalogs.test.ts' },
  { page: 'docs/guides/catalogs.md', contains: 'BEFORE ', test: 'test/docs/catalogs.test.ts' },
  { page: 'docs/guides/catalog-templates.md', contains: '"name":"stable-v1.1"', test: 'test/docs/catalogs.test.ts' },
  { page: 'docs/guides/command-line-waiting.md', contains: 'kubectl apply', test: 'e2e/command-line-act.e2e.ts', evidence: 'begins before the first apply', why: 'with files of the test' },
  { page: 'docs/guides/command-line-waiting.md', contains: 'OLM is connected to it', test: 'e2e/command-line-walk.e2e.ts', why: 'with other durations' },
  { page: 'docs/guides/command-line-waiting.md', contains: 'PlainOperator/shop', test: 'test/constructs/part-of.test.ts', evidence: 'PlainOperator/', why: 'with other names' },
  { page: 'docs/guides/command-line-waiting.md', contains: 'kubectl get events', test: 'e2e/command-line-act.e2e.ts', evidence: 'InstallPlanApproved', why: 'the test reads the Events from the API' },
  { page: 'docs/guides/command-line.md', contains: '*', test: 'test/docs/command-line.test.ts' },
  { page: 'docs/guides/connections.md', contains: '--ca-file', test: 'test/cli/connections/registries.test.ts', why: 'with a registry of the test' },
  { page: 'docs/guides/custom-resources.md', contains: 'npm install', why: 'it needs the network; e2e/paths.e2e.ts installs other packages of npm from the checkout' },
  { page: 'docs/guides/custom-resources.md', contains: './imports/hello-operator', test: 'e2e/operands-example.e2e.ts', evidence: 'compiles with the classes of the locked version', why: 'with the program of the example' },
  { page: 'docs/guides/custom-resources.md', contains: 'custom-resource-invalid', test: 'test/gitops/checks/locked-versions.test.ts', why: 'with other names' },
  { page: 'docs/guides/flux.md', contains: 'git add', test: 'e2e/flux-stages.e2e.ts', evidence: 'in one commit', why: 'the test commits in a program, and reads the states from the API' },
  { page: 'docs/guides/flux.md', contains: 'olm-constructs explain', test: 'e2e/flux-stages.e2e.ts', evidence: "session.ended('explain'" },
  { page: 'docs/guides/flux.md', contains: 'olm-constructs uninstall', test: 'e2e/flux-stages.e2e.ts', evidence: "session.run('uninstall')" },
  { page: 'docs/guides/flux.md', contains: 'for stage in', test: 'e2e/flux-stages.e2e.ts', evidence: 'stage by stage', why: 'the test has the loop in TypeScript' },
  { page: 'docs/guides/image-layouts.md', contains: 'crane push', test: 'e2e/image-layouts.e2e.ts', why: 'to a registry of the test' },
  { page: 'docs/guides/in-cluster-jobs.md', contains: 'kubectl logs', why: 'pods of the tests have no logs; e2e/operator-jobs.e2e.ts compares the explanation in the output and the Event' },
  { page: 'docs/guides/inspecting-a-cluster.md', contains: '*', test: 'test/docs/code-blocks.test.ts', evidence: 'shows what tests of the commands expect' },
  { page: 'docs/guides/inspecting-a-cluster.md', contains: 'kubectl get namespaces', test: 'test/docs/dump-command.test.ts', why: 'the test compares the kinds with those that explanations read' },
  { page: 'docs/guides/installing-olm.md', contains: 'kubectl wait', test: 'docs/start/your-bundle.md', evidence: 'kubectl wait --for=condition=Established' },
  { page: 'docs/guides/languages.md', contains: '*', test: 'test/docs/languages.test.ts' },
  { page: 'docs/guides/locking.md', contains: 'git show', test: 'test/examples/lock.test.ts', evidence: 'pull-request.md', why: 'the test has both files' },
  { page: 'docs/guides/locking.md', contains: '--plan olm.plan.json', test: 'e2e/command-line-plan.e2e.ts', evidence: "'--plan'" },
  { page: 'docs/guides/locking.md', contains: 'the upgrade of operator', test: 'test/constructs/operator-lock-gates.test.ts', evidence: 'field-removed caches.', why: 'with other names' },
  { page: 'docs/guides/locking.md', contains: 'the downgrade of operator', test: 'test/constructs/operator-lock.test.ts', why: 'with other names' },
  { page: 'docs/guides/locking.md', contains: 'lockVersion: 1', test: 'test/constructs/operator-lock.test.ts', evidence: 'lockVersion', why: 'with other names' },
  { page: 'docs/guides/locking.md', contains: 'DIFFERENCE', test: 'test/resolve/drift/find-drift.test.ts', evidence: 'is installed instead of', why: 'with other names' },
  { page: 'docs/guides/many-clusters.md', contains: 'olm-constructs apis', test: 'test/cli/inspect/apis.test.ts', why: 'with a cluster of the test' },
  { page: 'docs/guides/one-step.md', contains: '$ npx olm-constructs install olm', test: 'docs/start/command-line.md', evidence: 'olm-constructs install olm', why: 'with other names and durations' },
  { page: 'docs/guides/one-step.md', contains: 'kubectl olm', test: 'test/cli/kubectl-plugin.test.ts' },
  { page: 'docs/guides/operator-metrics.md', contains: '*', test: 'test/docs/operator-metrics.test.ts' },
  { page: 'docs/guides/plain-manifests.md', contains: 'kubectl create namespace', test: 'e2e/plain-manifests.e2e.ts', evidence: 'applyServerSide', why: 'with files of the test' },
  { page: 'docs/guides/pulumi-rights.md', contains: '*', test: 'e2e/waiters-permissions.e2e.ts' },
  { page: 'docs/guides/pulumi.md', contains: 'npm install', test: 'docs/start/pulumi.md', evidence: '@pulumi/pulumi @pulumi/kubernetes', why: 'from the packed file' },
  { page: 'docs/guides/pulumi.md', contains: 'waiters use the kubeconfig', test: 'test/pulumi/provider/selected-cluster.test.ts', why: 'with other names' },
  { page: 'docs/guides/pulumi.md', contains: 'policy-package', test: 'test/pulumi/platform-checks/program.test.ts', evidence: 'and the allowed packages are', why: 'with other names' },
  { page: 'docs/guides/resolution.md', contains: 'hop 1:', test: 'test/docs/resolution.test.ts' },
  { page: 'docs/guides/resolution.md', contains: 'contradict each other', test: 'test/docs/resolution.test.ts' },
  { page: 'docs/guides/rights.md', contains: 'kind: ClusterRoleBinding', test: 'test/docs/rights.test.ts' },
  { page: 'docs/guides/approving-upgrades.md', contains: 'kubectl patch installplan', test: 'e2e/plan-approvers.e2e.ts', evidence: 'spec: { approved: true }', why: 'the test sends the same patch to the API' },
  { page: 'docs/guides/subscriptions.md', contains: 'olm.generated-by', why: 'it needs jq; test/cluster/waiting/operator/installed-dependencies.test.ts finds dependencies by the annotation' },
  { page: 'docs/guides/one-step.md', contains: 'install prometheus', test: 'e2e/command-line-walk.e2e.ts', evidence: "'install'", why: 'with a package of the test; prometheus needs the network' },
  { page: 'docs/guides/subscriptions.md', contains: 'wait -f dist', test: 'docs/start/operatorhub.md', evidence: 'wait -f dist' },
  { page: 'docs/guides/migration-plans.md', contains: '--from-cluster', test: 'test/cli/offline/migrate.test.ts', evidence: "'--from'", why: 'the test has the objects of the cluster in a dump' },
  { page: 'docs/guides/catalogs.md', contains: 'quay.io/operatorhubio', test: 'test/cli/offline/catalog.test.ts', evidence: "'filter'", why: 'with a catalog of the test' },
  { page: 'docs/guides/catalog-templates.md', contains: 'catalog template', test: 'test/cli/offline/catalog.test.ts', evidence: "'template'", why: 'with bundles of the test' },
  { page: 'docs/guides/installing-olm.md', contains: 'uninstall olm', test: 'e2e/command-line-uninstall.e2e.ts', evidence: 'uninstall' },
  { page: 'docs/troubleshooting/engine-failures.md', contains: 'kubectl annotate', why: 'that OLM v1 retries after any change of the object is its own behavior, not that of this library' },
  { page: 'docs/reference/language-errors.md', contains: '*', test: 'test/docs/languages.test.ts' },
  { page: 'docs/guides/terminal.md', contains: '*', test: 'test/docs/terminal.test.ts' },
  { page: 'docs/guides/up-and-destroy.md', contains: 'CRDs are kept', test: 'test/cluster/waiting/removal/operator-removal.test.ts', why: 'with other names' },
  { page: 'docs/guides/up-and-destroy.md', contains: '"subscription": "plain-alpha-shop-olm"', test: 'test/cluster/waiting/operator/installed-dependencies.test.ts', evidence: "subscription: 'plain-alpha-", why: 'with other names' },
  { page: 'docs/guides/up-and-destroy.md', contains: 'nothing in the namespace requires it any longer', test: 'test/docs/up-and-destroy.test.ts' },
  { page: 'docs/explanations/choosing-a-channel.md', contains: 'OLM would not upgrade', test: 'test/constructs/followed-channel.test.ts', why: 'with other names' },
  { page: 'docs/guides/upgrading-a-bundle.md', contains: 'has several heads', test: 'test/constructs/bundle-upgrade.test.ts', why: 'with other names' },
  { page: 'docs/guides/validating-bundles.md', contains: 'examples/validation/bundle', test: 'test/docs/validating-bundles.test.ts' },
  { page: 'docs/guides/waiting.md', contains: '*', test: 'test/docs/waiting.test.ts' },
  { page: 'docs/troubleshooting/failures.md', contains: '*', test: 'test/docs/failures.test.ts' },
  { page: 'docs/troubleshooting/operator-does-not-install.md', contains: 'olm-constructs explain', test: 'test/cli/inspect/explain.test.ts', why: 'with names of the test' },

  { page: 'examples/argocd/README.md', contains: 'npx cdk8s synth', test: 'e2e/package-argocd.e2e.ts', why: 'without the network' },
  { page: 'examples/argocd/README.md', contains: 'dist/argocd/', test: 'test/examples/argocd.test.ts' },
  { page: 'examples/bundle-upgrade/README.md', contains: 'main.ts', test: 'test/examples/bundle-upgrade.test.ts', why: FROM_SOURCES },
  { page: 'examples/bundle-upgrade/README.md', contains: 'kubectl apply', test: 'e2e/bundle-upgrade.e2e.ts', why: 'with Pulumi; docs/start/your-bundle.md has the same with kubectl' },
  { page: 'examples/fleet/README.md', contains: 'main.ts', test: 'test/examples/fleet.test.ts', why: FROM_SOURCES },
  { page: 'examples/fleet/README.md', contains: 'dist/fleet/clusters', test: 'test/examples/fleet.test.ts' },
  { page: 'examples/flux/README.md', contains: 'npx cdk8s synth', test: 'test/examples/flux.test.ts', why: FROM_SOURCES },
  { page: 'examples/flux/README.md', contains: 'dist/flux/', test: 'test/examples/flux.test.ts' },
  { page: 'examples/go/README.md', contains: 'go mod tidy', why: '`npm run languages` runs the example with the package that it builds' },
  { page: 'examples/java/README.md', contains: 'mvn -q compile', why: '`npm run languages` runs the example with the package that it builds' },
  { page: 'examples/lock/README.md', contains: 'olm-constructs plan', test: 'test/examples/lock.test.ts', why: 'without the network' },
  { page: 'examples/lock/README.md', contains: '--update-all', test: 'test/examples/lock.test.ts' },
  { page: 'examples/lock/README.md', contains: 'right-gained get,list secrets', test: 'test/examples/lock.test.ts' },
  { page: 'examples/olm-upgrade/README.md', contains: 'main.ts', test: 'test/examples/olm-upgrade.test.ts', why: FROM_SOURCES },
  { page: 'examples/olm-upgrade/README.md', contains: 'cd dist/olm-upgrade', test: 'e2e/olm-upgrade.e2e.ts', why: 'with Pulumi; e2e/olm-releases.e2e.ts applies each release' },
  { page: 'examples/olm-upgrade/README.md', contains: 'kubectl delete issuer', test: 'test/examples/olm-upgrade.test.ts' },
  { page: 'examples/olm-v1/README.md', contains: 'main.ts', test: 'test/examples/olm-v1.test.ts', why: FROM_SOURCES },
  { page: 'examples/olm-v1/README.md', contains: 'kubectl apply', test: 'e2e/olm-v1-controllers.e2e.ts', why: 'with manifests of the test' },
  { page: 'examples/operands/README.md', contains: 'lock --check', test: 'e2e/operands-example.e2e.ts', why: 'without the network' },
  { page: 'examples/operands/README.md', contains: 'lock --update', test: 'test/examples/operands.test.ts' },
  { page: 'examples/operands/README.md', contains: 'is refused:', test: 'test/examples/operands.test.ts' },
  { page: 'examples/operands/README.md', contains: 'import bundle-0.3.0', test: 'e2e/operands-example.e2e.ts' },
  { page: 'examples/operands/README.md', contains: 'error TS2305', test: 'e2e/operands-example.e2e.ts' },
  { page: 'examples/pulumi-platform/README.md', contains: 'pulumi up', test: 'e2e/stack-examples.e2e.ts' },
  { page: 'examples/pulumi-quickstart/README.md', contains: 'pulumi up', test: 'e2e/stack-examples.e2e.ts', why: 'docs/start/pulumi.md, which e2e/paths.e2e.ts follows, has the same commands' },
  { page: 'examples/pulumi-upgrade/README.md', contains: 'config set version 0.1.0', test: 'e2e/stack-olm.e2e.ts' },
  { page: 'examples/pulumi-upgrade/README.md', contains: 'config set version 0.3.0', test: 'e2e/stack-olm.e2e.ts' },
  { page: 'examples/pulumi-upgrade/README.md', contains: 'approves InstallPlan', test: 'e2e/stack-olm.e2e.ts' },
  { page: 'examples/pulumi-upgrade/README.md', contains: 'kubectl delete clusterserviceversion', test: 'e2e/stack-olm.e2e.ts' },
  { page: 'examples/pulumi-upgrade/README.md', contains: '\npulumi destroy\n', test: 'e2e/stack-olm.e2e.ts' },
  { page: 'examples/python/README.md', contains: 'pip install', test: 'e2e/languages.e2e.ts', why: 'with the package that `npm run languages` builds' },
  { page: 'examples/rukpak/README.md', contains: 'main.ts', test: 'test/examples/rukpak.test.ts', why: FROM_SOURCES },
  { page: 'examples/rukpak/README.md', contains: 'kubectl apply', test: 'e2e/waiters-rukpak.e2e.ts', why: 'with objects of the test' },
];
