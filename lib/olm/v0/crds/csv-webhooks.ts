import * as k8s from '../generated/kubernetes-types';
import { described, int32, intOrString, listOf, oneOf, required, string, struct } from '../../../formats/schema/schema';

const webhook = struct({
  admissionReviewVersions: required(listOf(string(), 'Versions of AdmissionReview or ConversionReview that the webhook supports, in order of preference.')),
  containerPort: int32('Port of the Service that OLM creates.', { default: 443, maximum: 65535, minimum: 1 }),
  conversionCRDs: listOf(string(), 'Names of the CRDs that a conversion webhook converts. The operator must own them.'),
  deploymentName: string('Name of the Deployment in this ClusterServiceVersion that serves the webhook.'),
  failurePolicy: string('How to handle failed webhook calls. Either `Fail` or `Ignore`.'),
  generateName: required(string('Name of the webhook, and name prefix of its webhook configuration.')),
  matchPolicy: string('Whether the rules also match requests to other versions of an API. Either `Exact` or `Equivalent`.'),
  objectSelector: described('Label selector for the objects that the webhook is called for.', k8s.LabelSelector),
  reinvocationPolicy: string('Whether a mutating webhook is called again after other webhooks change the object. Either `Never` or `IfNeeded`.'),
  rules: listOf(k8s.RuleWithOperations, 'Requests that the webhook is called for.'),
  sideEffects: required(string('Side effects of the webhook. Either `None` or `NoneOnDryRun`.')),
  targetPort: intOrString('Port of the pods. Defaults to `containerPort`.'),
  timeoutSeconds: int32('Timeout of a webhook call, in seconds.'),
  type: required(oneOf(['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'], 'Type of the webhook.')),
  webhookPath: string('URL path of the webhook. Defaults to `/`.'),
});

/** `spec.webhookdefinitions` of a ClusterServiceVersion. */
export const webhookDefinitions = listOf(webhook, 'Webhooks of the operator. OLM creates their Services, certificates and webhook configurations.');
