import { ApiObject, Duration } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { ConstructError } from '../../constructs/model/construct-error';
import { CommonMetadata, manifestObject } from '../../constructs/model/manifest-object';
import { checkNamespace, checkProps, checkServiceName } from '../../constructs/model/prop-checks';
import { OLM_GROUP, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import { InstallRule } from '../../report/install-rule';
import { InClusterProgram, InClusterProgramProps } from './in-cluster-program';
import { createProgramAccount, MANAGED, podSettings, programConfigMap, programPodSpec } from './program-objects';
import { rule } from './wait-rights';
import { waitedApiObjects, waitedObject } from './waited-objects';

/** Properties of `OperatorMetrics`. */
export interface OperatorMetricsProps extends InClusterProgramProps {
  /**
   * What to observe: constructs that contain Subscriptions or CatalogSources, such as an `OperatorSubscription`, a `BundleDeployment` or a chart.
   * Their namespaces are observed, and those of their catalogs.
   *
   * @default - only `namespaces`
   */
  readonly observe?: IConstruct[];

  /**
   * Namespaces whose Subscriptions and CatalogSources are observed. They must exist.
   *
   * @default - those of `observe`
   */
  readonly namespaces?: string[];

  /**
   * Whether all namespaces are observed, with OLM itself and with ClusterCatalogs and ClusterExtensions of OLM v1. Only this needs
   * cluster-wide rights: to read, but not Secrets.
   *
   * @default false
   */
  readonly allNamespaces?: boolean;

  /**
   * Namespace of the Deployment, its account and its Service. It must exist.
   *
   * @default - the namespace that is observed; required if there are several
   */
  readonly namespace?: string;

  /**
   * Name of the Deployment, its account, its roles and its Service; at most 48 characters.
   *
   * @default operator-metrics
   */
  readonly name?: string;

  /**
   * Port of the container and of the Service.
   *
   * @default 8080
   */
  readonly port?: number;

  /**
   * A ServiceMonitor for the Prometheus operator, whose CRDs must be in the cluster.
   *
   * @default - none
   */
  readonly serviceMonitor?: OperatorServiceMonitor;
}

/**
 * ServiceMonitor of `OperatorMetrics`.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor
 */
export interface OperatorServiceMonitor {
  /**
   * Interval at which Prometheus reads the metrics.
   *
   * @default Duration.seconds(30)
   */
  readonly interval?: Duration;

  /**
   * Labels of the ServiceMonitor, for the selector of a Prometheus.
   *
   * @default - those of the other objects
   */
  readonly labels?: { [key: string]: string };
}

const DEFAULT_PORT = 8080;

/** Maximum length of the name, so that the suffixes of pods fit into a label. */
const MAX_NAME = 48;


/**
 * A Deployment that exports the health of operators and catalogs as metrics of Prometheus, with the verdicts of `olm-constructs status`: what is
 * ready, what failed, which version is installed, and which upgrade requires approval.
 *
 * Its account may only read, and only in the namespaces that are observed. The program is in a ConfigMap that it shares with the Jobs of the chart.
 */
export class OperatorMetrics extends Construct {
  /** Namespace of the Deployment. */
  public readonly namespace: string;

  /** Observed namespaces, or an empty list for all. */
  public readonly observedNamespaces: string[];

  /** The Deployment. */
  public readonly deployment: ApiObject;

  /** The Service. */
  public readonly service: ApiObject;

  /** The ServiceMonitor, if there is one. */
  public readonly serviceMonitor?: ApiObject;

  /** The ServiceAccount, its roles and their bindings. */
  public readonly account: ApiObject[];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or contradict each other, or nothing is to be observed
   */
  public constructor(scope: Construct, id: string, props: OperatorMetricsProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'OperatorMetricsProps', props, new.target !== OperatorMetrics);
    const { name = 'operator-metrics', port = DEFAULT_PORT, labels, annotations, serviceMonitor } = props;
    this.observedNamespaces = observedNamespaces(this, props);
    this.namespace = namespaceOf(this, props, this.observedNamespaces);
    checkName(this, name);
    checkPort(this, port);
    const selector = { 'app.kubernetes.io/name': 'operator-metrics', 'app.kubernetes.io/instance': name };
    const common: CommonMetadata = { labels: { ...MANAGED, ...selector, ...labels }, annotations };
    const isWide = this.observedNamespaces.length === 0;
    this.account = createProgramAccount(this, name, this.namespace, {
      namespaceRules: this.observedNamespaces.map(namespace => ({ namespace, rules: namespaceMetricsRules() })),
      clusterRules: isWide ? clusterMetricsRules() : [],
    }, common);
    const program = programConfigMap(this, this.namespace, props.program ?? InClusterProgram.bundled());
    const observed = isWide ? ['--all-namespaces'] : this.observedNamespaces.flatMap(namespace => ['--namespace', namespace]);
    this.deployment = manifestObject(this, 'Deployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: this.namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: { ...common.labels, ...selector } },
          spec: programPodSpec(podSettings(this, props, name, program.name, ['metrics', '--port', String(port), ...observed]), {
            ports: [{ name: 'metrics', containerPort: port }],
            livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' }, periodSeconds: 20 },
            readinessProbe: { httpGet: { path: '/readyz', port: 'metrics' }, periodSeconds: 5 },
          }),
        },
      },
    }, common);
    this.deployment.addDependency(program, ...this.account);
    this.service = manifestObject(this, 'Service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: this.namespace },
      spec: { selector, ports: [{ name: 'metrics', port, targetPort: 'metrics' }] },
    }, common);
    if (serviceMonitor !== undefined) {
      this.serviceMonitor = this.#createServiceMonitor(name, selector, serviceMonitor, common);
    }
  }

  #createServiceMonitor(name: string, selector: object, options: OperatorServiceMonitor, common: CommonMetadata): ApiObject {
    const { interval = Duration.seconds(30), labels } = options;
    return manifestObject(this, 'ServiceMonitor', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name, namespace: this.namespace, labels: { ...labels } },
      spec: {
        // The label `namespace` of the metrics is that of the operator, not that of this program.
        endpoints: [{ port: 'metrics', interval: `${interval.toSeconds()}s`, honorLabels: true }],
        selector: { matchLabels: selector },
      },
    }, common);
  }
}

