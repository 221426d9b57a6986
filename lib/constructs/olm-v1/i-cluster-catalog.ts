import { IConstruct } from 'constructs';

/** A ClusterCatalog, or several of them: a `ClusterCatalog` of the app, or a reference to some in the cluster. */
export interface IClusterCatalog extends IConstruct {
  /** Labels by which ClusterExtensions select it. Every ClusterCatalog has its name as the label `olm.operatorframework.io/metadata.name`. */
  readonly selectorLabels: { [key: string]: string };
}
