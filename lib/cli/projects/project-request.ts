/** Catalog of OperatorHub.io. */
export const OPERATOR_HUB = 'quay.io/operatorhubio/catalog:latest';

/** What a project installs. */
export type ProjectOperator = BundleOperator | PackageOperator;

/** An operator from a bundle. */
export interface BundleOperator {
  readonly kind: 'bundle';
  readonly package: string;

  /** Path of the bundle relative to the project. */
  readonly path: string;

  /** Whether it is the operator of the quick start, whose bundle the project contains. */
  readonly isSample: boolean;
}

/** An operator of OperatorHub.io. */
export interface PackageOperator {
  readonly kind: 'package';
  readonly package: string;
}

/** Service that runs the checks of a project. */
export type CiService = 'github' | 'gitlab';

/** Parameters of a project. */
export interface ProjectRequest {
  /** Name of the project. */
  readonly name: string;

  /** What npm installs olm-constructs from: a range of versions, or `file:` and the path of a tarball. */
  readonly library: string;

  readonly operator: ProjectOperator;

  readonly ci: CiService;
}

/** Files of a project by path. */
export interface ProjectFiles {
  readonly [path: string]: string;
}
