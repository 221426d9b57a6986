import { mapField, stringMapField } from '../../formats/json/json-value';
import type { Deployment, Operator, PlainObject } from '../model/operator';
import type { Rendering } from '../model/rendering';
import type { WebhookService } from '../model/webhook-service';
import { withCertificateVolumes } from './certificate-volumes';
import { configured } from './deployment-config';
import { fittingAnnotations } from './fitting-annotations';

/** Returns the Deployments. */
export function deploymentObjects(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  return operator.deployments.map((deployment) => deploymentObject(deployment, operator, rendering, services.get(deployment.name)));
}

function deploymentObject(
  { name, labels, spec }: Deployment, operator: Operator, rendering: Rendering, service: WebhookService | undefined,
): PlainObject {
  const { installNamespace, targetNamespaces, certificates, compatible, deploymentConfig } = rendering;
  const template = mapField(spec, 'template');
  const metadata = mapField(template, 'metadata');
  const own = stringMapField(metadata, 'annotations');
  // Operators read the namespaces to watch from these annotations, through the downward API.
  const required = { ...own, 'olm.targetNamespaces': targetNamespaces.join(','), 'olm.operatorNamespace': installNamespace };
  const annotations = compatible ? { ...operator.annotations, ...required } : fittingAnnotations(operator.annotations, required);
  const pod = mapField(template, 'spec');
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: installNamespace, ...(labels === undefined ? {} : { labels }) },
    spec: {
      ...spec,
      // As OLM v0 does.
      revisionHistoryLimit: 1,
      template: {
        ...template,
        metadata: { ...metadata, annotations },
        spec: service === undefined || certificates === undefined ? pod : withCertificateVolumes(pod, service.certificate, compatible),
      },
    },
  };
  return configured(deployment, deploymentConfig);
}
