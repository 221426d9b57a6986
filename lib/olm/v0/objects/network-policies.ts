import type { CompleteReleaseSettings } from '../settings/complete-settings';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { PACKAGESERVER_PORT } from './packageserver';
import { hasFeature } from '../model/release-features';

/** gRPC port of catalog pods. */
const CATALOG_PORT = 50051;

/** Name of the metrics port of both controllers. */
const METRICS_PORT = 'metrics';

interface PortRule {
  readonly port: number | string;
  readonly protocol: 'TCP' | 'UDP';
}

/** An empty rule allows all traffic; a rule with ports allows only these. */
type TrafficRule = { readonly ports: readonly PortRule[] } | Record<string, never>;

interface PolicySpec {
  readonly podSelector: object;
  /** If set, even to an empty list, only this traffic is allowed in this direction. */
  readonly ingress?: readonly TrafficRule[];
  readonly egress?: readonly TrafficRule[];
}

const ALL_TRAFFIC: TrafficRule = {};

/** OpenShift's DNS pods listen on 5353, and policies apply after Services are resolved to pods. */
const DNS = ports(tcp(53), udp(53), tcp(5353), udp(5353));

/**
 * Returns the NetworkPolicies of a release: in OLM's namespace they allow only what its controllers, catalogs and unpack Jobs need, and all
 * traffic in the namespace for operators.
 *
 * Policies are additive: if both namespaces are the same, `default-allow-all` applies there, otherwise operators would be cut off.
 */
export function networkPolicies(settings: CompleteReleaseSettings): KubernetesManifest[] {
  if (!settings.networkPolicies) {
    return [];
  }
  return [...controllerPolicies(settings), ...(hasFeature(settings.version, 'catalogPolicies') ? catalogPolicies(settings) : [])];
}

function controllerPolicies(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const { namespace, operatorNamespace } = settings;
  const cluster = [apiServer(settings), hasFeature(settings.version, 'fixedApiServerPort') ? ports(tcp(53), udp(53)) : DNS];
  return [
    denyAll('default-deny-all-traffic', namespace),
    policy('olm-operator', namespace, { podSelector: app('olm-operator'), ingress: [ports(tcp(METRICS_PORT))], egress: cluster }),
    policy('catalog-operator', namespace, {
      podSelector: app('catalog-operator'),
      ingress: [ports(tcp(METRICS_PORT))],
      egress: [...cluster, ports(tcp(CATALOG_PORT))],
    }),
    policy('packageserver', namespace, {
      podSelector: app('packageserver'),
      ingress: [ports(tcp(PACKAGESERVER_PORT))],
      egress: [...cluster, ports(tcp(CATALOG_PORT))],
    }),
    policy('default-allow-all', operatorNamespace, { podSelector: {}, ingress: [ALL_TRAFFIC], egress: [ALL_TRAFFIC] }),
  ];
}

function apiServer({ version, apiServerPort }: CompleteReleaseSettings): TrafficRule {
  const port = apiServerPort ?? (hasFeature(version, 'fixedApiServerPort') ? 6443 : undefined);
  return port === undefined ? ALL_TRAFFIC : ports(tcp(port));
}

/** Without these, catalogs in OLM's namespace are unreachable and bundles cannot be unpacked there. */
function catalogPolicies({ catalogNamespace }: CompleteReleaseSettings): KubernetesManifest[] {
  return [
    policy('olm-catalog-grpc-ingress', catalogNamespace, {
      podSelector: { matchExpressions: [{ key: 'olm.catalogSource', operator: 'Exists' }] },
      ingress: [ports(tcp(CATALOG_PORT))],
    }),
    policy('bundle-unpack-egress', catalogNamespace, {
      podSelector: {
        matchExpressions: [
          { key: 'operatorframework.io/bundle-unpack-ref', operator: 'Exists' },
          { key: 'olm.managed', operator: 'In', values: ['true'] },
        ],
      },
      egress: [ALL_TRAFFIC],
    }),
  ];
}

function denyAll(name: string, namespace: string): KubernetesManifest {
  return networkPolicy(name, namespace, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
}

function policy(name: string, namespace: string, spec: PolicySpec): KubernetesManifest {
  const policyTypes = [...(spec.ingress ? ['Ingress'] : []), ...(spec.egress ? ['Egress'] : [])];
  return networkPolicy(name, namespace, { ...spec, policyTypes });
}

function networkPolicy(name: string, namespace: string, spec: object): KubernetesManifest {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace }, spec };
}

function app(name: string): object {
  return { matchLabels: { app: name } };
}

function ports(...allowed: PortRule[]): TrafficRule {
  return { ports: allowed };
}

function tcp(port: number | string): PortRule {
  return { port, protocol: 'TCP' };
}

function udp(port: number): PortRule {
  return { port, protocol: 'UDP' };
}
