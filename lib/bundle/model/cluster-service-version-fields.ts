import {
  field, fieldAt, integerField, type JsonMap, mapField, mapListField, stringField, stringListField, stringMapField,
} from '../../formats/json/json-value';
import {
  type ApiServiceDescription, type CrdDescription, InstallModeType, type NativeApi, type OperatorDeployment, type OperatorIcon, type OperatorLink,
  type OperatorMaintainer, type OperatorPermission, type OperatorPolicyRule, type OperatorProvider, type RelatedImage, type SupportedInstallMode,
  type WebhookDescription,
} from './cluster-service-version-spec';

/*
 * Typed fields of a ClusterServiceVersion's spec. A field of an unexpected type is read as empty.
 */

const INSTALL_MODE_TYPES = Object.values(InstallModeType);

/** Release, which opm also accepts as a number. */
export function release(spec: JsonMap): string | undefined {
  const found = field(spec, 'release');
  if (typeof found === 'number' || typeof found === 'bigint') {
    return String(found);
  }
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Install modes known to OLM. */
export function installModes(spec: JsonMap): SupportedInstallMode[] {
  return mapListField(spec, 'installModes').flatMap((mode) => {
    const type = INSTALL_MODE_TYPES.find((known) => known === stringField(mode, 'type'));
    return type === undefined ? [] : [{ type, supported: field(mode, 'supported') === true }];
  });
}

/** Permissions of service accounts, in the watched namespaces or in the cluster. */
export function permissions(spec: JsonMap, key: 'permissions' | 'clusterPermissions'): OperatorPermission[] {
  return mapListField(fieldAt(spec, 'install', 'spec'), key).map((permission) => ({
    serviceAccountName: stringField(permission, 'serviceAccountName') ?? '',
    rules: policyRules(permission),
  }));
}

/** ServiceAccount with which the pods of a Deployment run. `serviceAccount` is a deprecated name of the same field. */
export function podServiceAccount({ spec }: OperatorDeployment): string {
  const pod = fieldAt(spec, 'template', 'spec');
  return stringField(pod, 'serviceAccountName') ?? stringField(pod, 'serviceAccount') ?? 'default';
}

/** Rules of a permission, or of a role. */
export function policyRules(holder: JsonMap): OperatorPolicyRule[] {
  return mapListField(holder, 'rules').map(policyRule);
}

/** Returns one rule of a permission or role. */
export function policyRule(rule: JsonMap): OperatorPolicyRule {
  return {
    verbs: stringListField(rule, 'verbs'),
    apiGroups: stringListField(rule, 'apiGroups'),
    resources: stringListField(rule, 'resources'),
    resourceNames: stringListField(rule, 'resourceNames'),
    nonResourceUrls: stringListField(rule, 'nonResourceURLs'),
  };
}

/** Owned or required CustomResourceDefinitions. */
export function crds(spec: JsonMap, side: 'owned' | 'required'): CrdDescription[] {
  return mapListField(field(spec, 'customresourcedefinitions'), side).map((crd) => ({
    name: stringField(crd, 'name') ?? '',
    version: stringField(crd, 'version') ?? '',
    kind: stringField(crd, 'kind') ?? '',
    ...optionalString(crd, 'displayName'),
    ...optionalString(crd, 'description'),
  }));
}

/** Owned or required APIs that are served through API aggregation. */
export function apiServices(spec: JsonMap, side: 'owned' | 'required'): ApiServiceDescription[] {
  return mapListField(field(spec, 'apiservicedefinitions'), side).map((api) => ({
    name: stringField(api, 'name') ?? '',
    group: stringField(api, 'group') ?? '',
    version: stringField(api, 'version') ?? '',
    kind: stringField(api, 'kind') ?? '',
    ...optionalString(api, 'deploymentName'),
    ...optionalInteger(api, 'containerPort'),
  }));
}

/** Provider. */
export function provider(spec: JsonMap): OperatorProvider {
  const found = field(spec, 'provider');
  return { name: stringField(found, 'name') ?? '', ...optionalString(found, 'url') };
}

/** Icons. */
export function icons(spec: JsonMap): OperatorIcon[] {
  return mapListField(spec, 'icon').map((icon) => ({
    base64data: stringField(icon, 'base64data') ?? '',
    mediaType: stringField(icon, 'mediatype') ?? '',
  }));
}

/** Maintainers. */
export function maintainers(spec: JsonMap): OperatorMaintainer[] {
  return mapListField(spec, 'maintainers').map((maintainer) => ({
    name: stringField(maintainer, 'name') ?? '',
    email: stringField(maintainer, 'email') ?? '',
  }));
}

/** Links. */
export function links(spec: JsonMap): OperatorLink[] {
  return mapListField(spec, 'links').map((link) => ({ name: stringField(link, 'name') ?? '', url: stringField(link, 'url') ?? '' }));
}

/** Deployments. */
export function deployments(spec: JsonMap): OperatorDeployment[] {
  return mapListField(fieldAt(spec, 'install', 'spec'), 'deployments').map((deployment) => ({
    name: stringField(deployment, 'name') ?? '',
    spec: mapField(deployment, 'spec'),
    labels: stringMapField(deployment, 'label'),
  }));
}

/** Webhooks. */
export function webhooks(spec: JsonMap): WebhookDescription[] {
  return mapListField(spec, 'webhookdefinitions').map((webhook) => ({
    type: stringField(webhook, 'type') ?? '',
    generateName: stringField(webhook, 'generateName') ?? '',
    ...optionalString(webhook, 'deploymentName'),
    ...optionalInteger(webhook, 'containerPort'),
    conversionCrds: stringListField(webhook, 'conversionCRDs'),
    content: webhook,
  }));
}

/** Images needed in addition to those of the Deployments. */
export function relatedImages(spec: JsonMap): RelatedImage[] {
  return mapListField(spec, 'relatedImages').map((image) => ({
    name: stringField(image, 'name') ?? '',
    image: stringField(image, 'image') ?? '',
  }));
}

/** APIs of the cluster that the operator requires. */
export function nativeApis(spec: JsonMap): NativeApi[] {
  return mapListField(spec, 'nativeAPIs').map((api) => ({
    group: stringField(api, 'group') ?? '',
    version: stringField(api, 'version') ?? '',
    kind: stringField(api, 'kind') ?? '',
  }));
}

function optionalString<Key extends string>(value: unknown, key: Key): { [K in Key]?: string } {
  const text = stringField(value, key);
  return text === undefined ? {} : ({ [key]: text } as { [K in Key]?: string });
}

function optionalInteger<Key extends string>(value: unknown, key: Key): { [K in Key]?: number } {
  const number = integerField(value, key);
  return number === undefined ? {} : ({ [key]: number } as { [K in Key]?: number });
}
