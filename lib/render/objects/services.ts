import { fieldAt } from '../../formats/json/json-value';
import type { Deployment, Operator, PlainObject, Webhook } from '../model/operator';
import type { Rendering } from '../model/rendering';
import type { WebhookService } from '../model/webhook-service';
import { DEFAULT_PORT, withAnnotations } from './webhook-client';

interface ServicePort {
  readonly name: string;
  readonly port: number;
  readonly targetPort: number | string;
}

/** Returns the Services of the deployments with webhooks. */
export function webhookServiceObjects(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  return operator.deployments.flatMap((deployment) => {
    const service = services.get(deployment.name);
    return service === undefined ? [] : [serviceObject(deployment, service, operator.webhooks, rendering)];
  });
}

function serviceObject(
  deployment: Deployment, { name, certificate }: WebhookService, webhooks: readonly Webhook[], rendering: Rendering,
): PlainObject {
  const selector = fieldAt(deployment.spec, 'selector', 'matchLabels');
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: rendering.installNamespace },
    spec: {
      ports: portsOf(webhooks.filter(({ deploymentName }) => deploymentName === deployment.name)),
      ...(selector === undefined ? {} : { selector }),
    },
  };
  return certificate.serviceAnnotations === undefined ? service : withAnnotations(service, certificate.serviceAnnotations);
}

function portsOf(webhooks: readonly Webhook[]): ServicePort[] {
  const ports = new Map<string, ServicePort>();
  for (const { containerPort, targetPort } of webhooks) {
    const port = containerPort > 0 ? containerPort : DEFAULT_PORT;
    const target = targetPort ?? port;
    ports.set(JSON.stringify([port, target]), { name: String(port), port, targetPort: target });
  }
  return [...ports.values()].sort((left, right) => left.port - right.port || numberOf(left.targetPort) - numberOf(right.targetPort));
}

/** In Go, a port by name is 0. */
function numberOf(port: number | string): number {
  return typeof port === 'number' ? port : Number(/^\d+$/.exec(port)?.[0] ?? 0);
}
