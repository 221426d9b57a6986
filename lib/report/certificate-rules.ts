import type { InstallRuleLists } from './install-rule-list';
import type { Bundle } from '../bundle/bundle';
import type { WebhookDescription } from '../bundle/model/cluster-service-version-spec';

const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';
const CONFIGURATIONS: { readonly [type: string]: string | undefined } = {
  ValidatingAdmissionWebhook: 'validatingwebhookconfigurations', MutatingAdmissionWebhook: 'mutatingwebhookconfigurations',
};

/**
 * Adds the rules for webhooks and API services: OLM creates a Service with a certificate for each of their Deployments.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/certresources.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/apiservice.go
 */
export function addCertificateRules({ csv }: Bundle, lists: InstallRuleLists): void {
  const serving = new Set([...csv.webhookDefinitions, ...csv.ownedApiServices].map(({ deploymentName }) => deploymentName));
  const services = csv.deployments.filter(({ name }) => serving.has(name)).map(({ name }) => `${name}-service`);
  if (services.length > 0) {
    addServingRules(services, lists);
  }
  csv.webhookDefinitions.forEach(webhook => addWebhookRules(webhook, lists));
  for (const { group, version } of csv.ownedApiServices) {
    addApiServiceRules(`${version}.${group}`, lists);
  }
}

function addServingRules(services: readonly string[], { own, cluster, kubeSystem }: InstallRuleLists): void {
  const purpose = 'serve webhooks and API services with certificates';
  const secrets = services.map(service => `${service}-cert`);
  // Without `get`: OLM uses server-side apply.
  own.allowCreating(purpose, ['patch'], { group: '', resource: 'services' }, services);
  own.allowCreating(purpose, ['get', 'patch'], { group: '', resource: 'secrets' }, secrets);
  own.allowCreating(purpose, ['get', 'patch'], { group: RBAC, resource: 'roles' }, secrets);
  own.allowCreating(purpose, ['get', 'patch'], { group: RBAC, resource: 'rolebindings' }, secrets);
  const delegators = services.map(service => `${service}-system:auth-delegator`);
  cluster.allowCreating(purpose, ['patch'], { group: RBAC, resource: 'clusterrolebindings' }, delegators);
  cluster.allow(purpose, ['bind'], { group: RBAC, resource: 'clusterroles' }, ['system:auth-delegator']);
  kubeSystem.allowCreating(purpose, ['patch'], { group: RBAC, resource: 'rolebindings' }, services.map(service => `${service}-auth-reader`));
  kubeSystem.allow(purpose, ['bind'], { group: RBAC, resource: 'roles' }, ['extension-apiserver-authentication-reader']);
}

function addWebhookRules({ type, conversionCrds }: WebhookDescription, { cluster }: InstallRuleLists): void {
  const resource = CONFIGURATIONS[type];
  if (resource !== undefined) {
    // OLM finds them by label, because the API server generates their names.
    cluster.allow('register webhooks', ['list', 'create', 'update'], { group: ADMISSION, resource });
  } else if (conversionCrds.length > 0) {
    cluster.allow('set conversion webhooks', ['get', 'update'], { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, conversionCrds);
  }
}

function addApiServiceRules(name: string, { own, cluster, kubeSystem }: InstallRuleLists): void {
  cluster.allowCreating('register API services', ['get', 'patch'], { group: 'apiregistration.k8s.io', resource: 'apiservices' }, [name]);
  const purpose = 'look for objects of API services by their former names';
  own.allow(purpose, ['get'], { group: '', resource: 'services' }, [name.replaceAll('.', '-')]);
  own.allow(purpose, ['get'], { group: '', resource: 'secrets' }, [`${name}-cert`]);
  own.allow(purpose, ['get'], { group: RBAC, resource: 'roles' }, [`${name}-cert`]);
  own.allow(purpose, ['get'], { group: RBAC, resource: 'rolebindings' }, [`${name}-cert`]);
  cluster.allow(purpose, ['get'], { group: RBAC, resource: 'clusterrolebindings' }, [`${name}-system:auth-delegator`]);
  kubeSystem.allow(purpose, ['get'], { group: RBAC, resource: 'rolebindings' }, [`${name}-auth-reader`]);
}
