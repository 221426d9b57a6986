import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { preferBefore } from '../model/chart-order';
import { ConstructError } from '../model/construct-error';
import { CommonMetadata, markedMetadata } from '../model/manifest-object';
import { checkObjectName, checkProps, scopeOf } from '../model/prop-checks';
import { ProvisionerClass, requireRelease, templateClasses } from './provisioner-class';
import { IRukpakBundle } from './rukpak-bundle';
import { bindTo, installationName, rukpakObject, RukpakProps } from './rukpak-object';
import { RukpakSource } from './rukpak-source';

/** Properties of a `RukpakBundleInstance`. */
export interface RukpakBundleInstanceProps extends RukpakProps {
  /** Provisioner that handles the format of the bundle. */
  readonly provisionerClass: ProvisionerClass;

  /**
   * Provisioner that installs the bundle.
   *
   * @default - `provisionerClass`; for ProvisionerClass.REGISTRY, ProvisionerClass.PLAIN, which installs what the registry provisioner converts
   */
  readonly installerClass?: ProvisionerClass;

  /**
   * Source of the content of the bundle. Required since RukPak 0.4.0, and an error before.
   *
   * @default - none: `bundle` or `bundleName` is set
   */
  readonly source?: RukpakSource;

  /**
   * Bundle to install. RukPak 0.1.0 to 0.3.0 only.
   *
   * @default - none: `bundleName` or `source` is set
   */
  readonly bundle?: IRukpakBundle;

  /**
   * Name of a Bundle to install that something else creates. RukPak 0.1.0 to 0.3.0 only.
   *
   * @default - none: `bundle` or `source` is set
   */
  readonly bundleName?: string;
}

const RUKPAK_BUNDLE_INSTANCE = Symbol.for('olm-constructs.RukpakBundleInstance');

/**
 * A BundleInstance of RukPak: an installed bundle, as RukPak 0.1.0 to 0.5.0 called it. Later releases have BundleDeployments.
 *
 * RukPak is archived, and OLM v1 replaces it.
 */
export class RukpakBundleInstance extends Construct {
  /**
   * Whether a value is a `RukpakBundleInstance`, from any copy of this library.
   *
   * @param x the value
   */
  public static isRukpakBundleInstance(x: unknown): x is RukpakBundleInstance {
    return typeof x === 'object' && x !== null && RUKPAK_BUNDLE_INSTANCE in x;
  }

  /** Name of the BundleInstance. */
  public readonly name: string;

  /** Release of RukPak that the BundleInstance is for. */
  public readonly version: RukpakVersion;

  /** The BundleInstance. */
  public readonly resource: ApiObject;

  readonly #spec: { [field: string]: unknown };

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or the release does not support it
   */
  public constructor(scope: Construct, id: string, props: RukpakBundleInstanceProps) {
    super(scopeOf('new RukpakBundleInstance', scope, id), id);
    Object.defineProperty(this, RUKPAK_BUNDLE_INSTANCE, { value: true });
    checkProps(this, 'RukpakBundleInstanceProps', props, new.target !== RukpakBundleInstance);
    const { version = RukpakVersion.V0_5_0 } = props;
    requireRelease(this, 'BundleInstance', version, { until: '0.6.0' }, 'use RukpakBundleDeployment');
    this.version = version;
    this.name = installationName(this, props.name);
    this.#spec = version.isAtLeast(RukpakVersion.V0_4_0) ? this.#specWithTemplate(props) : this.#specWithName(props);
    this.resource = rukpakObject(this, 'BundleInstance', version, this.name, this.#metadata(props), () => this.bundleInstanceSpec());
    if (props.bundle !== undefined) {
      preferBefore(this.resource, props.bundle);
    }
  }

  /** Spec of the BundleInstance, produced at synthesis. Override it to change it. */
  protected bundleInstanceSpec(): { [field: string]: unknown } {
    return this.#spec;
  }

  #metadata(props: RukpakBundleInstanceProps): CommonMetadata {
    return markedMetadata(this, props, 'BundleInstance', this.name);
  }

  #specWithName({ bundle, bundleName, source, provisionerClass, installerClass }: RukpakBundleInstanceProps): { [field: string]: unknown } {
    if (source !== undefined) {
      requireRelease(this, 'source', this.version, { since: '0.4.0', until: '0.6.0' }, 'set \'bundle\' to a RukpakBundle with the source');
    }
    if ((bundle === undefined) === (bundleName === undefined)) {
      throw new ConstructError(this, `set either 'bundle' or 'bundleName', got ${bundle === undefined ? 'neither' : 'both'}`);
    }
    const name = bundle?.name ?? bundleName!;
    checkObjectName(this, 'bundleName', name);
    return { bundleName: name, provisionerClassName: templateClasses(this, this.version, provisionerClass, installerClass).installation };
  }

  #specWithTemplate(props: RukpakBundleInstanceProps): { [field: string]: unknown } {
    const { bundle, bundleName, source, provisionerClass, installerClass, labels, annotations } = props;
    if (bundle !== undefined || bundleName !== undefined) {
      requireRelease(this, bundle === undefined ? 'bundleName' : 'bundle', this.version, { until: '0.4.0' }, 'set \'source\' instead');
    }
    if (source === undefined) {
      throw new ConstructError(this, 'source is required: set \'source\' to a RukpakSource');
    }
    const classes = templateClasses(this, this.version, provisionerClass, installerClass);
    const bound = bindTo(this, source, props, { version: this.version, prefix: this.name, provisionerClass }, this.#metadata(props));
    const metadata = { ...defined({ labels, annotations }) };
    return {
      provisionerClassName: classes.installation,
      template: { metadata, spec: { provisionerClassName: classes.bundle, source: bound.source } },
    };
  }
}
