import { createHash } from 'node:crypto';
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { exactJson } from '../../formats/json/exact-json';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { checkProps, scopeOf } from '../model/prop-checks';
import { ProvisionerClass, requireRelease } from './provisioner-class';
import { bindTo, bundleName, rukpakObject, RukpakProps } from './rukpak-object';
import { RukpakSource } from './rukpak-source';

/** Properties of a `RukpakBundle`. */
export interface RukpakBundleProps extends RukpakProps {
  /** Provisioner that unpacks the bundle, which determines its format. */
  readonly provisionerClass: ProvisionerClass;

  /** Source of the content of the bundle. */
  readonly source: RukpakSource;
}

/** A `RukpakBundle`, as seen by other constructs. */
export interface IRukpakBundle extends IConstruct {
  /** Name of the Bundle. */
  readonly name: string;
}

/** First release without Bundles. */
const UNTIL = '0.17.0';

const HASH_LENGTH = 10;

const RUKPAK_BUNDLE = Symbol.for('olm-constructs.RukpakBundle');

/**
 * A Bundle of RukPak: content that is unpacked and kept, but not installed. RukPak 0.1.0 to 0.16.0 have Bundles.
 *
 * RukPak is archived, and OLM v1 replaces it. A Bundle cannot be changed: the default name contains a hash of the content, so that a change creates
 * another Bundle.
 *
 * @see https://github.com/operator-framework/rukpak/blob/v0.13.0/docs/concepts/bundle-immutability.md
 */
export class RukpakBundle extends Construct implements IRukpakBundle {
  /**
   * Whether a value is a `RukpakBundle`, from any copy of this library.
   *
   * @param x the value
   */
  public static isRukpakBundle(x: unknown): x is RukpakBundle {
    return typeof x === 'object' && x !== null && RUKPAK_BUNDLE in x;
  }

  /** Name of the Bundle. */
  public readonly name: string;

  /** Release of RukPak that the Bundle is for. */
  public readonly version: RukpakVersion;

  /** The Bundle. */
  public readonly resource: ApiObject;

  /** ConfigMaps that were created for the content, if any. */
  public readonly configMaps: ApiObject[];

  readonly #spec: { [field: string]: unknown };

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or the release does not support it
   */
  public constructor(scope: Construct, id: string, props: RukpakBundleProps) {
    super(scopeOf('new RukpakBundle', scope, id), id);
    Object.defineProperty(this, RUKPAK_BUNDLE, { value: true });
    checkProps(this, 'RukpakBundleProps', props, new.target !== RukpakBundle);
    const { provisionerClass, source, version = RukpakVersion.V0_16_0 } = props;
    requireRelease(this, 'Bundle', version, { until: UNTIL }, 'use RukpakBundleDeployment, which contains the source itself');
    this.version = version;
    const provisionerClassName = provisionerClass._nameIn(this, 'provisionerClass', version);
    const prefix = bundleName(this, props.name, HASH_LENGTH);
    const bound = bindTo(this, source, props, { version, prefix, provisionerClass }, props);
    this.configMaps = bound.configMaps;
    this.#spec = version.isAtLeast(RukpakVersion.V0_2_0)
      ? { provisionerClassName, source: bound.source }
      : { provisionerClassName, image: (bound.source['image'] as { readonly ref: string }).ref };
    this.name = props.name ?? `${prefix}-${createHash('sha256').update(exactJson(this.#spec)).digest('hex').slice(0, HASH_LENGTH)}`;
    this.resource = rukpakObject(this, 'Bundle', version, this.name, props, () => this.bundleSpec());
    this.resource.addDependency(...this.configMaps);
  }

  /** Spec of the Bundle, produced at synthesis. Override it to change it. */
  protected bundleSpec(): { [field: string]: unknown } {
    return this.#spec;
  }
}
