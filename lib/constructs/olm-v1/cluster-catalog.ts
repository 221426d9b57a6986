import { ApiObject, Duration, Names } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import { defined } from '../../formats/json/defined';
import { checkArguments } from '../../formats/options/check-arguments';
import { CATALOG_NAME_LABEL, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import { olmV1CustomResourceDefinition } from '../../olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { anyCopy } from '../model/any-copy';
import { validateAtSynthesis } from '../model/checked-object';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { wholeMinutes } from '../model/go-duration';
import { lateValue } from '../model/late-value';
import { manifestObject } from '../model/manifest-object';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkObjectName, checkProps, scopeOf } from '../model/prop-checks';
import { olmV1TargetOf } from './olm-v1-target';

/** Whether OLM v1 serves a ClusterCatalog. */
export enum CatalogAvailabilityMode {
  /** The content is served, and packages are installed from it. */
  AVAILABLE = 'Available',

  /** The catalog is treated as if it did not exist. */
  UNAVAILABLE = 'Unavailable',
}

/** Properties of a `ClusterCatalog`. */
export interface ClusterCatalogProps {
  /**
   * Image of the catalog, with a tag or a digest: a file-based catalog, such as `quay.io/operatorhubio/catalog:latest`. ClusterCatalogs have no pull
   * secrets; the controller has a global one (`--global-pull-secret`).
   */
  readonly image: string;

  /**
   * Interval at which catalogd checks whether the tag refers to another image, in whole minutes, at least one. An error with a digest, which always
   * refers to the same image.
   *
   * @default - the image is pulled once
   */
  readonly pollInterval?: Duration;

  /**
   * Priority of the catalog if several have a package, from -2147483648 to 2147483647: the highest number wins.
   *
   * @default 0
   */
  readonly priority?: number;

  /**
   * Whether the catalog is served.
   *
   * @default CatalogAvailabilityMode.AVAILABLE
   */
  readonly availabilityMode?: CatalogAvailabilityMode;

  /**
   * Name of the ClusterCatalog.
   *
   * @default - the construct path, shortened to a name
   */
  readonly name?: string;

  /**
   * Labels of the ClusterCatalog, which the selectors of ClusterExtensions can use.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the ClusterCatalog.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Release of OLM v1 whose CRD the object is checked against.
   *
   * @default - that of the `Cluster`, or OlmV1Version.DEFAULT
   */
  readonly olmVersion?: OlmV1Version;
}

/** A ClusterCatalog, or several of them: a `ClusterCatalog` of the app, or a reference to some in the cluster. */
export interface IClusterCatalog extends IConstruct {
  /** Labels by which ClusterExtensions select it. Every ClusterCatalog has its name as the label `olm.operatorframework.io/metadata.name`. */
  readonly selectorLabels: { [key: string]: string };
}

const CLUSTER_CATALOG = Symbol.for('olm-constructs.ClusterCatalog');

const INT32_LIMIT = 2 ** 31;

/**
 * A catalog of OLM v1: an image that catalogd serves, from which ClusterExtensions are installed.
 *
 * @see https://operator-framework.github.io/operator-controller/tutorials/add-catalog/
 */
export class ClusterCatalog extends Construct implements IClusterCatalog {
  /**
   * Refers to a ClusterCatalog that is in the cluster, or that something outside the app creates.
   *
   * @param scope scope that owns the reference
   * @param id construct ID
   * @param name name of the ClusterCatalog
   * @throws ConstructError when the name is invalid
   */
  public static fromName(scope: Construct, id: string, name: string): IClusterCatalog {
    checkArguments('ClusterCatalog.fromName', { scope, id, name });
    const reference = new ImportedClusterCatalog(scope, id, { [CATALOG_NAME_LABEL]: name });
    checkObjectName(reference, 'name', name);
    return reference;
  }

  /**
   * Refers to all ClusterCatalogs with the given labels, including those created later.
   *
   * @param scope scope that owns the reference
   * @param id construct ID
   * @param labels labels that each of them has; at least one
   * @throws ConstructError when there are no labels
   */
  public static fromLabels(scope: Construct, id: string, labels: { [key: string]: string }): IClusterCatalog {
    checkArguments('ClusterCatalog.fromLabels', { scope, id, labels });
    const reference = new ImportedClusterCatalog(scope, id, labels);
    if (Object.keys(labels).length === 0) {
      throw new ConstructError(reference, 'labels is empty; set the labels of the ClusterCatalogs, or omit the catalogs of the ClusterExtension to use all');
    }
    return reference;
  }

