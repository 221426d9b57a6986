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

const NOT_ESTABLISHED = 'CRD is present but the Established condition is False (not available)';

const rule = (scope: string, found: object, status = 'NotSatisfied'): object => ({ kind: 'PolicyRule', status, message: `${scope} rule:${JSON.stringify(found)}` });

/** A ClusterServiceVersion that lacks something; a requirement that is met is beside it. */
const requirementCase = (title: string, lacking: object, ...expected: Finding[]): RuleCase[] => (
  [clusterServiceVersion(`that requires ${title}`, 'Pending', { requirementStatus: [requirement('Role', 'present', 'Present'), lacking] }, ...expected)]
);

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
  ...requirementCase('a CRD of the bundle that does not exist', requirement('CustomResourceDefinition', CRD, 'NotPresent', 'CRD is not present'), {
    cause: 'owned-crd-missing', message: `${NAME} owns CustomResourceDefinition ${CRD}, which does not exist: CRD is not present`,
  }),
  ...requirementCase('a CRD of another operator that does not exist', requirement('CustomResourceDefinition', 'a.demo.test', 'NotPresent', 'CRD is not present'), {
    cause: 'required-crd-missing', message: `${NAME} requires CustomResourceDefinition a.demo.test, which does not exist: CRD is not present`,
  }),
  ...requirementCase('a version of a CRD', requirement('CustomResourceDefinition', CRD, 'NotPresent', 'CRD version not served'), {
    cause: 'crd-version-not-served', message: `${NAME} requires a version of CustomResourceDefinition ${CRD} that it does not serve: CRD version not served`,
  }),
  ...requirementCase('an established CRD', requirement('CustomResourceDefinition', CRD, 'PresentNotAvailable', NOT_ESTABLISHED), {
    cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is not established, and ${NAME} requires it: ${NOT_ESTABLISHED}`,
  }),
  ...requirementCase('its own CRD', requirement('CustomResourceDefinition', CRD, 'PresentNotSatisfied', 'CRD installed alongside other CSV(s): plain.v0.1.0'), {
    cause: 'crd-of-replaced-version',
    message: `CustomResourceDefinition ${CRD} is still that of plain.v0.1.0, which ${NAME} replaces: CRD installed alongside other CSV(s): plain.v0.1.0`,
  }),
  ...requirementCase('an APIService of another operator', requirement('APIService', 'v1.demo.test', 'NotPresent'), {
    cause: 'required-api-service-missing', message: `${NAME} requires APIService v1.demo.test, which does not exist or is not available`,
  }),
  ...requirementCase('an APIService of its own', requirement('APIService', 'v1.demo.test', 'DeploymentNotFound'), {
    cause: 'csv-invalid', grace: 'terminal', message: `${NAME} owns APIService v1.demo.test, whose deploymentName is none of its Deployments`,
    remedy: 'correct deploymentName of the APIService in the bundle, use another version, or report it to its authors',
  }),
  ...requirementCase('an APIService of its own, whose Deployment it has', requirement('APIService', 'v1.demo.test', 'DeploymentFound')),
  ...requirementCase('a ServiceAccount', requirement('ServiceAccount', 'sa', 'NotPresent', 'Service account does not exist'), {
    cause: 'service-account-missing', message: `${NAME} requires ServiceAccount sa, which does not exist: Service account does not exist`,
  }),
  ...requirementCase('a ServiceAccount of another operator', requirement('ServiceAccount', 'sa', 'PresentNotSatisfied', 'Service account is owned by another ClusterServiceVersion'), {
    cause: 'service-account-of-another',
    message: `${NAME} requires ServiceAccount sa, which another ClusterServiceVersion owns: Service account is owned by another ClusterServiceVersion`,
  }),
  ...requirementCase('permissions', {
    ...requirement('ServiceAccount', 'sa', 'PresentNotSatisfied', 'Policy rule not satisfied for service account'),
    dependents: [
      rule('namespaced', { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }), rule('namespaced', { verbs: ['get'] }, 'Satisfied'),
      rule('cluster', { verbs: ['create'], apiGroups: ['demo.test'], resources: ['plains'] }), { status: 'NotSatisfied', message: 'rule unmarshallable' },
      { status: 'NotSatisfied', message: 'cluster rule:{no JSON}' },
    ],
  }, {
    cause: 'permissions-missing',
    message: `ServiceAccount sa of ${NAME} lacks permissions: get, list pods, create plains of demo.test (cluster), rule unmarshallable and cluster rule:{no JSON}`,
  }),
  ...requirementCase('permissions that OLM does not list', requirement('ServiceAccount', 'sa', 'PresentNotSatisfied', 'Policy rule not satisfied for service account'), {
    cause: 'permissions-missing', message: `ServiceAccount sa of ${NAME} lacks permissions`,
  }),
  ...requirementCase('a ServiceAccount, for a reason that OLM does not tell', requirement('ServiceAccount', 'sa', 'PresentNotSatisfied'), {
    cause: 'requirement-missing', message: `${NAME} requires ServiceAccount sa, which does not meet the requirement`,
  }),
  ...requirementCase('an object of another kind', requirement('Role', 'r', 'NotPresent', 'why'), {
    cause: 'requirement-missing', message: `${NAME} requires Role r, which does not exist: why`,
  }),
  {
    title: 'ClusterServiceVersion whose minKubeVersion is no version',
    findings: () => csvFindings(csv(NAME, 'Pending', {
      spec: { minKubeVersion: '1.x' }, status: { requirementStatus: [requirement('ClusterServiceVersion', NAME, 'PresentNotSatisfied', 'CSV version parsing error')] },
    })),
    expected: [{ cause: 'min-kube-version-invalid', message: `${NAME} has the minKubeVersion '1.x', which OLM cannot parse: CSV version parsing error` }],
  },
  ...['Server version discovery error', 'Server version parsing error'].flatMap((message) => (
    requirementCase(`a comparison of versions: ${message}`, requirement('ClusterServiceVersion', NAME, 'PresentNotSatisfied', message), {
      cause: 'kubernetes-version-unknown', message: `OLM cannot compare the minKubeVersion of ${NAME} with the cluster: ${message}`,
    })
  )),
  clusterServiceVersion('that requires a native API of another distribution', 'Pending', {
    requirementStatus: [{ ...requirement('Route', 'v1.route.openshift.io', 'NotPresent', 'Native API does not exist'), group: 'route.openshift.io', version: 'v1' }],
  }, {
    cause: 'native-api-missing',
    message: `${NAME} requires the native API Route of route.openshift.io/v1, which the cluster does not serve; it is part of OpenShift`,
    remedy: 'use OpenShift, or a version of the operator that does not need it',
  }),
  clusterServiceVersion('for a newer Kubernetes', 'Pending', { requirementStatus: [requirement('ServiceAccount', 'sa', 'NotPresent'), TOO_OLD] }, {
    cause: 'kubernetes-too-old', message: `${NAME} requires Kubernetes 1.40.0 or newer; this cluster runs 1.34.4`,
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
