import { CONVERSION, type Operator, type PlainObject, type Webhook } from '../model/operator';
import type { Rendering } from '../model/rendering';
import type { WebhookService } from '../model/webhook-service';
import { injected, webhookPort } from './webhook-client';

/** Returns the CustomResourceDefinitions. Those with a conversion webhook are configured to call it. */
export function customResourceDefinitions(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  const converters = new Map<string, Webhook>();
  for (const webhook of operator.webhooks.filter(({ type }) => type === CONVERSION)) {
    webhook.conversionCrds.forEach((name) => converters.set(name, webhook));
  }
  return operator.crds.map(({ name, content }) => {
    const webhook = converters.get(name);
    return webhook === undefined ? content : converted(content, webhook, rendering, services.get(webhook.deploymentName)!);
  });
}

function converted(crd: PlainObject, webhook: Webhook, rendering: Rendering, { name, certificate }: WebhookService): PlainObject {
  const service = { namespace: rendering.installNamespace, name, path: webhook.webhookPath ?? '/', port: webhookPort(webhook, rendering) };
  const { caBundle } = certificate;
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service, ...(caBundle === undefined ? {} : { caBundle }) },
      conversionReviewVersions: webhook.fields['admissionReviewVersions'],
    },
  };
  return injected({ ...crd, spec: { ...crd['spec'] as object, conversion } }, certificate);
}
