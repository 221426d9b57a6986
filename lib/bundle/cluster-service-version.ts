import type {
  ApiServiceDescription,
  CrdDescription,
  NativeApi,
  OperatorDeployment,
  OperatorIcon,
  OperatorLink,
  OperatorMaintainer,
  OperatorPermission,
  OperatorProvider,
  SupportedInstallMode,
  WebhookDescription,
} from './cluster-service-version-spec';
import { isInstallModeType } from './install-mode';
import type { JsonMap } from './json-value';
import { deepFreeze, field, fieldAt, integerField, mapField, mapsField, textField, textMapField, textsField } from './json-value';
import type { Manifest } from './manifest';
import type { RelatedImage } from './related-image';

/**
 * A typed view of a bundle's ClusterServiceVersion.
 *
 * Fields that the file leaves out, or fills with something of another type, read as empty; the object as it stands is `manifest.content`.
 */
export class ClusterServiceVersion {
  /** @internal */
  public static _of(manifest: Manifest): ClusterServiceVersion {
    return new ClusterServiceVersion(manifest);
  }

  /** The object that this is a view of. */
  public readonly manifest: Manifest;

  /** The name, such as `memcached-operator.v0.1.0`. */
  public readonly name: string;

  /** The version of the operator, a semantic version; empty where the file gives none. */
  public readonly version: string;

  /** The release of the packaging of that version; undefined where the file gives none. */
  public readonly release?: string;

  /** The annotations that hold text. */
  public readonly annotations: { [key: string]: string };

  /** The labels that hold text. */
  public readonly labels: { [key: string]: string };

  /** The install modes that the file lists, in its order; kinds of mode that OLM does not know are left out. */
  public readonly installModes: SupportedInstallMode[];

  readonly #spec: JsonMap;

