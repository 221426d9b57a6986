import type { JsonMap } from '../../../json-value';
import { field, integerField, mapsField, textField, textsField } from '../../../json-value';
import { crdDescriptionsOf, deploymentsOf, specOf } from '../../csv-parts';
import { csvRule } from '../../csv-rule';
import { subdomainFaults } from '../../kubernetes/names';
import type { Placed } from '../../placed';
import { placedMaps, placedTexts } from '../../placed';
import type { Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { SubjectObject } from '../../subject';

const V0 = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go';
const V1 = 'https://github.com/operator-framework/operator-controller/tree/main/internal/operator-controller/rukpak/render';
const { ERROR, WARNING } = FindingSeverity;
const LARGEST_PORT = 65_535;

/** API groups that webhooks may not stand before, in either version of OLM. */
const FORBIDDEN_GROUPS = ['*', 'operators.coreos.com', 'olm.operatorframework.io'];
const FORBIDDEN_RESOURCES = ['*', 'validatingwebhookconfiguration', 'validatingwebhookconfigurations', 'mutatingwebhookconfiguration', 'mutatingwebhookconfigurations'];

/** What stops the installation of webhooks. */
export const WEBHOOK_RULES: readonly Rule[] = [
  csvRule({
    id: 'webhook-deployment',
    severity: ERROR,
    summary: 'each webhook is served by a deployment of the ClusterServiceVersion',
    remedy: 'set deploymentName to the name of a deployment in spec.install.spec.deployments',
    source: V1,
  }, function* (csv) {
    const names = deploymentsOf(csv).map(({ value }) => textField(value, 'name') ?? '');
    for (const { value, path } of webhooksOf(csv)) {
      const name = textField(value, 'deploymentName') ?? '';
      if (!names.includes(name)) {
        yield { message: `there is no deployment ${JSON.stringify(name)}, which the webhook names`, path: [...path, 'deploymentName'] };
      }
    }
  }),
  csvRule({
    id: 'webhook-port',
    severity: WARNING,
    summary: 'each webhook names the port of its container',
    remedy: 'set containerPort, 443 where nothing else is meant: OLM v1 does not fill in the default everywhere',
    source: V1,
  }, function* (csv) {
    for (const { value, path } of webhooksOf(csv)) {
      const port = field(value, 'containerPort') ?? undefined;
      const number = integerField(value, 'containerPort') ?? -1;
      if (port === undefined) {
        yield { message: 'without containerPort OLM v1 configures port 0, which nobody can call', path };
      } else if (number < 1 || number > LARGEST_PORT) {
        yield { message: `containerPort must be 1 to ${LARGEST_PORT}, got ${JSON.stringify(port)}`, path: [...path, 'containerPort'], severity: ERROR };
      }
    }
  }),
  csvRule({
    id: 'webhook-name',
    severity: ERROR,
    summary: 'each webhook has a name of its own that Kubernetes accepts',
    remedy: 'use lower case letters, digits, - and ., a letter or digit at the end, and another name for each webhook of a type',
    source: V1,
  }, function* (csv) {
    const seen = new Set<string>();
    for (const { value, path } of webhooksOf(csv)) {
      const name = textField(value, 'generateName') ?? '';
      const key = `${textField(value, 'type') ?? ''}/${name}`;
      for (const demand of subdomainFaults(name)) {
        yield { message: `the name of a webhook must ${demand}, got ${JSON.stringify(name)}`, path: [...path, 'generateName'] };
      }
      if (seen.has(key)) {
        yield { message: `there is a webhook ${JSON.stringify(name)} of the same type already`, path: [...path, 'generateName'] };
      }
      seen.add(key);
    }
  }),
  csvRule({
    id: 'webhook-rules',
    severity: ERROR,
    summary: 'no webhook stands before every API, before OLM, or before other webhooks',
    remedy: 'name the API groups and resources that the webhook is for',
    source: V0,
  }, function* (csv) {
    for (const { value: webhook, path } of webhooksOf(csv)) {
      for (const { value, path: at } of placedMaps(webhook, 'rules', path)) {
        const groups = textsField(value, 'apiGroups');
        const forbidden = groups.filter((group) => FORBIDDEN_GROUPS.includes(group));
        const resources = groups.includes('admissionregistration.k8s.io')
          ? textsField(value, 'resources').filter((resource) => FORBIDDEN_RESOURCES.includes(resource.toLowerCase()))
          : [];
        if (forbidden.length > 0) {
          yield { message: `OLM lets no webhook stand before the API group ${forbidden.join(', ')}`, path: at };
        }
        if (resources.length > 0) {
          yield { message: `OLM lets no webhook stand before ${resources.join(', ')} of admissionregistration.k8s.io`, path: at };
        }
      }
    }
  }),
  csvRule({
    id: 'webhook-conversion-crd',
    severity: ERROR,
    summary: 'each CRD that a webhook converts is owned, and converted by one webhook',
    remedy: 'name owned CRDs in conversionCRDs, each in one webhook',
    source: V1,
  }, function* (csv) {
    const owned = crdDescriptionsOf(csv, 'owned').map(({ value }) => textField(value, 'name') ?? '');
    const seen = new Set<string>();
    for (const { value, path } of conversionsOf(csv)) {
      if (!owned.includes(value)) {
        yield { message: `the bundle does not own the CRD ${JSON.stringify(value)}, which the webhook is to convert`, path };
      }
      if (seen.has(value)) {
        yield { message: `another webhook converts the CRD ${JSON.stringify(value)} already`, path };
      }
      seen.add(value);
    }
  }),
  csvRule({
    id: 'webhook-conversion-modes',
    severity: ERROR,
    summary: 'an operator that converts CRDs supports AllNamespaces and nothing else',
    remedy: 'support AllNamespaces only: a CRD, and so its conversion, belongs to the whole cluster',
    source: V1,
  }, function* (csv) {
    const [conversion] = conversionsOf(csv);
    const supported = mapsField(specOf(csv), 'installModes').filter((mode) => field(mode, 'supported') === true).map((mode) => textField(mode, 'type') ?? '');
    if (conversion !== undefined && !(supported.length > 0 && supported.every((mode) => mode === 'AllNamespaces'))) {
      const found = supported.length === 0 ? 'none' : supported.join(', ');
      yield { message: `the operator converts CRDs, so it must support AllNamespaces and nothing else; supported is ${found}`, path: conversion.path };
    }
  }),
];

function webhooksOf(csv: SubjectObject): Placed<JsonMap>[] {
  return placedMaps(specOf(csv), 'webhookdefinitions', ['spec']);
}

function conversionsOf(csv: SubjectObject): Placed<string>[] {
  return webhooksOf(csv).flatMap(({ value, path }) => placedTexts(value, 'conversionCRDs', path));
}
