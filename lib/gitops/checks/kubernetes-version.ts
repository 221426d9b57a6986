import type { CheckDefinition } from './check-definition';
import { nameOf } from './app-operator';
import { Cluster } from '../../constructs/cluster';
import { isEarlierKubernetes } from '../../constructs/model/kubernetes-version';
import { FindingSeverity } from '../../validation/model/severity';

/** OperatorSubscriptions check the version of their `Cluster` themselves. */
export const KUBERNETES_TOO_OLD: CheckDefinition = {
  id: 'kubernetes-too-old',
  severity: FindingSeverity.ERROR,
  summary: 'clusters have the version of Kubernetes that operators require',
  remedy: 'use an earlier version of the operator, or upgrade the cluster and change its `kubernetesVersion`',
  source: 'https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/',
  find: (view) => {
    const ofCluster = Cluster.of(view.cluster)?.kubernetesVersion;
    return view.operators.filter(({ isChecked }) => !isChecked || ofCluster === undefined).flatMap((operator) => {
      const required = operator.entry?.minKubeVersion ?? operator.bundle?.csv.minKubeVersion;
      return !isEarlierKubernetes(view.kubernetesVersion, required) ? [] : [{
        constructs: [operator.construct],
        message: `${nameOf(operator)} requires Kubernetes ${required} or later, and the cluster has ${view.kubernetesVersion}`,
      }];
    });
  },
};
