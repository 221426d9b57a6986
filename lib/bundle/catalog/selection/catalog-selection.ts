/** What to do about entries of a channel that are not selected but lie between two that are. */
export enum SelectionGaps {
  /** They stay, so that every upgrade goes the way that the package's authors said. This is what oc-mirror does. */
  FILL = 'Fill',

  /** They go, and an upgrade over them is made; each is noted. */
  BRIDGE = 'Bridge',

  /** The selection is refused. */
  REFUSE = 'Refuse',
}

/** What to keep of a catalog. */
export interface CatalogSelection {
  /**
   * The packages to keep.
   *
   * @default - all packages
   */
  readonly packages?: PackageSelection[];

  /**
   * Keep only the head of each channel, in packages and channels that name neither versions nor bundles.
   *
   * @default false
   */
  readonly headsOnly?: boolean;

  /**
   * Also keep what the kept bundles require of other packages (`olm.package.required` and `olm.gvk.required`): of each, the bundle that OLM
   * would take first.
   *
   * @default false
   */
  readonly dependencies?: boolean;
}

/** What to keep of a package. At most one of the version fields, `bundles` and `headsOnly` can be given, for all its channels. */
export interface PackageSelection {
  /** The name of the package. */
  readonly name: string;

  /**
   * The default channel in the selection.
   *
   * @default - as it was; where that channel goes, the one whose head has the highest version
   */
  readonly defaultChannel?: string;

  /**
   * The channels to keep.
   *
   * @default - all of which something is kept
   */
  readonly channels?: ChannelSelection[];

  /**
   * The versions to keep, as a range that OLM understands, such as `>=1.2.0 <2.0.0`.
   *
   * @default - all versions
   */
  readonly versionRange?: string;

  /**
   * The lowest version to keep.
   *
   * @default - no lowest version
   */
  readonly minVersion?: string;

  /**
   * The highest version to keep.
   *
   * @default - no highest version
   */
  readonly maxVersion?: string;

  /**
   * The bundles to keep, by name, in every kept channel that has them.
   *
   * @default - all bundles
   */
  readonly bundles?: string[];

  /**
   * Keep only the head of each channel.
   *
   * @default - what the catalog's selection says
   */
  readonly headsOnly?: boolean;

  /**
   * What to do about entries that lie between selected ones.
   *
   * @default SelectionGaps.BRIDGE with `bundles`, else SelectionGaps.FILL
   */
  readonly gaps?: SelectionGaps;
}

/** What to keep of a channel. */
export interface ChannelSelection {
  /** The name of the channel. */
  readonly name: string;

  /**
   * The versions to keep, as a range that OLM understands. Not together with versions, bundles or heads of the whole package.
   *
   * @default - what the package's selection says
   */
  readonly versionRange?: string;

  /**
   * The lowest version to keep.
   *
   * @default - no lowest version
   */
  readonly minVersion?: string;

  /**
   * The highest version to keep.
   *
   * @default - no highest version
   */
  readonly maxVersion?: string;

  /**
   * Keep only the head.
   *
   * @default - what the package's selection says
   */
  readonly headsOnly?: boolean;
}