function observedNamespaces(scope: Construct, { observe = [], namespaces = [], allNamespaces = false }: OperatorMetricsProps): string[] {
  const found = waitedApiObjects(observe).map(waitedObject);
  const ofFound = found.flatMap(({ namespace = [], catalogNamespace = [] }) => [namespace, catalogNamespace].flat());
  const observed = [...new Set([...namespaces, ...ofFound])].sort();
  if (allNamespaces && (namespaces.length > 0 || observe.length > 0)) {
    throw new ConstructError(scope, 'allNamespaces includes everything; omit observe and namespaces');
  }
  if (!allNamespaces && observed.length === 0) {
    throw new ConstructError(scope, found.length > 0
      ? 'observe contains only objects of OLM v1, which have no namespace; set allNamespaces: true'
      : 'nothing to observe; set observe to constructs with Subscriptions or CatalogSources, namespaces, or allNamespaces: true');
  }
  observed.forEach(namespace => checkNamespace(scope, 'namespaces', namespace));
  return observed;
}

function namespaceOf(scope: Construct, { namespace }: OperatorMetricsProps, observed: readonly string[]): string {
  const [chosen] = namespace === undefined ? observed : [namespace];
  if (chosen === undefined || (namespace === undefined && observed.length > 1)) {
    const several = observed.length > 1 ? `, since several are observed, ${observed.map(each => `'${each}'`).join(', ')}` : ' with allNamespaces';
    throw new ConstructError(scope, `namespace is required${several}; set 'namespace' to that of the Deployment`);
  }
  checkNamespace(scope, 'namespace', chosen);
  return chosen;
}

function checkName(scope: Construct, name: string): void {
  checkServiceName(scope, 'name', name);
  if (name.length > MAX_NAME) {
    throw new ConstructError(scope, `name '${name}' is longer than ${MAX_NAME} characters, so that no suffix fits; set a shorter 'name'`);
  }
}

function checkPort(scope: Construct, port: number): void {
  if (!Number.isInteger(port) || port < 1024 || port > 65_535) {
    throw new ConstructError(scope, `port must be a whole number from 1024 to 65535; got ${port}`);
  }
}

const FOLLOW = ['list', 'watch'];

/** Returns the rules to read in each observed namespace. */
function namespaceMetricsRules(): InstallRule[] {
  return [
    rule('follow operators', OLM_GROUP, ['subscriptions', 'installplans', 'clusterserviceversions', 'operatorgroups', 'catalogsources'], FOLLOW),
    rule('follow rollouts', 'apps', ['deployments'], FOLLOW),
  ];
}

/** Returns the rules to observe a whole cluster. */
function clusterMetricsRules(): InstallRule[] {
  return [
    ...namespaceMetricsRules(),
    rule('follow ClusterExtensions', OLM_V1_GROUP, ['clustercatalogs', 'clusterextensions'], FOLLOW),
    rule('recognize the release of OLM', 'apiextensions.k8s.io', ['customresourcedefinitions'], FOLLOW),
    rule('follow packageserver', 'apiregistration.k8s.io', ['apiservices'], FOLLOW),
    rule('follow namespaces that are being deleted', '', ['namespaces'], FOLLOW),
  ];
}
