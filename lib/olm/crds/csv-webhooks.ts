import * as k8s from '../generated/kubernetes-types';
import { described, int32, intOrString, listOf, oneOf, required, string, struct } from './schema';

const webhook = struct({
  admissionReviewVersions: required(listOf(string(), 'Versions of AdmissionReview, or of ConversionReview, that the server understands; best first.')),
  containerPort: int32('Port of the Service that OLM makes.', { default: 443, maximum: 65535, minimum: 1 }),
  conversionCRDs: listOf(string(), 'Names of the CRDs that a conversion webhook converts. They must be owned ones.'),
  deploymentName: string('Name of the Deployment in this ClusterServiceVersion that answers.'),
  failurePolicy: string('What happens when nobody answers: `Fail` or `Ignore`.'),
  generateName: required(string('Name of the webhook, and prefix of the name of its configuration.')),
  matchPolicy: string('`Exact` or `Equivalent`: whether requests in other versions of a listed API are sent as well.'),
  objectSelector: described('Selects by their labels the objects that the webhook is asked about.', k8s.LabelSelector),
  reinvocationPolicy: string('`Never` or `IfNeeded`: whether a mutating webhook is asked again after others changed the object.'),
  rules: listOf(k8s.RuleWithOperations, 'Requests that the webhook is asked about.'),
  sideEffects: required(string('`None` or `NoneOnDryRun`.')),
  targetPort: intOrString('Port of the pods. The `containerPort` when absent.'),
  timeoutSeconds: int32('Seconds after which nobody is taken to answer.'),
  type: required(oneOf(['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'], 'What the webhook is asked to do.')),
  webhookPath: string('Path of the URL at which it answers. `/` when absent.'),
});

/** Webhooks that OLM sets up for an operator, certificates included. */
export const webhookDefinitions = listOf(webhook, 'Webhooks of the operator. OLM makes their Services, certificates and configurations.');