  /**
   * Whether a value is a `ClusterCatalog`, from any copy of this library.
   *
   * @param x the value
   */
  public static isClusterCatalog(x: unknown): x is ClusterCatalog {
    return typeof x === 'object' && x !== null && CLUSTER_CATALOG in x;
  }

  /** Name of the ClusterCatalog. */
  public readonly name: string;

  /** The label that catalogd sets to the name of the ClusterCatalog. */
  public readonly selectorLabels: { [key: string]: string };

  /** Image of the catalog, from the mirror of the cluster if there is one. */
  public readonly image: string;

  /** The ClusterCatalog. */
  public readonly resource: ApiObject;

  readonly #props: ClusterCatalogProps;
  readonly #pollIntervalMinutes?: number;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid
   */
  public constructor(scope: Construct, id: string, props: ClusterCatalogProps) {
    super(scopeOf('new ClusterCatalog', scope, id), id);
    Object.defineProperty(this, CLUSTER_CATALOG, { value: true });
    checkProps(this, 'ClusterCatalogProps', props, new.target !== ClusterCatalog);
    this.#props = props;
    this.name = props.name ?? Names.toDnsLabel(this);
    checkObjectName(this, 'name', this.name);
    const { image, pollInterval, priority } = props;
    if (image === undefined || image === '') {
      throw new ConstructError(this, "image is required: set 'image' to the image of the catalog");
    }
    this.image = ClusterMirrors.of(this).imageOf(image);
    if (pollInterval !== undefined) {
      this.#pollIntervalMinutes = wholeMinutes(this, 'pollInterval', pollInterval, 1);
      if (image.includes('@')) {
        throw new ConstructError(this, `pollInterval is set, and image '${image}' has a digest, which always refers to the same image; omit pollInterval, or use a tag`);
      }
    }
    if (priority !== undefined && !(Number.isInteger(priority) && priority >= -INT32_LIMIT && priority < INT32_LIMIT)) {
      throw new ConstructError(this, `priority must be an integer from ${-INT32_LIMIT} to ${INT32_LIMIT - 1}, got ${priority}`);
    }
    const { version } = olmV1TargetOf(this, props.olmVersion, undefined);
    this.selectorLabels = { [CATALOG_NAME_LABEL]: this.name };
    this.resource = manifestObject(this, 'Resource', {
      apiVersion: `${OLM_V1_GROUP}/v1`,
      kind: 'ClusterCatalog',
      metadata: { name: this.name },
      spec: lateValue(() => this.clusterCatalogSpec()),
    }, props);
    validateAtSynthesis(this.resource, () => olmV1CustomResourceDefinition('ClusterCatalog', version, false)!);
    checkSoleOwner(this, 'set another `name` for one of them');
  }

  /** Spec of the ClusterCatalog, produced at synthesis. Override it to change it. */
  protected clusterCatalogSpec(): olmv1.ClusterCatalogSpec {
    const { priority, availabilityMode } = this.#props;
    return {
      source: {
        type: olmv1.ClusterCatalogSpecSourceType.IMAGE,
        image: { ref: this.image, ...defined({ pollIntervalMinutes: this.#pollIntervalMinutes }) },
      },
      ...defined({ priority }),
      ...(availabilityMode === undefined ? {} : { availabilityMode: MODES[availabilityMode] }),
    };
  }
}

const MODES: { readonly [mode in CatalogAvailabilityMode]: olmv1.ClusterCatalogSpecAvailabilityMode } = {
  [CatalogAvailabilityMode.AVAILABLE]: olmv1.ClusterCatalogSpecAvailabilityMode.AVAILABLE,
  [CatalogAvailabilityMode.UNAVAILABLE]: olmv1.ClusterCatalogSpecAvailabilityMode.UNAVAILABLE,
};

/** ClusterCatalogs that are not part of the app. */
class ImportedClusterCatalog extends Construct implements IClusterCatalog {
  public constructor(scope: Construct, id: string, public readonly selectorLabels: { [key: string]: string }) {
    super(anyCopy(scope), id);
  }
}
