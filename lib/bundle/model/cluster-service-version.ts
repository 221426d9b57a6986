import { deepFreeze, mapField, stringField, stringListField, stringMapField } from '../../formats/json/json-value';
import * as fields from './cluster-service-version-fields';
import type {
  ApiServiceDescription, CrdDescription, NativeApi, OperatorDeployment, OperatorIcon, OperatorLink, OperatorMaintainer, OperatorPermission,
  OperatorProvider, RelatedImage, SupportedInstallMode, WebhookDescription,
} from './cluster-service-version-spec';
import { csvSpec } from './go-types';
import type { Manifest } from './manifest';

/**
 * Typed view of a bundle's ClusterServiceVersion.
 *
 * Fields that are missing or have an unexpected type are empty; `manifest.content` is the object as read.
 */
export class ClusterServiceVersion {
  /** @internal */
  public static _of(manifest: Manifest): ClusterServiceVersion {
    return new ClusterServiceVersion(manifest);
  }

  /** Manifest of the ClusterServiceVersion. */
  public readonly manifest: Manifest;

  /** Name, such as `memcached-operator.v0.1.0`. */
  public readonly name: string;

  /** Version of the operator, a semantic version, or an empty string if missing. */
  public readonly version: string;

  /** Release of that version's packaging, or undefined if missing. */
  public readonly release?: string;

  /** Annotations whose values are strings. */
  public readonly annotations: { [key: string]: string };

  /** Labels whose values are strings. */
  public readonly labels: { [key: string]: string };

  /** Install modes in the order of the file; types unknown to OLM are omitted. */
  public readonly installModes: SupportedInstallMode[];

  /** Display name, or an empty string if missing. */
  public readonly displayName: string;

  /** Description, in Markdown, or an empty string if missing. */
  public readonly description: string;

  /** Provider of the operator. */
  public readonly provider: OperatorProvider;

  /** Icons, usually one. */
  public readonly icons: OperatorIcon[];

  /** Keywords to find the operator by. */
  public readonly keywords: string[];

  /** Maintainers of the operator. */
  public readonly maintainers: OperatorMaintainer[];

  /** Links to pages about the operator. */
  public readonly links: OperatorLink[];

  /** Maturity of the operator, as its provider describes it, or an empty string if missing. */
  public readonly maturity: string;

  /** Minimum Kubernetes version, or an empty string if missing. */
  public readonly minKubeVersion: string;

  /** Name of the ClusterServiceVersion that this one replaces, or undefined if missing. */
  public readonly replaces?: string;

  /** Names of the ClusterServiceVersions that an upgrade to this one may skip. */
  public readonly skips: string[];

  /** Range of versions that can be upgraded to this one directly, from the annotation `olm.skipRange`, if set. */
  public readonly skipRange?: string;

  /** Deployments that OLM creates for the operator. */
  public readonly deployments: OperatorDeployment[];

  /** Permissions of the operator's service accounts in the namespaces it watches. */
  public readonly permissions: OperatorPermission[];

  /** Permissions of the operator's service accounts in the whole cluster. */
  public readonly clusterPermissions: OperatorPermission[];

  /** CustomResourceDefinitions that the operator owns. */
  public readonly ownedCrds: CrdDescription[];

  /** CustomResourceDefinitions that other operators must provide. */
  public readonly requiredCrds: CrdDescription[];

  /** APIs that the operator serves through API aggregation. */
  public readonly ownedApiServices: ApiServiceDescription[];

  /** APIs that other operators must serve through API aggregation. */
  public readonly requiredApiServices: ApiServiceDescription[];

  /** Webhooks that OLM sets up for the operator. */
  public readonly webhookDefinitions: WebhookDescription[];

  /** Images that the operator needs in addition to those of its Deployments. */
  public readonly relatedImages: RelatedImage[];

  /** APIs of the cluster that the operator requires. */
  public readonly nativeApis: NativeApi[];

  private constructor(manifest: Manifest) {
    const spec = csvSpec(manifest.content['spec']);
    const metadata = mapField(manifest.content, 'metadata');
    const text = (key: string): string => stringField(spec, key) ?? '';
    this.manifest = manifest;
    this.name = manifest.name;
    this.version = text('version');
    this.annotations = deepFreeze(stringMapField(metadata, 'annotations'));
    this.labels = deepFreeze(stringMapField(metadata, 'labels'));
    this.installModes = deepFreeze(fields.installModes(spec));
    this.displayName = text('displayName');
    this.description = text('description');
    this.provider = deepFreeze(fields.provider(spec));
    this.icons = deepFreeze(fields.icons(spec));
    this.keywords = deepFreeze(stringListField(spec, 'keywords'));
    this.maintainers = deepFreeze(fields.maintainers(spec));
    this.links = deepFreeze(fields.links(spec));
    this.maturity = text('maturity');
    this.minKubeVersion = text('minKubeVersion');
    this.skips = deepFreeze(stringListField(spec, 'skips'));
    this.deployments = deepFreeze(fields.deployments(spec));
    this.permissions = deepFreeze(fields.permissions(spec, 'permissions'));
    this.clusterPermissions = deepFreeze(fields.permissions(spec, 'clusterPermissions'));
    this.ownedCrds = deepFreeze(fields.crds(spec, 'owned'));
    this.requiredCrds = deepFreeze(fields.crds(spec, 'required'));
    this.ownedApiServices = deepFreeze(fields.apiServices(spec, 'owned'));
    this.requiredApiServices = deepFreeze(fields.apiServices(spec, 'required'));
    this.webhookDefinitions = deepFreeze(fields.webhooks(spec));
    this.relatedImages = deepFreeze(fields.relatedImages(spec));
    this.nativeApis = deepFreeze(fields.nativeApis(spec));
    const release = fields.release(spec);
    if (release !== undefined) {
      this.release = release;
    }
    const replaces = stringField(spec, 'replaces');
    if (replaces !== undefined) {
      this.replaces = replaces;
    }
    const skipRange = stringField(this.annotations, 'olm.skipRange');
    if (skipRange !== undefined) {
      this.skipRange = skipRange;
    }
  }
}
