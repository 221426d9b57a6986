import { OlmParts, olmReady } from '../../../../lib/cluster/waiting/olm/olm-waiter';
import { ExplainedFailure } from '../explained-failure';
import { clusterObject, conditions, deployment, event, pod } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';
import { server, serverDeployment } from './packageserver';

/** Parts of a small OLM. */
export const PARTS: OlmParts = {
  crds: ['subscriptions.operators.coreos.com'],
  deployments: [{ namespace: 'olm', name: 'olm-operator' }],
  csvs: [{ namespace: 'olm', name: 'packageserver' }],
  apiServices: ['v1.packages.operators.coreos.com'],
};

const inOlm = { metadata: { namespace: 'olm' } };
const crd = event(0, 'customresourcedefinitions', establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'));
const controller = event(0, 'deployments', deployment('olm-operator', 1, inOlm));
const installing = server(0, 'Installing', { message: 'apiServices not installed' });
const api = (status: 'True' | 'False', message = ''): ClusterEvent => event(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
  status: { conditions: conditions({ type: 'Available', status, message }) },
}));
const wait = (...events: ClusterEvent[]) => (): SimulatedWait<unknown> => simulate(olmReady({ parts: PARTS, release: '0.46.0' }), events);

const controllerPod = pod('olm-operator-1', 'olm-operator', {
  phase: 'Pending',
  containerStatuses: [{
    name: 'olm-operator', image: 'mirror.example/olm:v0.46.0', state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } },
  }],
});

/** Failures of waiting for OLM. */
export const OLM_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'an OLM that does not exist', within: 10, simulate: wait(),
    explanation: [
      'OLM did not become ready: gave up after 10 s in phase crds',
      '  - CustomResourceDefinition subscriptions.operators.coreos.com does not exist',
      '  - Deployment olm/olm-operator does not exist',
      '  - ClusterServiceVersion olm/packageserver does not exist',
      '  - APIService v1.packages.operators.coreos.com does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ],
  },
  {
    title: 'an OLM whose image cannot be pulled', within: 600,
    simulate: wait(
      crd, event(0, 'deployments', deployment('olm-operator', 0, inOlm)), server(0, ''),
      event(0, 'pods', { ...controllerPod, metadata: { ...controllerPod.metadata, namespace: 'olm' } }),
    ),
    explanation: [
      'OLM did not become ready within 10 min: controllers for 10 min, waiting for Deployment olm/olm-operator (0 of 1 pods available)',
      '  - container olm-operator of pod olm/olm-operator-1 cannot pull image mirror.example/olm:v0.46.0 (ImagePullBackOff): not found',
      '    remedy: check the image reference, the mirror and the pull secret, and that the nodes can reach the registry',
      '  - APIService v1.packages.operators.coreos.com does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ],
  },
  {
    title: 'an OLM whose API does not answer', within: 600,
    simulate: wait(
      crd, installing, controller, serverDeployment(0), api('False', 'endpoints for service/packageserver-service in "olm" have no addresses'),
    ),
    explanation: [
      'OLM did not become ready within 10 min: packageserver for 10 min, waiting for ClusterServiceVersion olm/packageserver (apiServices not installed)',
      '  - APIService v1.packages.operators.coreos.com is not available: endpoints for service/packageserver-service in "olm" have no addresses',
      '    remedy: check the pods and the Service behind the APIService; until it is available, no Namespace in the cluster can be deleted',
    ],
  },
  {
    title: 'a packageserver of another release', within: 10,
    simulate: wait(crd, controller, server(0, 'Succeeded', { release: '0.31.0' }), serverDeployment(0, { release: '0.31.0' }), api('True')),
    explanation: [
      'OLM did not become ready: gave up after 10 s in phase packageserver',
      '  - ClusterServiceVersion olm/packageserver has version 0.31.0 instead of 0.46.0',
      '    remedy: run `pulumi up --refresh` to update it; if it is up to date, the kubeconfig or context set for waiting selects another cluster than the provider',
    ],
  },
  {
    title: 'a packageserver that OLM does not create', within: 600,
    simulate: wait(crd, controller, server(0, 'Installing'), api('True')),
    explanation: [
      'OLM did not become ready within 10 min: packageserver for 10 min, waiting for ClusterServiceVersion olm/packageserver (Installing) '
        + 'and Deployment olm/packageserver',
      '  - Deployment olm/packageserver of packageserver does not exist',
      '    remedy: OLM creates it from the ClusterServiceVersion; if it does not come back, check the log of olm-operator',
    ],
  },
  {
    title: 'a packageserver that OLM does not update', within: 600,
    simulate: wait(crd, controller, server(0, 'Succeeded'), serverDeployment(0, { release: '0.31.0' }), api('True')),
    explanation: [
      'OLM did not become ready within 10 min: packageserver for 10 min, waiting for Deployment olm/packageserver (not updated by OLM yet)',
      '  - Deployment olm/packageserver runs image quay.io/operator-framework/olm:v0.31.0 instead of quay.io/operator-framework/olm:v0.46.0',
      '    remedy: OLM updates it from the ClusterServiceVersion; if it does not, check the log of olm-operator',
    ],
  },
];
