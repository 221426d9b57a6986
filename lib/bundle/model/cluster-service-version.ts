import * as fields from './cluster-service-version-fields';
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
import { deepFreeze, mapField, textField, textMapField, textsField } from './json-value';
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

  /** The title for people; empty where the file gives none. */
  public readonly displayName: string;

  /** The description, in Markdown; empty where the file gives none. */
  public readonly description: string;

  /** Who makes the operator. */
  public readonly provider: OperatorProvider;

  /** The icons, usually one. */
  public readonly icons: OperatorIcon[];

  /** Words to find the operator by. */
  public readonly keywords: string[];

  /** Who answers for the operator. */
  public readonly maintainers: OperatorMaintainer[];

  /** Pages about the operator. */
  public readonly links: OperatorLink[];

  /** How far the operator is developed, in its maker's words; empty where the file gives none. */
  public readonly maturity: string;

  /** The lowest version of Kubernetes that the operator works on; empty where the file gives none. */
  public readonly minKubeVersion: string;

  /** The name of the ClusterServiceVersion that this one replaces; undefined where the file gives none. */
  public readonly replaces?: string;

  /** The names of the ClusterServiceVersions that an upgrade to this one may leave out. */
  public readonly skips: string[];

  /** The range of versions that can be upgraded to this one directly, from annotation `olm.skipRange`; undefined where it is not set. */
  public readonly skipRange?: string;

  /** The Deployments that OLM makes for the operator. */
  public readonly deployments: OperatorDeployment[];

  /** What the operator's service accounts may do in the namespaces that it watches. */
  public readonly permissions: OperatorPermission[];

  /** What the operator's service accounts may do in the whole cluster. */
  public readonly clusterPermissions: OperatorPermission[];

  /** The CustomResourceDefinitions that the operator brings. */
  public readonly ownedCrds: CrdDescription[];

  /** The CustomResourceDefinitions that other operators must bring. */
  public readonly requiredCrds: CrdDescription[];

  /** The APIs that the operator serves through API aggregation. */
  public readonly ownedApiServices: ApiServiceDescription[];

  /** The APIs that other operators must serve through API aggregation. */
  public readonly requiredApiServices: ApiServiceDescription[];

  /** The webhooks that OLM sets up for the operator. */
  public readonly webhookDefinitions: WebhookDescription[];

  /** The images that the operator needs beside those of its Deployments. */
  public readonly relatedImages: RelatedImage[];

  /** The APIs of the cluster that the operator requires. */
  public readonly nativeApis: NativeApi[];

  private constructor(manifest: Manifest) {
    const spec = mapField(manifest.content, 'spec');
    const metadata = mapField(manifest.content, 'metadata');
    const text = (key: string): string => textField(spec, key) ?? '';
    this.manifest = manifest;
    this.name = manifest.name;
    this.version = text('version');
    this.annotations = deepFreeze(textMapField(metadata, 'annotations'));
    this.labels = deepFreeze(textMapField(metadata, 'labels'));
    this.installModes = deepFreeze(fields.installModes(spec));
    this.displayName = text('displayName');
    this.description = text('description');
    this.provider = deepFreeze(fields.provider(spec));
    this.icons = deepFreeze(fields.icons(spec));
    this.keywords = deepFreeze(textsField(spec, 'keywords'));
    this.maintainers = deepFreeze(fields.maintainers(spec));
    this.links = deepFreeze(fields.links(spec));
    this.maturity = text('maturity');
    this.minKubeVersion = text('minKubeVersion');
    this.skips = deepFreeze(textsField(spec, 'skips'));
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
    const replaces = textField(spec, 'replaces');
    if (replaces !== undefined) {
      this.replaces = replaces;
    }
    const skipRange = textField(this.annotations, 'olm.skipRange');
    if (skipRange !== undefined) {
      this.skipRange = skipRange;
    }
  }
}
