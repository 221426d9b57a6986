import { OLM_GROUP, OLM_V1_GROUP, PACKAGES_GROUP, RUKPAK_GROUP } from './api-groups';
import { isKubernetesGroup } from './kubernetes-apis';

/** Project whose installation usually adds an API to a cluster. */
export interface ApiProject {
  /** Name in messages, such as `cert-manager`. */
  readonly name: string;

  /** API groups; one that begins with a dot means every group that ends with it. */
  readonly groups: readonly string[];

  /** Packages of OperatorHub.io that install it. */
  readonly packages?: readonly string[];

  /** Whether it is a distribution of Kubernetes or the service of a cloud, which cannot be installed on another cluster. */
  readonly isPlatform?: true;

  /** Whether OpenShift has it from the start. */
  readonly inOpenShift?: true;
}

/** Projects by API group. The first match is the owner. */
const PROJECTS: readonly ApiProject[] = [
  { name: 'the Prometheus operator (kube-prometheus)', groups: ['monitoring.coreos.com'], packages: ['prometheus'], inOpenShift: true },
  { name: 'cert-manager', groups: ['cert-manager.io', 'acme.cert-manager.io', 'certmanager.k8s.io'], packages: ['cert-manager'] },
  { name: 'OpenShift', groups: ['.openshift.io'], isPlatform: true, inOpenShift: true },
  { name: 'the VerticalPodAutoscaler', groups: ['autoscaling.k8s.io'] },
  { name: 'Istio', groups: ['.istio.io'], packages: ['sailoperator'] },
  { name: 'the Gateway API', groups: ['gateway.networking.k8s.io', 'gateway.networking.x-k8s.io'] },
  { name: 'the CSI snapshot controller', groups: ['snapshot.storage.k8s.io', 'groupsnapshot.storage.k8s.io'], inOpenShift: true },
  { name: 'Knative', groups: ['.knative.dev'], packages: ['knative-operator'] },
  { name: 'Strimzi', groups: ['.strimzi.io'], packages: ['strimzi-kafka-operator'] },
  { name: 'Argo CD, Argo Workflows or Argo Rollouts', groups: ['argoproj.io'], packages: ['argocd-operator', 'argo-helm-operator'] },
  { name: 'Flux', groups: ['.fluxcd.io'], packages: ['flux'] },
  { name: 'KEDA', groups: ['keda.sh'], packages: ['keda'] },
  { name: 'metrics-server', groups: ['metrics.k8s.io'], inOpenShift: true },
  { name: 'an adapter for custom metrics', groups: ['custom.metrics.k8s.io', 'external.metrics.k8s.io'] },
  { name: 'the Network Policy API', groups: ['policy.networking.k8s.io'] },
  { name: 'Jaeger', groups: ['jaegertracing.io'], packages: ['jaeger'] },
  { name: 'the OpenTelemetry operator', groups: ['opentelemetry.io'], packages: ['opentelemetry-operator'] },
  { name: 'the Grafana operator', groups: ['grafana.integreatly.org', 'integreatly.org'], packages: ['grafana-operator'] },
  { name: 'Tekton', groups: ['.tekton.dev'], packages: ['tektoncd-operator'] },
  { name: 'External Secrets', groups: ['external-secrets.io', 'generators.external-secrets.io'], packages: ['external-secrets-operator'] },
  { name: 'the Secrets Store CSI driver', groups: ['secrets-store.csi.x-k8s.io'] },
  { name: 'Cluster API', groups: ['.cluster.x-k8s.io'] },
  { name: 'Kueue', groups: ['kueue.x-k8s.io'] },
  { name: 'JobSet', groups: ['jobset.x-k8s.io'] },
  { name: 'LeaderWorkerSet', groups: ['leaderworkerset.x-k8s.io'] },
  { name: 'Node Feature Discovery', groups: ['nfd.k8s-sigs.io'], packages: ['nfd-operator'] },
  { name: 'the Application API of kubernetes-sigs', groups: ['app.k8s.io'] },
  { name: 'Multus', groups: ['k8s.cni.cncf.io'], inOpenShift: true },
  { name: 'KubeVirt', groups: ['.kubevirt.io'], packages: ['community-kubevirt-hyperconverged'] },
  { name: 'Gatekeeper', groups: ['.gatekeeper.sh'], packages: ['gatekeeper-operator'] },
  { name: 'Kyverno', groups: ['.kyverno.io'] },
  { name: 'Cilium', groups: ['cilium.io'], packages: ['cilium'] },
  { name: 'Calico', groups: ['.projectcalico.org'] },
  { name: 'Contour', groups: ['projectcontour.io'] },
  { name: 'Traefik', groups: ['traefik.io', 'traefik.containo.us'] },
  { name: 'MetalLB', groups: ['metallb.io'], packages: ['metallb-operator'] },
  { name: 'Camel K', groups: ['camel.apache.org'], packages: ['camel-k'] },
  { name: 'Velero', groups: ['velero.io'] },
  { name: 'KubeRay', groups: ['ray.io'], packages: ['kuberay-operator'] },
  { name: 'Kubeflow', groups: ['.kubeflow.org'] },
  { name: 'the RabbitMQ cluster operator', groups: ['rabbitmq.com'], packages: ['rabbitmq-cluster-operator'] },
  { name: 'the AWS Load Balancer Controller', groups: ['elbv2.k8s.aws'] },
  { name: 'Karpenter', groups: ['karpenter.sh', 'karpenter.k8s.aws'] },
  { name: 'AWS Controllers for Kubernetes', groups: ['.services.k8s.aws'] },
  { name: 'Google Kubernetes Engine', groups: ['.gke.io', 'cloud.google.com'], isPlatform: true },
  { name: 'OLM v0', groups: [OLM_GROUP, PACKAGES_GROUP], inOpenShift: true },
  { name: 'OLM v1', groups: [OLM_V1_GROUP] },
  { name: 'RukPak', groups: [RUKPAK_GROUP] },
];

