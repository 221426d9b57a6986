import { OlmParts } from '../../../../lib/pulumi/wait/olm/olm-parts';
import { olmReady } from '../../../../lib/pulumi/wait/olm/olm-ready';
import { clusterObject, conditions, csv, deployment, happens, pod } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';
import { ToldFailure } from '../told-failure';

const PARTS: OlmParts = {
  crds: ['subscriptions.operators.coreos.com'],
  deployments: [{ namespace: 'olm', name: 'olm-operator' }],
  csvs: [{ namespace: 'olm', name: 'packageserver' }],
  apiServices: ['v1.packages.operators.coreos.com'],
};

const inOlm = { metadata: { namespace: 'olm' } };
const crd = happens(0, 'customresourcedefinitions', establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'));
const installing = happens(0, 'clusterserviceversions', csv('packageserver', 'Installing', { ...inOlm, status: { message: 'apiServices not installed' } }));
const wait = (...happenings: Happening[]) => (): Course<unknown> => simulate(olmReady({ parts: PARTS }), happenings);

const controllerPod = pod('olm-operator-1', 'olm-operator', {
  phase: 'Pending',
  containerStatuses: [{
    name: 'olm-operator', image: 'mirror.example/olm:v0.46.0', state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } },
  }],
});

/** How OLM does not get ready. */
export const OLM_FAILURES: readonly ToldFailure[] = [
  {
    title: 'an OLM that is not there', within: 10, simulate: wait(),
    explanation: [
      'OLM did not get ready: given up after 10 s in phase crds',
      '  - CustomResourceDefinition subscriptions.operators.coreos.com is not there',
      '  - Deployment olm/olm-operator is not there',
      '  - ClusterServiceVersion olm/packageserver is not there',
      '  - APIService v1.packages.operators.coreos.com is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ],
  },
  {
    title: 'an OLM whose image cannot be pulled', within: 600,
    simulate: wait(
      crd, installing, happens(0, 'deployments', deployment('olm-operator', 0, inOlm)),
      happens(0, 'pods', { ...controllerPod, metadata: { ...controllerPod.metadata, namespace: 'olm' } }),
    ),
    explanation: [
      'OLM did not get ready within 10 min: controllers for 10 min, waiting for Deployment olm/olm-operator (0 of 1 pods available)',
      '  - container olm-operator of pod olm/olm-operator-1 cannot get image mirror.example/olm:v0.46.0 (ImagePullBackOff): not found',
      '    remedy: check the image reference, the mirror and the pull secret, and that nodes can reach the registry',
      '  - APIService v1.packages.operators.coreos.com is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ],
  },
  {
    title: 'an OLM whose API does not answer', within: 600,
    simulate: wait(crd, installing, happens(0, 'deployments', deployment('olm-operator', 1, inOlm)), happens(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
      status: { conditions: conditions({ type: 'Available', status: 'False', message: 'endpoints for service/packageserver-service in "olm" have no addresses' }) },
    }))),
    explanation: [
      'OLM did not get ready within 10 min: packageserver for 10 min, waiting for ClusterServiceVersion olm/packageserver (apiServices not installed)',
      '  - APIService v1.packages.operators.coreos.com is not available: endpoints for service/packageserver-service in "olm" have no addresses',
      '    remedy: look at the pods and the Service behind the APIService; while it does not answer, no Namespace of the cluster can be deleted',
    ],
  },
];
