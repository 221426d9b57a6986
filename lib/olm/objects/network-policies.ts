import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import { PACKAGESERVER_PORT } from './packageserver';
import { hasFeature } from './release-features';

/** The port on which catalog pods serve gRPC. */
const CATALOG_PORT = 50051;

/** Names the port under which both controllers serve their metrics. */
const METRICS_PORT = 'metrics';

interface PortRule {
  readonly port: number | string;
  readonly protocol: 'TCP' | 'UDP';
}

/** An empty rule lets everything through; a rule with ports lets only those through. */
type TrafficRule = { readonly ports: readonly PortRule[] } | Record<string, never>;

interface PolicySpec {
  readonly podSelector: object;
  /** Present, even when empty, means that this direction is restricted to the rules. */
  readonly ingress?: readonly TrafficRule[];
  readonly egress?: readonly TrafficRule[];
}

const ANYTHING: TrafficRule = {};

/** OpenShift's DNS pods listen on the second port, and policies see a connection after Services have been resolved. */
const DNS = ports(tcp(53), udp(53), tcp(5353), udp(5353));

/**
 * The NetworkPolicies of a release: nothing reaches or leaves OLM's namespace but what its controllers, its catalogs and
 * its unpack jobs need, and everything may reach and leave the operators' namespace.
 *
 * Policies add up: where both namespaces are one, `default-allow-all` prevails, or operators there would be cut off.
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
    policy('default-allow-all', operatorNamespace, { podSelector: {}, ingress: [ANYTHING], egress: [ANYTHING] }),
  ];
}

function apiServer({ version, apiServerPort }: CompleteReleaseSettings): TrafficRule {
  const port = apiServerPort ?? (hasFeature(version, 'fixedApiServerPort') ? 6443 : undefined);
  return port === undefined ? ANYTHING : ports(tcp(port));
}

/** Without these, catalogs cannot be reached and bundles cannot be unpacked in OLM's namespace. */
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
      egress: [ANYTHING],
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
