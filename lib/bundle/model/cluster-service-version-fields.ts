import type {
  ApiServiceDescription,
  CrdDescription,
  NativeApi,
  OperatorDeployment,
  OperatorIcon,
  OperatorLink,
  OperatorMaintainer,
  OperatorPermission,
  OperatorPolicyRule,
  OperatorProvider,
  SupportedInstallMode,
  WebhookDescription,
} from './cluster-service-version-spec';
import { InstallModeType } from './install-mode';
import type { JsonMap } from './json-value';
import { field, fieldAt, integerField, mapField, mapsField, textField, textMapField, textsField } from './json-value';
import type { RelatedImage } from './related-image';

/*
 * Fields of a ClusterServiceVersion's spec in typed form. What has another type than it must have reads as empty.
 */

const INSTALL_MODE_TYPES = Object.values(InstallModeType);

/** The release, which opm takes as a number too. */
export function release(spec: JsonMap): string | undefined {
  const found = field(spec, 'release');
  if (typeof found === 'number' || typeof found === 'bigint') {
    return String(found);
  }
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The install modes that OLM knows. */
export function installModes(spec: JsonMap): SupportedInstallMode[] {
  return mapsField(spec, 'installModes').flatMap((mode) => {
    const type = INSTALL_MODE_TYPES.find((known) => known === textField(mode, 'type'));
    return type === undefined ? [] : [{ type, supported: field(mode, 'supported') === true }];
  });
}

/** What service accounts may do, in the watched namespaces or in the cluster. */
export function permissions(spec: JsonMap, key: 'permissions' | 'clusterPermissions'): OperatorPermission[] {
  return mapsField(fieldAt(spec, 'install', 'spec'), key).map((permission) => ({
    serviceAccountName: textField(permission, 'serviceAccountName') ?? '',
    rules: policyRules(permission),
  }));
}

/** The rules of a permission, or of a role. */
export function policyRules(holder: JsonMap): OperatorPolicyRule[] {
  return mapsField(holder, 'rules').map((rule) => ({
    verbs: textsField(rule, 'verbs'),
    apiGroups: textsField(rule, 'apiGroups'),
    resources: textsField(rule, 'resources'),
    resourceNames: textsField(rule, 'resourceNames'),
    nonResourceUrls: textsField(rule, 'nonResourceURLs'),
  }));
}

/** The CustomResourceDefinitions of one side. */
export function crds(spec: JsonMap, side: 'owned' | 'required'): CrdDescription[] {
  return mapsField(field(spec, 'customresourcedefinitions'), side).map((crd) => ({
    name: textField(crd, 'name') ?? '',
    version: textField(crd, 'version') ?? '',
    kind: textField(crd, 'kind') ?? '',
    ...optionalText(crd, 'displayName'),
    ...optionalText(crd, 'description'),
  }));
}

/** The APIs of one side that are served through API aggregation. */
export function apiServices(spec: JsonMap, side: 'owned' | 'required'): ApiServiceDescription[] {
  return mapsField(field(spec, 'apiservicedefinitions'), side).map((api) => ({
    name: textField(api, 'name') ?? '',
    group: textField(api, 'group') ?? '',
    version: textField(api, 'version') ?? '',
    kind: textField(api, 'kind') ?? '',
    ...optionalText(api, 'deploymentName'),
    ...optionalInteger(api, 'containerPort'),
  }));
}

/** Who makes the operator. */
export function provider(spec: JsonMap): OperatorProvider {
  const found = field(spec, 'provider');
  return { name: textField(found, 'name') ?? '', ...optionalText(found, 'url') };
}

/** The icons. */
export function icons(spec: JsonMap): OperatorIcon[] {
  return mapsField(spec, 'icon').map((icon) => ({
    base64data: textField(icon, 'base64data') ?? '',
    mediaType: textField(icon, 'mediatype') ?? '',
  }));
}

/** Who answers for the operator. */
export function maintainers(spec: JsonMap): OperatorMaintainer[] {
  return mapsField(spec, 'maintainers').map((maintainer) => ({
    name: textField(maintainer, 'name') ?? '',
    email: textField(maintainer, 'email') ?? '',
  }));
}

/** Pages about the operator. */
export function links(spec: JsonMap): OperatorLink[] {
  return mapsField(spec, 'links').map((link) => ({ name: textField(link, 'name') ?? '', url: textField(link, 'url') ?? '' }));
}

/** The Deployments that OLM makes. */
export function deployments(spec: JsonMap): OperatorDeployment[] {
  return mapsField(fieldAt(spec, 'install', 'spec'), 'deployments').map((deployment) => ({
    name: textField(deployment, 'name') ?? '',
    spec: mapField(deployment, 'spec'),
    labels: textMapField(deployment, 'label'),
  }));
}

/** The webhooks that OLM sets up. */
export function webhooks(spec: JsonMap): WebhookDescription[] {
  return mapsField(spec, 'webhookdefinitions').map((webhook) => ({
    type: textField(webhook, 'type') ?? '',
    generateName: textField(webhook, 'generateName') ?? '',
    ...optionalText(webhook, 'deploymentName'),
    ...optionalInteger(webhook, 'containerPort'),
    conversionCrds: textsField(webhook, 'conversionCRDs'),
    content: webhook,
  }));
}

/** The images that the operator needs beside those of its Deployments. */
export function relatedImages(spec: JsonMap): RelatedImage[] {
  return mapsField(spec, 'relatedImages').map((image) => ({
    name: textField(image, 'name') ?? '',
    image: textField(image, 'image') ?? '',
  }));
}

/** The APIs of the cluster that the operator requires. */
export function nativeApis(spec: JsonMap): NativeApi[] {
  return mapsField(spec, 'nativeAPIs').map((api) => ({
    group: textField(api, 'group') ?? '',
    version: textField(api, 'version') ?? '',
    kind: textField(api, 'kind') ?? '',
  }));
}

function optionalText<Key extends string>(value: unknown, key: Key): { [K in Key]?: string } {
  const text = textField(value, key);
  return text === undefined ? {} : ({ [key]: text } as { [K in Key]?: string });
}

function optionalInteger<Key extends string>(value: unknown, key: Key): { [K in Key]?: number } {
  const number = integerField(value, key);
  return number === undefined ? {} : ({ [key]: number } as { [K in Key]?: number });
}
