/** What people search for, and the page or section that must come first: of several, the first that exists. */
const SEARCHES: readonly (readonly [query: string, ...urls: string[]])[] = [
  // Tasks, in the words of people who do not know ours.
  ['install olm', 'guides/installing-olm.html'],
  ['instaling olm', 'guides/installing-olm.html'],
  ['uninstall olm', 'guides/installing-olm.html#remove-olm'],
  ['delete argo application', 'guides/gitops-removal.html'],
  ['getting started', 'start/quickstart.html'],
  ['quickstart', 'start/quickstart.html'],
  ['own bundle', 'start/your-bundle.html'],
  ['validate my bundle', 'guides/validating-bundles.html'],
  ['air-gapped', 'start/air-gapped.html'],
  ['disconnected cluster', 'guides/air-gapped.html'],
  ['offline mirror', 'guides/air-gapped.html'],
  ['argo cd', 'guides/argocd.html'],
  ['ArgoCD', 'guides/argocd.html'],
  ['flux', 'guides/flux.html'],
  ['upgrade operator', 'start/operatorhub.html#upgrades', 'guides/subscriptions.html'],
  ['pin version', 'guides/locking.html'],
  ['rollback', 'explanations/faq.html#can-i-go-back-to-an-earlier-version'],
  ['approve install plan', 'guides/approving-upgrades.html'],
  ['OperatorGroup', 'guides/operator-groups.html'],
  ['multi cluster', 'guides/many-clusters.html'],
  ['exit codes', 'reference/command-line.html#exit-codes'],
  ['kubeconfig', 'troubleshooting/failures.html#the-kubeconfig'],
  ['OpenShift', 'start/openshift.html'],
  ['helm', 'coming-from/helm.html'],
  ['custom resource', 'guides/custom-resources.html'],
  ['up and destroy', 'guides/up-and-destroy.html'],
  ['uninstall', 'start/clean-up.html'],
  ['architecture', 'architecture.html'],
  ['security', 'security.html'],
  ['glossary', 'explanations/glossary.html'],
  ['python', 'guides/languages.html'],

  // Names: of a class, a prop and a rule.
  ['OperatorSubscription', 'api/typescript/OperatorSubscription.html'],
  ['operatorsubscription', 'api/typescript/OperatorSubscription.html'],
  ['registryMirror', 'api/typescript/ClusterProps.html#olm-constructs.ClusterProps.property.registryMirror'],
  ['csv-installmodes', 'reference/validation-rules.html#csv-installmodes'],

  // Messages, whole, in part, and with the names and quotes of a cluster.
  ['webhook', 'troubleshooting/causes.html#webhook-unreachable'],
  ['operator does not install', 'troubleshooting/operator-does-not-install.html'],
  ['BundleUnpackFailed', 'troubleshooting/operator-does-not-install.html#find-a-condition-or-a-reason'],
  ['ConstraintsNotSatisfiable', 'troubleshooting/operator-does-not-install.html#find-a-condition-or-a-reason'],
  ['OutOfSync', 'troubleshooting/operator-does-not-install.html#find-a-condition-or-a-reason'],
  ['UnsupportedOperatorGroup', 'troubleshooting/causes.html#install-mode-unsupported'],
  ['exists and is not referenced by a subscription', 'troubleshooting/causes.html#csv-without-subscription'],
  ['constraints not satisfiable: clusterserviceversion keda.v2.6.1 exists and is not referenced by a subscription, subscription my-keda requires it', 'troubleshooting/causes.html#csv-without-subscription'],
  ['no operator group found', 'troubleshooting/causes.html#operator-group-missing'],
  ['"attenuated service account query failed - no operator group found that is managing this namespace"', 'troubleshooting/causes.html#operator-group-missing'],
  ['error: resource mapping not found for name: "my-monitor" namespace: "prod" from "dist/app.yaml": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"', 'troubleshooting/causes.html#api-missing'],
  ['no matches for kind "Subscription" in version "operators.coreos.com/v1alpha1"', 'troubleshooting/causes.html#olm-missing'],
  ['Error from server (NotFound): namespaces "prod" not found', 'troubleshooting/causes.html#namespace-missing'],
  ['Back-off pulling image', 'troubleshooting/causes.html#image-pull-failed'],
];

/** Returns what must come first, of the pages and sections that exist. The build of the site and test/site/search.test.ts check it. */
export function expectedSearches(existing: ReadonlySet<string>): [query: string, url: string][] {
  return SEARCHES.map(([query, ...urls]) => [query, urls.find((url) => existing.has(url.replace(/#olm-constructs.*$/, ''))) ?? `a page of ${urls.join(', ')}, none of which exists`]);
}
