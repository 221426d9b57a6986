import { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';

/** A recorded scenario, the waiter that runs in it, and the result. */
export interface TraceScenario {
  readonly title: string;
  readonly trace: string;
  readonly options: Omit<OperatorReadyOptions, 'namespace'>;
  /** When the waiter starts, in seconds; events after `until` are left out. */
  readonly from?: number;
  readonly until?: number;
  /** The ClusterServiceVersion that becomes ready, or the cause of the failure. */
  readonly ready?: string;
  readonly cause?: string;
  /** All lines printed, without heartbeats after the first minute. */
  readonly printed: readonly string[];
}

/** Each of the 14 recordings, some of them with several waiters. */
export const TRACE_SCENARIOS: readonly TraceScenario[] = [
  {
    title: 'installs a version',
    trace: 'install-automatic', options: { subscription: 'plain' }, ready: 'plain.v0.2.0',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.2 plain: resolving for 1 s, waiting for catalog cat to answer',
      '31.2 plain: resolving for 31 s, waiting for catalog cat to answer',
      '59.9 plain: starting, waiting for the requirements of plain.v0.2.0: ServiceAccount plain-sa',
      '61.7 plain: settling, waiting for everything to stay ready',
      '63.4 ready: plain.v0.2.0',
    ],
  },
  {
    title: 'is ready with the pinned version though a newer one waits for approval',
    trace: 'install-manual-then-upgrade', options: { subscription: 'plain', pin: { csv: 'plain.v0.1.0' } }, until: 15.15, ready: 'plain.v0.1.0',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.6 plain: resolving for 1 s, waiting for catalog cat to answer',
      '5.4 plain: resolving for 5 s, waiting for an InstallPlan',
      '8.2 plain: installing, waiting for InstallPlan install-8kngd to install plain.v0.1.0',
      '10.3 plain: starting, waiting for the requirements of plain.v0.1.0: ServiceAccount plain-sa',
      '12.4 plain: settling, waiting for everything to stay ready',
      '14.1 ready: plain.v0.1.0',
    ],
  },
  {
    title: 'is ready with the installed version if updates are approved manually',
    trace: 'install-manual-then-upgrade', options: { subscription: 'plain' }, until: 15.15, ready: 'plain.v0.1.0',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.6 plain: resolving for 1 s, waiting for catalog cat to answer',
      '5.4 plain: resolving for 5 s, waiting for an InstallPlan',
      '8.2 plain: installing, waiting for InstallPlan install-8kngd to install plain.v0.1.0',
      '10.3 plain: starting, waiting for the requirements of plain.v0.1.0: ServiceAccount plain-sa',
      '12.4 plain: settling, waiting for everything to stay ready',
      '14.1 ready: plain.v0.1.0',
    ],
  },
  {
    title: 'upgrades through an older version to the pinned one, which OLM withdraws once on the way',
    trace: 'install-manual-then-upgrade', options: { subscription: 'plain', pin: { csv: 'plain.v0.2.0', intermediateCsvs: ['plain.v0.1.0'] } }, until: 21,
    ready: 'plain.v0.2.0',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.6 plain: resolving for 1 s, waiting for catalog cat to answer',
      '5.4 plain: resolving for 5 s, waiting for an InstallPlan',
      '8.2 plain: installing, waiting for InstallPlan install-8kngd to install plain.v0.1.0',
      '10.3 plain: starting, waiting for the requirements of plain.v0.1.0: ServiceAccount plain-sa',
      '12.6 plain: resolving, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
      '15.5 plain: installing, waiting for InstallPlan install-cqcfz to install plain.v0.2.0',
      '17.7 plain: starting, waiting for the requirements of plain.v0.2.0: ServiceAccount plain-sa',
      '19.0 plain: settling, waiting for everything to stay ready',
      '20.7 ready: plain.v0.2.0',
    ],
  },
  {
    title: 'waits for a catalog that answers late',
    trace: 'catalog-unreachable', options: { subscription: 'plain' }, ready: 'plain.v0.2.0',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.1 plain: resolving for 1 s, waiting for catalog cat to answer',
      '31.1 plain: resolving for 31 s, waiting for catalog cat to answer',
      '55.9 plain: starting, waiting for the requirements of plain.v0.2.0: ServiceAccount plain-sa',
      '57.5 plain: settling, waiting for everything to stay ready',
      '59.2 ready: plain.v0.2.0',
    ],
  },
  {
    title: 'blames a catalog that never answers',
    trace: 'catalog-unreachable', options: { subscription: 'plain' }, until: 25, cause: 'catalog-unreachable',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.1 plain: resolving for 1 s, waiting for catalog cat to answer',
      '31.1 plain: resolving for 31 s, waiting for catalog cat to answer',
      'plain did not become ready within 5 min: resolving for 5 min, waiting for catalog cat to answer',
      '  - CatalogSource cat does not answer: OLM has no connection to cat.NAMESPACE.svc:50051 (TRANSIENT_FAILURE)',
      '  - OLM cannot read catalog cat: failed to list bundles: rpc error: code = Unavailable desc = dns: A record lookup error: lookup cat.NAMESPACE.svc on 10.255.255.53:53: dial udp 10.255.255.53:53: connect: network is unreachable',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ],
  },
  {
    title: 'waits again after a Deployment is deleted while settling',
    trace: 'component-unhealthy', options: { subscription: 'own', timeouts: { settling: 3_000 } }, ready: 'own.v0.1.0',
    printed: [
      '0.3 own: resolving, waiting for Subscription own to be created',
      '1.0 own: resolving for 1 s, waiting for catalog cat to answer',
      '13.2 own: starting, waiting for the requirements of own.v0.1.0: ServiceAccount own-sa',
      '14.7 own: settling, waiting for everything to stay ready',
      '19.8 ready: own.v0.1.0',
    ],
  },
  {
    title: 'names the API that no catalog provides',
    trace: 'dependency-missing', options: { subscription: 'orphan' }, cause: 'dependency-missing',
    printed: [
      '0.3 orphan: resolving, waiting for Subscription orphan to be created',
      '1.4 orphan: resolving for 1 s, waiting for catalog cat to answer',
      '5.8 orphan: resolving for 5 s, waiting for an InstallPlan',
      'orphan did not become ready: gave up after 17 s while resolving',
      '  - orphan.v0.1.0 requires the API demo.test/v1 Nothing, and no catalog has an operator that provides it',
      '    remedy: add a catalog with an operator that meets this dependency, or install one first',
    ],
  },
  {
    title: 'installs a dependency as well',
    trace: 'dependency', options: { subscription: 'needy' }, ready: 'needy.v0.1.0',
    printed: [
      '0.3 needy: resolving, waiting for Subscription needy to be created',
      '1.1 needy: resolving for 1 s, waiting for catalog cat to answer',
      '31.1 needy: resolving for 31 s, waiting for catalog cat to answer',
      '37.7 needy: starting, waiting for the requirements of needy.v0.1.0: ServiceAccount needy-sa',
      '39.2 needy: installing, waiting for OLM to create the Subscriptions of plain.v0.2.0',
      '40.9 needy: settling, waiting for everything to stay ready',
      '42.6 ready: needy.v0.1.0',
    ],
  },
  {
    title: 'reports that OLM restarts the installation again and again',
    trace: 'deployment-never-ready', options: { subscription: 'stuck' }, cause: 'csv-start-timeout',
    printed: [
      '0.3 stuck: resolving, waiting for Subscription stuck to be created',
      '2.3 stuck: resolving for 2 s, waiting for catalog cat to answer',
      '3.7 stuck: starting, waiting for the requirements of stuck.v0.1.0: ServiceAccount stuck-sa',
      '5.1 stuck: starting for 1 s, waiting for Deployment stuck-op (0 of 1 pods available)',
      '35.1 stuck: starting for 31 s, waiting for Deployment stuck-op (0 of 1 pods available)',
      'stuck did not become ready within 11 min: starting for 11 min, waiting for Deployment stuck-op (0 of 1 pods available)',
      '  - OLM gave up starting stuck.v0.1.0 once and started over',
      '    remedy: OLM gives an operator 5 minutes to start, then starts over, indefinitely: fix what keeps its pods from becoming ready',
      '  - Deployment stuck-op is not available: 0 of 1 pods available',
      '    remedy: check the pods of the Deployment',
    ],
  },
  {
    title: 'names the Kubernetes version that is required',
    trace: 'min-kube-version', options: { subscription: 'future' }, cause: 'kubernetes-too-old',
    printed: [
      '0.3 future: resolving, waiting for Subscription future to be created',
      '3.2 future: resolving for 3 s, waiting for catalog cat to answer',
      '4.1 future: starting, waiting for the requirements of future.v0.1.0: a newer Kubernetes version and ServiceAccount future-sa',
      'future did not become ready: gave up after 13 s while starting',
      '  - future.v0.1.0 requires Kubernetes 9.99.0 or newer; this cluster runs 1.34.4',
      '    remedy: upgrade the cluster, or choose a version of the operator that supports this Kubernetes version',
    ],
  },
  {
    title: 'reports that the namespace has no OperatorGroup',
    trace: 'no-operator-group', options: { subscription: 'plain' }, until: 10.1, cause: 'operator-group-missing',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.1 plain: resolving for 1 s, waiting for catalog cat to answer',
      'plain did not become ready: gave up after 10 s while resolving',
      '  - namespace NAMESPACE has no OperatorGroup',
      '    remedy: create exactly one OperatorGroup in the namespace; without one, OLM does nothing there and reports nothing',
      '  - CatalogSource cat does not answer: OLM has no connection to cat.NAMESPACE.svc:50051 (CONNECTING)',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ],
  },
  {
    title: 'reports two OperatorGroups',
    trace: 'two-operator-groups', options: { subscription: 'plain' }, cause: 'too-many-operator-groups',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.1 plain: resolving for 1 s, waiting for catalog cat to answer',
      '9.4 plain: resolving for 9 s, waiting for an InstallPlan',
      'plain did not become ready: gave up after 10 s while resolving',
      '  - namespace NAMESPACE has 2 OperatorGroups: og and og2',
      '    remedy: delete all but one; with more than one, OLM does nothing in the namespace',
    ],
  },
  {
    title: 'finds the ClusterServiceVersion of a deleted Subscription',
    trace: 'recreated-subscription', options: { subscription: 'own-again' }, from: 22.47, cause: 'csv-without-subscription',
    printed: [
      '22.8 own-again: resolving, waiting for an InstallPlan',
      'own-again did not become ready: gave up after 12 s while resolving',
      '  - ClusterServiceVersion own.v0.1.0 is installed, but no Subscription refers to it: its earlier Subscription was deleted',
      '    remedy: set adopt, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and their objects are kept) and run again',
    ],
  },
  {
    title: 'does not accept the ClusterServiceVersion of a deleted Subscription, although it has the pinned name',
    trace: 'recreated-subscription', options: { subscription: 'own-again', pin: { csv: 'own.v0.1.0' } }, from: 22.47, cause: 'csv-without-subscription',
    printed: [
      '22.8 own-again: resolving, waiting for an InstallPlan',
      'own-again did not become ready: gave up after 12 s while resolving',
      '  - ClusterServiceVersion own.v0.1.0 is installed, but no Subscription refers to it: its earlier Subscription was deleted',
      '    remedy: set adopt, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and their objects are kept) and run again',
    ],
  },
  {
    title: 'blames the catalog while the channel cannot be checked',
    trace: 'unknown-channel', options: { subscription: 'plain' }, cause: 'catalog-unreachable',
    printed: [
      '0.3 plain: resolving, waiting for Subscription plain to be created',
      '1.1 plain: resolving for 1 s, waiting for catalog cat to answer',
      '31.1 plain: resolving for 31 s, waiting for catalog cat to answer',
      'plain did not become ready within 5 min: resolving for 5 min, waiting for catalog cat to answer',
      '  - CatalogSource cat does not answer: OLM has no connection to cat.NAMESPACE.svc:50051 (CONNECTING)',
      '  - OLM cannot read catalog cat: failed to list bundles: rpc error: code = Unavailable desc = dns: A record lookup error: lookup cat.NAMESPACE.svc on 10.255.255.53:53: dial udp 10.255.255.53:53: connect: network is unreachable',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ],
  },
  {
    title: 'blames the catalog while the package cannot be checked',
    trace: 'unknown-package', options: { subscription: 'nothere' }, cause: 'catalog-unreachable',
    printed: [
      '0.3 nothere: resolving, waiting for Subscription nothere to be created',
      '1.1 nothere: resolving for 1 s, waiting for catalog cat to answer',
      '31.1 nothere: resolving for 31 s, waiting for catalog cat to answer',
      'nothere did not become ready within 5 min: resolving for 5 min, waiting for catalog cat to answer',
      '  - CatalogSource cat does not answer: OLM has no connection to cat.NAMESPACE.svc:50051 (CONNECTING)',
      '  - OLM cannot read catalog cat: failed to list bundles: rpc error: code = Unavailable desc = dns: A record lookup error: lookup cat.NAMESPACE.svc on 10.255.255.53:53: dial udp 10.255.255.53:53: connect: network is unreachable',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ],
  },
  {
    title: 'is ready once the OperatorGroup fits the install modes',
    trace: 'unsupported-install-mode', options: { subscription: 'own' }, ready: 'own.v0.1.0',
    printed: [
      '0.3 own: resolving, waiting for Subscription own to be created',
      '1.1 own: resolving for 1 s, waiting for catalog cat to answer',
      '20.4 own: starting, waiting for OLM to retry own.v0.1.0 after it failed (UnsupportedOperatorGroup)',
      '24.6 own: settling, waiting for everything to stay ready',
      '26.3 ready: own.v0.1.0',
    ],
  },
  {
    title: 'blames the OperatorGroup that fits no install mode',
    trace: 'unsupported-install-mode', options: { subscription: 'own' }, until: 23, cause: 'install-mode-unsupported',
    printed: [
      '0.3 own: resolving, waiting for Subscription own to be created',
      '1.1 own: resolving for 1 s, waiting for catalog cat to answer',
      '20.4 own: starting, waiting for OLM to retry own.v0.1.0 after it failed (UnsupportedOperatorGroup)',
      'own did not become ready: gave up after 30 s while starting',
      '  - ClusterServiceVersion own.v0.1.0 failed (UnsupportedOperatorGroup): AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces; it supports OwnNamespace and SingleNamespace',
      '    remedy: set target namespaces on the OperatorGroup that match an install mode of the operator',
    ],
  },
];
