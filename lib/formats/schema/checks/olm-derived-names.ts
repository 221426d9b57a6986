import { label1035Errors, labelValueErrors, subdomainErrors } from './kubernetes-names';

/** Types of webhooks for which OLM creates webhook configurations; a conversion webhook has none. */
const ADMISSION: readonly string[] = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook'];

/** Minimum number of parts of the name of a webhook in a configuration. */
const WEBHOOK_PARTS = 3;

/**
 * Returns the requirements that the `generateName` of a webhook does not meet, as phrases that follow "must". For an admission webhook it becomes the
 * name of the webhook, for which the API server requires three parts, and the value of a label by which OLM v0 finds its configurations.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go
 */
export function webhookNameErrors(generateName: string, type: string): string[] {
  const errors = subdomainErrors(generateName);
  if (errors.length > 0 || !ADMISSION.includes(type)) {
    return errors;
  }
  const parts = generateName.split('.').length;
  return [
    ...(parts < WEBHOOK_PARTS ? [`have at least ${WEBHOOK_PARTS} parts separated by dots, since it becomes the name of a webhook`] : []),
    ...labelValueErrors(generateName).map((error) => `${error}, since OLM v0 writes it into a label`),
  ];
}

/** Returns the name of the Service that OLM v0 creates for a deployment that serves webhooks or APIServices. */
export function olmServiceName(deploymentName: string): string {
  return `${deploymentName}-service`;
}

/** Returns the requirements that the name of this Service does not meet, as phrases that follow "must". */
export function olmServiceNameErrors(deploymentName: string): string[] {
  return label1035Errors(olmServiceName(deploymentName));
}