/** Returns the project that usually provides an API group, or undefined if it is unknown, or one of Kubernetes itself. */
export function projectOfGroup(group: string): ApiProject | undefined {
  return PROJECTS.find(({ groups }) => groups.some((known) => (
    known.startsWith('.') ? `.${group}`.endsWith(known) : known === group
  )));
}

/** Returns who usually installs an API group, as a clause. An unknown group is said to be unknown. */
export function originOfGroup(group: string): string {
  const project = projectOfGroup(group);
  if (project !== undefined) {
    return project.isPlatform ? `it is part of ${project.name}` : `${project.name} usually installs it`;
  }
  return isKubernetesGroup(group) ? 'only some releases of Kubernetes serve it, or those with a flag that enables it' : 'it is not known which project installs it';
}

/** An API that a cluster lacks. */
export interface MissingApi {
  readonly group: string;

  /** Version, or an empty string if unknown. */
  readonly version: string;
  readonly kind: string;
}

/** Returns both ways out if a cluster lacks the API of an object in a bundle: installing it, or leaving the object out. */
export function missingApiRemedy({ group, kind }: MissingApi): string {
  return kind === 'CustomResourceDefinition' ? installRemedy(group)
    : `${installRemedy(group)}; or leave the object out of the bundle: \`omit: [BundleObjects.ofKind('${kind}')]\` of the BundleDeployment or OperatorRegistry`;
}

/** Returns how to add an API group to a cluster, in the imperative. */
export function installRemedy(group: string): string {
  const project = projectOfGroup(group);
  if (project !== undefined) {
    return project.isPlatform ? `use ${project.name}, or a version of the operator that does not need it` : `install the CRDs of ${project.name} first`;
  }
  return isKubernetesGroup(group) ? 'use a version of the operator for this release of Kubernetes, or a release that serves the API'
    : `install the CRDs of the project that owns the API group '${group}' first`;
}

/** Errors of OLM v0, and of the clients of OLM v1, RukPak and kubectl, about a kind that the API server does not serve. */
const NOT_SERVED: readonly RegExp[] = [
  /api-server resource not found installing \S+ \S+: GroupVersionKind (?:(?<group>[^\s/]*)\/)?(?<version>[^\s,]+), Kind=(?<kind>\w+)/,
  /no matches for kind "(?<kind>\w+)" in version "(?:(?<group>[^"/\s]*)\/)?(?<version>[^"\s]+)/,
  /no matches for (?:(?<group>[^\s/,]*)\/)?(?<version>[^\s/,]*), Kind=(?<kind>\w+)/,
  // Argo CD names no version.
  /could not find (?<group>[^\s/]+)\/(?<kind>\w+) for requested resource/,
];

/** Returns the API that an error message says the API server does not serve, or undefined if it is about something else. */
export function missingApiIn(message: string): MissingApi | undefined {
  for (const pattern of NOT_SERVED) {
    const groups = pattern.exec(message)?.groups;
    if (groups !== undefined) {
      return { group: groups['group'] ?? '', version: groups['version'] ?? '', kind: groups['kind']! };
    }
  }
  return undefined;
}
