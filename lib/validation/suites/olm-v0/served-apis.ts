import { field, integerField, stringField, stringListField } from '../../../formats/json/json-value';
import { exactJson } from '../../../formats/json/exact-json';
import { crdDescriptionsOf, csvRule, ownedApiServicesOf, unknownDeploymentsOf, webhooksOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { locatedMaps, type Rule } from '../../model/rule';
import type { BundleObject } from '../../model/bundle-view';
import { servedVersions } from './crd-schemas';

const REQUIREMENTS = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/olm/requirements.go';
const WEBHOOKS = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go';
const SERVICES = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/certresources.go';
const { ERROR } = FindingSeverity;

/** Default of `containerPort` of webhooks and APIServices. */
const DEFAULT_PORT = 443;

/** Rules about the APIs and webhooks of an operator, without which OLM v0 never starts it or cannot make it reachable. */
export const SERVED_API_RULES: readonly Rule[] = [
  csvRule({
    id: 'olm-v0-crd-version',
    severity: ERROR,
    summary: 'each owned version of a CRD is served',
    remedy: 'set served: true on the version in the CRD, or list another version as owned',
    source: REQUIREMENTS,
  }, function* (csv, { crds }) {
    for (const { value, path } of crdDescriptionsOf(csv, 'owned')) {
      const [name, version] = [stringField(value, 'name'), stringField(value, 'version') ?? ''];
      const crd = crds.find((found) => found.name === name && found.version === 'v1');
      if (crd !== undefined && version !== '' && hasVersion(crd, version) && !servedVersions(crd.json).includes(version)) {
        yield { message: `the CRD ${JSON.stringify(name)} does not serve the owned version ${version}, so OLM v0 waits for it forever`, path: [...path, 'version'] };
      }
    }
  }),
  csvRule({
    id: 'olm-v0-api-service',
    severity: ERROR,
    summary: 'each owned APIService is served by a deployment of the CSV',
    remedy: 'set deploymentName to the name of a deployment in spec.install.spec.deployments',
    source: REQUIREMENTS,
  }, function* (csv) {
    for (const { value: name, path } of unknownDeploymentsOf(csv, ownedApiServicesOf(csv))) {
      yield { message: `the deploymentName of the APIService, ${JSON.stringify(name)}, is not a deployment of the CSV, so OLM v0 waits for it forever`, path };
    }
  }),
  csvRule({
    id: 'olm-v0-conversion',
    severity: ERROR,
    summary: 'each conversion webhook lists the CRDs that it converts',
    remedy: 'list the CRDs in conversionCRDs, or remove the webhook',
    source: WEBHOOKS,
  }, function* (csv) {
    for (const { value, path } of webhooksOf(csv)) {
      if (stringField(value, 'type') === 'ConversionWebhook' && stringListField(value, 'conversionCRDs').length === 0) {
        yield { message: 'the conversion webhook lists no CRD in conversionCRDs', path };
      }
    }
  }),
  csvRule({
    id: 'olm-v0-webhook-port',
    severity: ERROR,
    summary: 'the webhooks and APIServices that share a port of a deployment have the same target port',
    remedy: 'use the same targetPort, or another containerPort',
    source: SERVICES,
  }, function* (csv) {
    const targets = new Map<string, unknown>();
    for (const { value, path } of [...webhooksOf(csv), ...ownedApiServicesOf(csv)]) {
      const port = integerField(value, 'containerPort') || DEFAULT_PORT;
      const key = JSON.stringify([stringField(value, 'deploymentName'), port]);
      // OLM sets the port of the container as the default.
      const target = exactJson(field(value, 'targetPort') ?? port);
      if (targets.has(key) && targets.get(key) !== target) {
        yield { message: `another webhook of the deployment has the containerPort ${port} and another targetPort; a Service can have a port only once`, path };
      }
      targets.set(key, target);
    }
  }),
];

function hasVersion({ json }: BundleObject, version: string): boolean {
  return locatedMaps(field(json, 'spec'), 'versions', []).some(({ value }) => stringField(value, 'name') === version);
}