  private constructor(manifest: Manifest) {
    this.manifest = manifest;
    this.name = manifest.name;
    this.#spec = mapField(manifest.content, 'spec');
    this.version = textField(this.#spec, 'version') ?? '';
    const release = releaseOf(field(this.#spec, 'release'));
    if (release !== undefined) {
      this.release = release;
    }
    const metadata = mapField(manifest.content, 'metadata');
    this.annotations = deepFreeze(textMapField(metadata, 'annotations'));
    this.labels = deepFreeze(textMapField(metadata, 'labels'));
    this.installModes = deepFreeze(installModesOf(this.#spec));
  }

  /** The title for people; empty where the file gives none. */
  public get displayName(): string {
    return textField(this.#spec, 'displayName') ?? '';
  }

  /** The description, in Markdown; empty where the file gives none. */
  public get description(): string {
    return textField(this.#spec, 'description') ?? '';
  }

  /** Who makes the operator. */
  public get provider(): OperatorProvider {
    const provider = field(this.#spec, 'provider');
    return { name: textField(provider, 'name') ?? '', ...optionalText(provider, 'url') };
  }

  /** The icons, usually one. */
  public get icons(): OperatorIcon[] {
    return mapsField(this.#spec, 'icon').map((icon) => ({
      base64data: textField(icon, 'base64data') ?? '',
      mediaType: textField(icon, 'mediatype') ?? '',
    }));
  }

  /** Words to find the operator by. */
  public get keywords(): string[] {
    return textsField(this.#spec, 'keywords');
  }

  /** Who answers for the operator. */
  public get maintainers(): OperatorMaintainer[] {
    return mapsField(this.#spec, 'maintainers').map((maintainer) => ({
      name: textField(maintainer, 'name') ?? '',
      email: textField(maintainer, 'email') ?? '',
    }));
  }

  /** Pages about the operator. */
  public get links(): OperatorLink[] {
    return mapsField(this.#spec, 'links').map((link) => ({ name: textField(link, 'name') ?? '', url: textField(link, 'url') ?? '' }));
  }

  /** How far the operator is developed, in its maker's words; empty where the file gives none. */
  public get maturity(): string {
    return textField(this.#spec, 'maturity') ?? '';
  }

  /** The lowest version of Kubernetes that the operator works on; empty where the file gives none. */
  public get minKubeVersion(): string {
    return textField(this.#spec, 'minKubeVersion') ?? '';
  }

  /** The name of the ClusterServiceVersion that this one replaces; undefined where the file gives none. */
  public get replaces(): string | undefined {
    return textField(this.#spec, 'replaces');
  }

  /** The names of the ClusterServiceVersions that an upgrade to this one may leave out. */
  public get skips(): string[] {
    return textsField(this.#spec, 'skips');
  }

  /** The range of versions that can be upgraded to this one directly, from annotation `olm.skipRange`; undefined where it is not set. */
  public get skipRange(): string | undefined {
    return textField(this.annotations, 'olm.skipRange');
  }

  /** The Deployments that OLM makes for the operator. */
  public get deployments(): OperatorDeployment[] {
    return mapsField(fieldAt(this.#spec, 'install', 'spec'), 'deployments').map((deployment) => ({
      name: textField(deployment, 'name') ?? '',
      spec: mapField(deployment, 'spec'),
      labels: textMapField(deployment, 'label'),
    }));
  }

  /** What the operator's service accounts may do in the namespaces that it watches. */
  public get permissions(): OperatorPermission[] {
    return permissionsOf(this.#spec, 'permissions');
  }

  /** What the operator's service accounts may do in the whole cluster. */
  public get clusterPermissions(): OperatorPermission[] {
    return permissionsOf(this.#spec, 'clusterPermissions');
  }

  /** The CustomResourceDefinitions that the operator brings. */
  public get ownedCrds(): CrdDescription[] {
    return crdsOf(this.#spec, 'owned');
  }

  /** The CustomResourceDefinitions that other operators must bring. */
  public get requiredCrds(): CrdDescription[] {
    return crdsOf(this.#spec, 'required');
  }

  /** The APIs that the operator serves through API aggregation. */
  public get ownedApiServices(): ApiServiceDescription[] {
    return apiServicesOf(this.#spec, 'owned');
  }

  /** The APIs that other operators must serve through API aggregation. */
  public get requiredApiServices(): ApiServiceDescription[] {
    return apiServicesOf(this.#spec, 'required');
  }

  /** The webhooks that OLM sets up for the operator. */
  public get webhookDefinitions(): WebhookDescription[] {
    return mapsField(this.#spec, 'webhookdefinitions').map((webhook) => ({
      type: textField(webhook, 'type') ?? '',
      generateName: textField(webhook, 'generateName') ?? '',
      ...optionalText(webhook, 'deploymentName'),
      ...optionalInteger(webhook, 'containerPort'),
      conversionCrds: textsField(webhook, 'conversionCRDs'),
      content: webhook,
    }));
  }

  /** The images that the operator needs beside those of its Deployments. */
  public get relatedImages(): RelatedImage[] {
    return mapsField(this.#spec, 'relatedImages').map((image) => ({
      name: textField(image, 'name') ?? '',
      image: textField(image, 'image') ?? '',
    }));
  }

  /** The APIs of the cluster that the operator requires. */
  public get nativeApis(): NativeApi[] {
    return mapsField(this.#spec, 'nativeAPIs').map((api) => ({
      group: textField(api, 'group') ?? '',
      version: textField(api, 'version') ?? '',
      kind: textField(api, 'kind') ?? '',
    }));
  }
}

function releaseOf(release: unknown): string | undefined {
  if (typeof release === 'number' || typeof release === 'bigint') {
    return String(release);
  }
  return typeof release === 'string' && release !== '' ? release : undefined;
}

function installModesOf(spec: JsonMap): SupportedInstallMode[] {
  return mapsField(spec, 'installModes').flatMap((mode) => {
    const type = textField(mode, 'type');
    return isInstallModeType(type) ? [{ type, supported: field(mode, 'supported') === true }] : [];
  });
}

function permissionsOf(spec: JsonMap, key: 'permissions' | 'clusterPermissions'): OperatorPermission[] {
  return mapsField(fieldAt(spec, 'install', 'spec'), key).map((permission) => ({
    serviceAccountName: textField(permission, 'serviceAccountName') ?? '',
    rules: mapsField(permission, 'rules').map((rule) => ({
      verbs: textsField(rule, 'verbs'),
      apiGroups: textsField(rule, 'apiGroups'),
      resources: textsField(rule, 'resources'),
      resourceNames: textsField(rule, 'resourceNames'),
      nonResourceUrls: textsField(rule, 'nonResourceURLs'),
    })),
  }));
}

function crdsOf(spec: JsonMap, side: 'owned' | 'required'): CrdDescription[] {
  return mapsField(field(spec, 'customresourcedefinitions'), side).map((crd) => ({
    name: textField(crd, 'name') ?? '',
    version: textField(crd, 'version') ?? '',
    kind: textField(crd, 'kind') ?? '',
    ...optionalText(crd, 'displayName'),
    ...optionalText(crd, 'description'),
  }));
}

function apiServicesOf(spec: JsonMap, side: 'owned' | 'required'): ApiServiceDescription[] {
  return mapsField(field(spec, 'apiservicedefinitions'), side).map((api) => ({
    name: textField(api, 'name') ?? '',
    group: textField(api, 'group') ?? '',
    version: textField(api, 'version') ?? '',
    kind: textField(api, 'kind') ?? '',
    ...optionalText(api, 'deploymentName'),
    ...optionalInteger(api, 'containerPort'),
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
