import { OLM_GROUP, PACKAGES_GROUP } from '../../../formats/schema/api-groups';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { formatInterval } from '../settings/interval';
import { controllerLabels, podTemplate } from './controller-pod';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../model/release-features';
import { SERVICE_ACCOUNT_NAME } from './rbac';

/** Port of the packages API. */
export const PACKAGESERVER_PORT = 5443;

const NAME = 'packageserver';

/**
 * Returns the ClusterServiceVersion of packageserver, the extension API server behind `kubectl get packagemanifests`.
 *
 * OLM installs it like any operator: it creates its Deployment, Service, certificate and APIService at run time, so they are not part of the
 * release.
 *
 * In upstream's manifests `spec.version` starts with a `v`. OLM removes it immediately and then owns the field, so a second server-side
 * apply of upstream's manifests fails with a conflict.
 */
export function packageserver(settings: CompleteReleaseSettings): KubernetesManifest {
  const { namespace, version } = settings;
  return {
    apiVersion: `${OLM_GROUP}/v1alpha1`,
    kind: 'ClusterServiceVersion',
    metadata: { name: NAME, namespace, labels: { 'olm.version': hasFeature(version, 'prefixedLabel') ? version.tag : version.version } },
    spec: {
      displayName: 'Package Server',
      version: version.version,
      maturity: 'alpha',
      minKubeVersion: '1.11.0',
      keywords: ['packagemanifests', 'olm', 'packages'],
      maintainers: [{ name: 'Red Hat', email: 'openshift-operators@redhat.com' }],
      provider: { name: 'Red Hat' },
      links: [{
        name: 'Package Server',
        url: 'https://github.com/operator-framework/operator-lifecycle-manager/tree/master/pkg/package-server',
      }],
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      install: {
        strategy: 'deployment',
        spec: {
          clusterPermissions: [{ serviceAccountName: SERVICE_ACCOUNT_NAME, rules: permissions(version) }],
          deployments: [{ name: NAME, spec: deployment(settings) }],
        },
      },
      apiservicedefinitions: {
        owned: [{
          group: PACKAGES_GROUP,
          version: 'v1',
          kind: 'PackageManifest',
          name: 'packagemanifests',
          displayName: 'PackageManifest',
          deploymentName: NAME,
          containerPort: PACKAGESERVER_PORT,
        }],
      },
    },
  };
}

function permissions(version: OlmVersion): object[] {
  return [
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create', 'get'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: [OLM_GROUP], resources: ['catalogsources'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: [PACKAGES_GROUP], resources: ['packagemanifests'], verbs: ['get', 'list'] },
    ...(hasFeature(version, 'clusterTlsSettings')
      ? [{ apiGroups: ['config.openshift.io'], resources: ['apiservers'], resourceNames: ['cluster'], verbs: ['get'] }]
      : []),
  ];
}

function deployment(settings: CompleteReleaseSettings): object {
  return {
    replicas: settings.packageserver.replicas ?? 2,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
    selector: { matchLabels: controllerLabels(NAME) },
    template: podTemplate(settings, {
      name: NAME,
      settings: settings.packageserver,
      imagePullPolicy: 'Always',
      command: command(settings),
      ports: [{ containerPort: PACKAGESERVER_PORT, ...(hasFeature(settings.version, 'packageserverProtocol') ? { protocol: 'TCP' } : {}) }],
      probe: { port: PACKAGESERVER_PORT, scheme: 'HTTPS' },
      memory: '50Mi',
      formerSecurityContext: { runAsUser: 1000 },
      temporaryFiles: true,
    }),
  };
}

/** Upstream's chart can also pass the watched namespaces of olm-operator: packageserver does not have this argument and would not start. */
function command({ catalogNamespace, debug, packageserver: { interval, extraArguments = [] } }: CompleteReleaseSettings): string[] {
  return [
    '/bin/package-server', '-v=4',
    '--secure-port', String(PACKAGESERVER_PORT),
    '--global-namespace', catalogNamespace,
    ...(debug ? ['--debug'] : []),
    ...(interval === undefined ? [] : ['--interval', formatInterval(interval)]),
    ...extraArguments,
  ];
}
