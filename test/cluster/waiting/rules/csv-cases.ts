import { RuleCase } from './rule-case';
import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { csvFindings } from '../../../../lib/cluster/waiting/rules/cluster-service-versions';
import { csv } from '../objects';

const NAME = 'plain.v0.2.0';
const CRD = 'plains.demo.test';

const clusterServiceVersion = (title: string, phase: string, status: object, ...expected: Finding[]): RuleCase => (
  { title: `ClusterServiceVersion ${title}`, findings: () => csvFindings(csv(NAME, phase, { status })), expected }
);

const failedFor = (reason: string, cause: Finding['cause'], suffix = ''): RuleCase => (
  clusterServiceVersion(`that failed with ${reason}`, 'Failed', { reason, message: 'why' }, {
    cause, message: `ClusterServiceVersion ${NAME} failed (${reason}): why${suffix}`,
  })
);

const history = (...entries: readonly (readonly [phase: string, reason: string])[]): object => (
  { conditions: entries.map(([phase, reason]) => ({ phase, reason, message: 'why' })) }
);

const requirement = (kind: string, name: string, status: string, message = ''): object => ({ kind, name, status, message });

const TOO_OLD = requirement('ClusterServiceVersion', NAME, 'PresentNotSatisfied', 'CSV version requirement not met: minKubeVersion (1.40.0) > server version (1.34.4)');

