import { ChainLink } from './chain-link';
import { deploymentLink, missingLink, phaseLink } from './links';
import { deploymentSituation } from '../judgement/deployment-subject';
import { ClusterView } from '../../waiting/view/cluster-view';
import { condition, KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectsOf } from '../../waiting/view/queries';
import { pods } from '../../waiting/operator/operator-interests';
import { isAnswering, webhookCalls } from '../../waiting/plain/webhook-calls';

/** Returns the chain from the Deployment of an operator without OLM to its certificates, pods and webhooks. */
export function deploymentChain(namespace: string, name: string, view: ClusterView): ChainLink {
  const { deployment, certificates, webhooks } = deploymentSituation(namespace, name, view);
  if (!deployment) {
    return missingLink(`Deployment ${namespace}/${name}`);
  }
  const link = deploymentLink(deployment, objectsOf(view, pods(namespace)) ?? []);
  return {
    ...link,
    links: [
      ...certificates.map(certificateLink), ...link.links,
      ...webhooks.map(({ resource: { kind }, object }): ChainLink => {
        const answers = webhookCalls({ kind, object }).every((call) => isAnswering(view, call));
        return phaseLink(kind, object, { state: answers ? 'answers' : 'does not answer', mark: answers ? 'ok' : 'waiting' });
      }),
    ],
  };
}

function certificateLink(certificate: KubernetesObject): ChainLink {
  const isIssued = condition(certificate, 'Ready')?.status === 'True';
  return phaseLink('Certificate', certificate, { state: isIssued ? 'issued' : 'not issued', mark: isIssued ? 'ok' : 'waiting' });
}
