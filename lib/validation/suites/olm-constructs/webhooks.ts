import { exactJson } from '../../../formats/json/exact-json';
import { field, integerField, mapListField, stringField, stringListField } from '../../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP } from '../../../formats/schema/api-groups';
import { olmServiceName, olmServiceNameErrors, webhookNameErrors } from '../../../formats/schema/checks/olm-derived-names';
import type { BundleObject } from '../../model/bundle-view';
import { crdDescriptionsOf, csvRule, deploymentsOf, ownedApiServicesOf, specOf, unknownDeploymentsOf, webhooksOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Located, locatedMaps, locatedStrings, type Rule } from '../../model/rule';

const V0 = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go';
const V1 = 'https://github.com/operator-framework/operator-controller/tree/main/internal/operator-controller/rukpak/render';
const { ERROR, WARNING } = FindingSeverity;
const MAX_PORT = 65_535;

/** API groups that webhooks must not intercept, in OLM v0 and v1. */
const FORBIDDEN_GROUPS = ['*', OLM_GROUP, OLM_V1_GROUP];
const FORBIDDEN_RESOURCES = ['*', 'validatingwebhookconfiguration', 'validatingwebhookconfigurations', 'mutatingwebhookconfiguration', 'mutatingwebhookconfigurations'];

/** Rules about webhooks that would stop an installation. */
export const WEBHOOK_RULES: readonly Rule[] = [
  csvRule({
    id: 'webhook-deployment',
    severity: ERROR,
    summary: 'each webhook is served by a deployment of the CSV',
    remedy: 'set deploymentName to the name of a deployment in spec.install.spec.deployments',
    source: V1,
  }, function* (csv) {
    for (const { value: name, path } of unknownDeploymentsOf(csv, webhooksOf(csv))) {
      yield { message: `the deploymentName of the webhook, ${JSON.stringify(name)}, is not a deployment of the CSV`, path };
    }
  }),
  csvRule({
    id: 'webhook-port',
    severity: WARNING,
    summary: 'each webhook sets the port of its container',
    remedy: 'set containerPort, to 443 if in doubt; OLM v1 does not always apply the default',
    source: V1,
  }, function* (csv) {
    for (const { value, path } of webhooksOf(csv)) {
      const port = field(value, 'containerPort') ?? undefined;
      const number = integerField(value, 'containerPort') ?? -1;
      if (port === undefined) {
        yield { message: 'containerPort is missing, so OLM v1 configures port 0, which cannot be reached', path };
      } else if (number < 1 || number > MAX_PORT) {
        yield { message: `containerPort must be between 1 and ${MAX_PORT}, got ${exactJson(port)}`, path: [...path, 'containerPort'], severity: ERROR };
      }
    }
  }),
  csvRule({
    id: 'webhook-name',
    severity: ERROR,
    summary: 'each webhook has a unique, valid name',
    remedy: 'use lowercase letters, digits, dashes and dots, end with a letter or digit, and use a different name for each webhook',
    source: V1,
  }, function* (csv) {
    const seen = new Set<string>();
    for (const { value, path } of webhooksOf(csv)) {
      const name = stringField(value, 'generateName') ?? '';
      for (const requirement of webhookNameErrors(name, stringField(value, 'type') ?? '')) {
        yield { message: `the generateName of a webhook must ${requirement}, got ${JSON.stringify(name)}`, path: [...path, 'generateName'] };
      }
      if (seen.has(name)) {
        yield { message: `another webhook is named ${JSON.stringify(name)}, which OLM v0 refuses, whatever their types`, path: [...path, 'generateName'] };
      }
      seen.add(name);
    }
  }),
  csvRule({
    id: 'webhook-service',
    severity: ERROR,
    summary: 'OLM can create a Service for each deployment that serves webhooks or APIServices',
    remedy: 'shorten the name of the deployment to at most 55 lowercase letters, digits and dashes, beginning with a letter',
    source: V0,
  }, function* (csv) {
    const served = new Set([...webhooksOf(csv), ...ownedApiServicesOf(csv)].map(({ value }) => stringField(value, 'deploymentName')));
    for (const { value, path } of deploymentsOf(csv)) {
      const name = stringField(value, 'name') ?? '';
      for (const requirement of served.has(name) ? olmServiceNameErrors(name) : []) {
        yield { message: `OLM v0 creates the Service ${JSON.stringify(olmServiceName(name))} for this deployment, and its name must ${requirement}`, path: [...path, 'name'] };
      }
    }
  }),
  csvRule({
    id: 'webhook-rules',
    severity: ERROR,
    summary: 'no webhook intercepts every API, the APIs of OLM, or other webhooks',
    remedy: 'list the API groups and resources that the webhook is for',
    source: V0,
  }, function* (csv) {
    for (const { value: webhook, path } of webhooksOf(csv)) {
      for (const { value, path: at } of locatedMaps(webhook, 'rules', path)) {
        const groups = stringListField(value, 'apiGroups');
        const forbidden = groups.filter((group) => FORBIDDEN_GROUPS.includes(group));
        const resources = groups.includes('admissionregistration.k8s.io')
          ? stringListField(value, 'resources').filter((resource) => FORBIDDEN_RESOURCES.includes(resource.toLowerCase()))
          : [];
        if (forbidden.length > 0) {
          yield { message: `OLM refuses webhooks for the API group ${forbidden.join(', ')}`, path: at };
        }
        if (resources.length > 0) {
          yield { message: `OLM refuses webhooks for ${resources.join(', ')} in admissionregistration.k8s.io`, path: at };
        }
      }
    }
  }),
  csvRule({
    id: 'webhook-conversion-crd',
    severity: ERROR,
    summary: 'each CRD that a webhook converts is owned by the CSV and converted by one webhook only',
    remedy: 'list only owned CRDs in conversionCRDs, each in one webhook',
    source: V1,
  }, function* (csv) {
    const owned = new Set(crdDescriptionsOf(csv, 'owned').map(({ value }) => stringField(value, 'name') ?? ''));
    const seen = new Set<string>();
    for (const { value, path } of conversionsOf(csv)) {
      if (!owned.has(value)) {
        yield { message: `the webhook converts the CRD ${JSON.stringify(value)}, which the CSV does not own`, path };
      }
      if (seen.has(value)) {
        yield { message: `another webhook already converts the CRD ${JSON.stringify(value)}`, path };
      }
      seen.add(value);
    }
  }),
  csvRule({
    id: 'webhook-conversion-modes',
    severity: ERROR,
    summary: 'an operator that converts CRDs supports only AllNamespaces',
    remedy: 'support only AllNamespaces; CRDs and their conversion are cluster-wide',
    source: V1,
  }, function* (csv) {
    const [conversion] = conversionsOf(csv);
    const supported = mapListField(specOf(csv), 'installModes').filter((mode) => field(mode, 'supported') === true).map((mode) => stringField(mode, 'type') ?? '');
    if (conversion !== undefined && !(supported.length > 0 && supported.every((mode) => mode === 'AllNamespaces'))) {
      const found = supported.length === 0 ? 'none' : supported.join(', ');
      yield { message: `the operator converts CRDs, so it must support only AllNamespaces; supported: ${found}`, path: conversion.path };
    }
  }),
];

function conversionsOf(csv: BundleObject): Located<string>[] {
  return webhooksOf(csv).flatMap(({ value, path }) => locatedStrings(value, 'conversionCRDs', path));
}