/** Cases of the rules for ClusterServiceVersions. */
export const CSV_CASES: readonly RuleCase[] = [
  clusterServiceVersion('that succeeded', 'Succeeded', { reason: 'OwnerConflict', requirementStatus: [TOO_OLD] }),
  clusterServiceVersion('that is being installed', 'Installing', {}),
  failedFor('NoOperatorGroup', 'operator-group-missing'),
  failedFor('TooManyOperatorGroups', 'too-many-operator-groups'),
  failedFor('UnsupportedOperatorGroup', 'install-mode-unsupported', '; it supports no install mode'),
  failedFor('NoTargetNamespaces', 'install-mode-unsupported', '; it supports no install mode'),
  failedFor('InterOperatorGroupOwnerConflict', 'operator-group-conflict'),
  failedFor('CannotModifyStaticOperatorGroupProvidedAPIs', 'operator-group-conflict'),
  failedFor('OwnerConflict', 'api-owned-by-another'),
  failedFor('InvalidInstallStrategy', 'csv-invalid'),
  failedFor('InvalidInstallModes', 'csv-invalid'),
  failedFor('InvalidWebhookDescription', 'csv-invalid'),
  failedFor('InstallComponentFailedNoRetry', 'csv-component-failed'),
  failedFor('InstallCheckFailed', 'csv-start-timeout'),
  failedFor('ComponentUnhealthy', 'csv-failed'),
  failedFor('toString', 'csv-failed'),
  {
    title: 'ClusterServiceVersion with its install modes',
    findings: () => csvFindings(csv(NAME, 'Failed', {
      status: { reason: 'NoTargetNamespaces', message: 'why' },
      spec: { installModes: [{ type: 'OwnNamespace', supported: true }, { type: 'SingleNamespace', supported: false }, { type: 'AllNamespaces', supported: true }] },
    })),
    expected: [{
      cause: 'install-mode-unsupported', message: `ClusterServiceVersion ${NAME} failed (NoTargetNamespaces): why; it supports OwnNamespace and AllNamespaces`,
    }],
  },
  clusterServiceVersion('whose predecessor blocks upgrades', 'Pending', { reason: 'OperatorConditionNotUpgradeable', message: 'why' }, {
    cause: 'upgrade-blocked', message: `the upgrade to ${NAME} is blocked: why`,
  }),
  clusterServiceVersion('with requirements', 'Pending', {
    requirementStatus: [
      requirement('CustomResourceDefinition', 'a.demo.test', 'NotPresent', 'CRD is not present'), requirement('ServiceAccount', 'sa', 'PresentNotSatisfied'),
      requirement('Role', 'present', 'Present'),
    ],
  }, { cause: 'requirement-missing', message: `${NAME} requires CustomResourceDefinition a.demo.test, which does not exist: CRD is not present` },
  { cause: 'requirement-missing', message: `${NAME} requires ServiceAccount sa, which does not meet the requirement` }),
  clusterServiceVersion('that requires a native API of another distribution', 'Pending', {
    requirementStatus: [{ ...requirement('Route', 'v1.route.openshift.io', 'NotPresent', 'Native API does not exist'), group: 'route.openshift.io', version: 'v1' }],
  }, {
    cause: 'requirement-missing',
    message: `${NAME} requires the native API Route of route.openshift.io/v1, which the cluster does not serve; it is part of OpenShift`,
    remedy: 'use OpenShift, or a version of the operator that does not need it',
  }),
  clusterServiceVersion('for a newer Kubernetes', 'Pending', { requirementStatus: [requirement('ServiceAccount', 'sa', 'NotPresent'), TOO_OLD] }, {
    cause: 'kubernetes-too-old', message: `${NAME} requires Kubernetes 1.40.0 or newer; this cluster runs 1.34.4`,
  }),
  clusterServiceVersion('whose CRD has another owner', 'Pending', {
    requirementStatus: [requirement('CustomResourceDefinition', CRD, 'PresentNotSatisfied', 'cannot be owned alongside other operators')],
  }, { cause: 'api-owned-by-another', grace: 'transient', message: `${NAME} cannot own ${CRD}: cannot be owned alongside other operators` }),
  clusterServiceVersion('that requires another kind alongside others', 'Pending', { requirementStatus: [requirement('Role', 'r', 'NotPresent', 'alongside other')] }, {
    cause: 'requirement-missing', message: `${NAME} requires Role r, which does not exist: alongside other`,
  }),
  clusterServiceVersion('that OLM started once before', 'Pending', history(['Failed', 'InstallCheckFailed']), {
    cause: 'csv-start-timeout', message: `OLM gave up starting ${NAME} once and started over`,
  }),
  clusterServiceVersion('that OLM started once before its last success', 'Pending', history(['Failed', 'InstallCheckFailed'], ['Succeeded', 'x'], ['Failed', 'ComponentUnhealthy'])),
  clusterServiceVersion('that OLM started twice before', 'Installing', history(['Failed', 'InstallCheckFailed'], ['Pending', 'NeedsReinstall'], ['Failed', 'InstallCheckFailed']), {
    cause: 'csv-start-timeout', message: `OLM gave up starting ${NAME} 2 times and started over`,
  }),
  clusterServiceVersion('that failed twice for the same reason', 'Pending', history(['Failed', 'InstallComponentFailed'], ['Pending', 'x'], ['Failed', 'InstallComponentFailed']), {
    cause: 'csv-failed', message: `ClusterServiceVersion ${NAME} failed 2 times (InstallComponentFailed) and OLM keeps retrying: why`,
  }),
  clusterServiceVersion('that failed twice for different reasons', 'Pending', history(['Failed', 'InstallComponentFailed'], ['Failed', 'ComponentUnhealthy'])),
  clusterServiceVersion('that failed once', 'Pending', history(['Failed', 'InstallComponentFailed'])),
  clusterServiceVersion('that failed twice for a reason with a cause of its own', 'Pending', history(['Failed', 'OwnerConflict'], ['Failed', 'OwnerConflict'])),
  clusterServiceVersion('that succeeded between two failures', 'Pending', history(['Failed', 'ComponentUnhealthy'], ['Succeeded', 'x'], ['Failed', 'ComponentUnhealthy'])),
  clusterServiceVersion('that failed twice before its last success', 'Pending', history(['Failed', 'ComponentUnhealthy'], ['Failed', 'ComponentUnhealthy'], ['Succeeded', 'x'])),
  clusterServiceVersion('that failed repeatedly and is failed now', 'Failed', {
    reason: 'ComponentUnhealthy', message: 'why', ...history(['Failed', 'ComponentUnhealthy'], ['Failed', 'ComponentUnhealthy'], ['Failed', 'InstallCheckFailed']),
  }, { cause: 'csv-failed', message: `ClusterServiceVersion ${NAME} failed (ComponentUnhealthy): why` }),
];
