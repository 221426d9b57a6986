import type * as catalogSource from './to-json/catalog-source';
import type * as clusterServiceVersion from './to-json/cluster-service-version';
import type * as installPlan from './to-json/install-plan';
import type * as olmConfig from './to-json/olm-config';
import type * as operator from './to-json/operator';
import type * as operatorCondition from './to-json/operator-condition';
import type * as operatorConditionV2 from './to-json/operator-condition-v2';
import type * as operatorGroup from './to-json/operator-group';
import type * as operatorGroupV1Alpha2 from './to-json/operator-group-v1-alpha2';
import type * as subscription from './to-json/subscription';
import type * as clusterCatalog from './to-json/cluster-catalog';
import type * as clusterExtension from './to-json/cluster-extension';
import type * as clusterExtensionRevision from './to-json/cluster-extension-revision';
import type * as clusterObjectSet from './to-json/cluster-object-set';
import type * as bundle from './to-json/bundle';
import type * as bundleDeployment from './to-json/bundle-deployment';
import type * as bundleDeploymentV1Alpha2 from './to-json/bundle-deployment-v1-alpha2';
import type * as bundleInstance from './to-json/bundle-instance';

// Loads the conversions of a kind when its first object is written, so that importing the package stays fast. Only this file may `require`.

export const toJson_CatalogSourceProps: typeof catalogSource.toJson_CatalogSourceProps = (...args) => (require('./to-json/catalog-source') as typeof catalogSource).toJson_CatalogSourceProps(...args);

export const toJson_ClusterServiceVersionProps: typeof clusterServiceVersion.toJson_ClusterServiceVersionProps = (...args) => (require('./to-json/cluster-service-version') as typeof clusterServiceVersion).toJson_ClusterServiceVersionProps(...args);

export const toJson_InstallPlanProps: typeof installPlan.toJson_InstallPlanProps = (...args) => (require('./to-json/install-plan') as typeof installPlan).toJson_InstallPlanProps(...args);

export const toJson_OlmConfigProps: typeof olmConfig.toJson_OlmConfigProps = (...args) => (require('./to-json/olm-config') as typeof olmConfig).toJson_OlmConfigProps(...args);

export const toJson_OperatorProps: typeof operator.toJson_OperatorProps = (...args) => (require('./to-json/operator') as typeof operator).toJson_OperatorProps(...args);

export const toJson_OperatorConditionProps: typeof operatorCondition.toJson_OperatorConditionProps = (...args) => (require('./to-json/operator-condition') as typeof operatorCondition).toJson_OperatorConditionProps(...args);

export const toJson_OperatorConditionV2Props: typeof operatorConditionV2.toJson_OperatorConditionV2Props = (...args) => (require('./to-json/operator-condition-v2') as typeof operatorConditionV2).toJson_OperatorConditionV2Props(...args);

export const toJson_OperatorGroupProps: typeof operatorGroup.toJson_OperatorGroupProps = (...args) => (require('./to-json/operator-group') as typeof operatorGroup).toJson_OperatorGroupProps(...args);

export const toJson_OperatorGroupV1Alpha2Props: typeof operatorGroupV1Alpha2.toJson_OperatorGroupV1Alpha2Props = (...args) => (require('./to-json/operator-group-v1-alpha2') as typeof operatorGroupV1Alpha2).toJson_OperatorGroupV1Alpha2Props(...args);

export const toJson_SubscriptionProps: typeof subscription.toJson_SubscriptionProps = (...args) => (require('./to-json/subscription') as typeof subscription).toJson_SubscriptionProps(...args);

export const toJson_ClusterCatalogProps: typeof clusterCatalog.toJson_ClusterCatalogProps = (...args) => (require('./to-json/cluster-catalog') as typeof clusterCatalog).toJson_ClusterCatalogProps(...args);

export const toJson_ClusterExtensionProps: typeof clusterExtension.toJson_ClusterExtensionProps = (...args) => (require('./to-json/cluster-extension') as typeof clusterExtension).toJson_ClusterExtensionProps(...args);

export const toJson_ClusterExtensionRevisionProps: typeof clusterExtensionRevision.toJson_ClusterExtensionRevisionProps = (...args) => (require('./to-json/cluster-extension-revision') as typeof clusterExtensionRevision).toJson_ClusterExtensionRevisionProps(...args);

export const toJson_ClusterObjectSetProps: typeof clusterObjectSet.toJson_ClusterObjectSetProps = (...args) => (require('./to-json/cluster-object-set') as typeof clusterObjectSet).toJson_ClusterObjectSetProps(...args);

export const toJson_BundleProps: typeof bundle.toJson_BundleProps = (...args) => (require('./to-json/bundle') as typeof bundle).toJson_BundleProps(...args);

export const toJson_BundleDeploymentProps: typeof bundleDeployment.toJson_BundleDeploymentProps = (...args) => (require('./to-json/bundle-deployment') as typeof bundleDeployment).toJson_BundleDeploymentProps(...args);

export const toJson_BundleDeploymentV1Alpha2Props: typeof bundleDeploymentV1Alpha2.toJson_BundleDeploymentV1Alpha2Props = (...args) => (require('./to-json/bundle-deployment-v1-alpha2') as typeof bundleDeploymentV1Alpha2).toJson_BundleDeploymentV1Alpha2Props(...args);

export const toJson_BundleInstanceProps: typeof bundleInstance.toJson_BundleInstanceProps = (...args) => (require('./to-json/bundle-instance') as typeof bundleInstance).toJson_BundleInstanceProps(...args);
