import { KubernetesObject } from '../cluster/kubernetes-object';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { OlmV1Version } from '../../lib/olm/v1/olm-v1-version';
import { ServingCertificate } from './serving-certificate';
import { ACCOUNTS, SYSTEM_NAMESPACE } from './system-objects';

/** A release of OLM v1 to run. */
export interface OlmV1Release {
  readonly version: OlmV1Version;

  /** Whether its CRDs and feature gates are the experimental ones. */
  readonly experimental: boolean;
}

/** Feature gates of operator-controller that its experimental release turns on, in addition to those of the standard release. */
const EXPERIMENTAL = ['BoxcutterRuntime', 'BundleReleaseSupport', 'DeploymentConfig', 'SingleOwnNamespaceInstallSupport'];

/** Arguments that both programs have. */
async function sharedArguments(certificate: ServingCertificate): Promise<string[]> {
  const [metrics, health] = await freePorts(2) as [number, number];
  return [
    `--metrics-bind-address=${LOOPBACK}:${String(metrics)}`,
    `--health-probe-bind-address=${LOOPBACK}:${String(health)}`,
    `--tls-cert=${certificate.certificate}`,
    `--tls-key=${certificate.key}`,
    `--pull-cas-dir=${certificate.trusted}`,
    `--system-namespace=${SYSTEM_NAMESPACE}`,
  ];
}

/** Deployment of catalogd, and the port of its webhook, which listens on all addresses: catalogd has no argument for that one. */
export async function catalogdDeployment(
  certificate: ServingCertificate, cache: string,
): Promise<{ deployment: KubernetesObject; webhookPort: number }> {
  const [port, webhookPort] = await freePorts(2) as [number, number];
  const content = `${LOOPBACK}:${String(port)}`;
  return {
    webhookPort,
    deployment: deployment('catalogd', ACCOUNTS.catalogd, [
      ...await sharedArguments(certificate),
      `--catalogs-server-addr=${content}`,
      `--external-address=${content}`,
      `--webhook-server-port=${String(webhookPort)}`,
      `--cache-dir=${cache}`,
    ]),
  };
}

/** Deployment of operator-controller with the feature gates of a release channel. */
export async function operatorControllerDeployment(
  certificate: ServingCertificate, cache: string, { version, experimental }: OlmV1Release,
): Promise<KubernetesObject> {
  const gates = {
    WebhookProviderCertManager: true, WebhookProviderOpenshiftServiceCA: false, ...Object.fromEntries(EXPERIMENTAL.map(gate => [gate, experimental])),
    ...(version.isAtLeast(OlmV1Version.V1_11_0) ? {} : { PreflightPermissions: experimental }),
  };
  return deployment('operator-controller', ACCOUNTS.operatorController, [
    ...await sharedArguments(certificate),
    `--catalogd-cas-dir=${certificate.trusted}`,
    `--cache-path=${cache}`,
    ...Object.entries(gates).map(([gate, on]) => `--feature-gates=${gate}=${String(on)}`),
  ]);
}

function deployment(name: string, serviceAccountName: string, args: readonly string[]): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: SYSTEM_NAMESPACE },
    spec: { template: { spec: { serviceAccountName, containers: [{ name: 'manager', command: [name], args }] } } },
  };
}
