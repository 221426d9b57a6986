import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { InClusterProgram } from './in-cluster-program';
import { InClusterProgramProps } from './in-cluster-program-props';
import { NODE_USER, ProgramPodSettings } from './program-pod';
import { createInstallRoles } from '../../constructs/rights/install-roles';
import { CommonMetadata, manifestObject } from '../../constructs/model/manifest-object';
import { checkKeys } from '../../constructs/model/prop-checks';
import { markOperatorJob } from '../model/operator-job';
import { InstallRule, NamespaceInstallRules } from '../../report/install-rule';

const DEFAULT_IMAGE = 'docker.io/library/node:22.19.0-alpine3.22';
const DEFAULT_RESOURCES = { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } };

/** Labels of everything around the program. */
export const MANAGED = { 'app.kubernetes.io/managed-by': 'olm-constructs' };

/** Rights of a program. */
export interface ProgramRights {
  /** Rules by namespace. */
  readonly namespaceRules: readonly NamespaceInstallRules[];

  /** Cluster-wide rules. */
  readonly clusterRules: readonly InstallRule[];
}

/**
 * Returns the settings of a pod that runs the program.
 *
 * @throws ConstructError when the resources have an unknown key
 */
export function podSettings(
  scope: Construct, props: InClusterProgramProps, name: string, program: string, args: readonly string[],
): ProgramPodSettings {
  checkKeys(scope, 'resources', props.resources, { requests: true, limits: true });
  const { image = DEFAULT_IMAGE, imagePullSecrets: pullSecrets = [], runAsUser = NODE_USER, resources = DEFAULT_RESOURCES } = props;
  return { image, pullSecrets, serviceAccount: name, runAsUser, resources, program, args };
}

/** Creates the account of a program with its roles. */
export function createProgramAccount(scope: Construct, name: string, namespace: string, rights: ProgramRights, common: CommonMetadata): ApiObject[] {
  const rulesIn = (isOwn: boolean): NamespaceInstallRules[] => rights.namespaceRules.filter(rules => (rules.namespace === namespace) === isOwn);
  return [
    manifestObject(scope, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }, common),
    ...createInstallRoles(scope, name, namespace, {
      rules: rulesIn(true).flatMap(({ rules }) => rules), clusterRules: [...rights.clusterRules], kubeSystemRules: [], namespaceRules: rulesIn(false),
    }, [{ kind: 'ServiceAccount', name, namespace }], common),
  ];
}

/** Returns the ConfigMap with the program, which everything in a chart shares. */
export function programConfigMap(scope: Construct, namespace: string, { digest, content }: InClusterProgram): ApiObject {
  const name = `olm-constructs-${digest}`;
  const chart = Chart.of(scope);
  const id = `${name}.${namespace}`;
  const existing = chart.node.tryFindChild(id) as ApiObject | undefined;
  if (existing !== undefined) {
    return existing;
  }
  const created = manifestObject(chart, id, {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, immutable: true, data: { 'olm-constructs.js': content },
  }, { labels: MANAGED });
  // It belongs to the Jobs, although it is not inside their constructs.
  markOperatorJob(created);
  return created;
}
