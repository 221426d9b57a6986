import { isMap, type JsonMap } from '../../formats/json/json-value';
import { printableMessage } from '../../text/printable';
import { PACKAGE, pulumiType } from '../program/pulumi-types';
import { detectionInputs, olmReadyInputs, type PassedObjects, plainObjects } from '../provider/object-inputs';
import type { ResourceProvider } from '../provider/resource-provider';
import {
  CATALOG_READY_INPUTS, CLUSTER_CATALOG_READY_INPUTS, CLUSTER_EXTENSION_READY_INPUTS, COMMON_INPUTS, OLM_DETECTION_INPUTS, OLM_READY_INPUTS,
  OPERATOR_ADOPTION_INPUTS, OPERATOR_NAMESPACE_INPUTS, OPERATOR_READY_INPUTS, PLAIN_READY_INPUTS, RUKPAK_READY_INPUTS, type WaiterInputs,
} from '../provider/waiter-inputs';
import * as providers from '../waiters';

/** A resource of the plugin: a waiter, whose provider is also that of the dynamic resource of the same name. */
export interface PluginResource {
  readonly provider: ResourceProvider;

  /** Names of the properties that a program may set. */
  readonly inputs: readonly string[];

  /** Returns the inputs that the provider takes instead of the property `objects`. @default - it has no such property, or takes it as it is */
  readonly ofObjects?: (objects: PassedObjects) => JsonMap;
}

/** The resources of the plugin, by the last part of their types. */
export const PLUGIN_RESOURCES: { readonly [name: string]: PluginResource } = {
  CatalogReady: resource(providers.catalogReady, CATALOG_READY_INPUTS),
  ClusterCatalogReady: resource(providers.clusterCatalogReady, CLUSTER_CATALOG_READY_INPUTS),
  ClusterExtensionReady: resource(providers.clusterExtensionReady, CLUSTER_EXTENSION_READY_INPUTS),
  OlmDetection: resource(providers.olmDetection, OLM_DETECTION_INPUTS, detectionInputs),
  OlmReady: resource(providers.olmReady, OLM_READY_INPUTS, olmReadyInputs),
  OperatorAdoption: resource(providers.operatorAdoption, OPERATOR_ADOPTION_INPUTS),
  OperatorNamespace: resource(providers.operatorPlace, OPERATOR_NAMESPACE_INPUTS),
  OperatorReady: resource(providers.operatorReady, OPERATOR_READY_INPUTS),
  PlainReady: resource(providers.plainReady, PLAIN_READY_INPUTS, (objects) => (
    { objects: objects.every((object) => isMap(object['metadata'])) ? plainObjects(objects) : objects }
  )),
  RukpakReady: resource(providers.rukpakReady, RUKPAK_READY_INPUTS),
};

/**
 * Returns the resource of a type or URN, such as `urn:pulumi:dev::shop::olm-constructs:index:OperatorReady::hello`.
 *
 * @throws Error if the plugin has no such resource
 */
export function resourceOfUrn(urn: string): PluginResource {
  const type = urn.split('::')[2]?.split('$').at(-1) ?? '';
  const [owner, , name = ''] = type.split(':');
  const found = owner === PACKAGE && Object.hasOwn(PLUGIN_RESOURCES, name) ? PLUGIN_RESOURCES[name] : undefined;
  if (found === undefined) {
    throw new Error(printableMessage(`the plugin ${PACKAGE} has no resource of type ${type}; its resources are ${
      Object.keys(PLUGIN_RESOURCES).map(pulumiType).join(', ')}; a newer release of the plugin may have it`));
  }
  return found;
}

function resource(provider: ResourceProvider, inputs: WaiterInputs, ofObjects?: (objects: PassedObjects) => JsonMap): PluginResource {
  const names = Object.keys({ ...inputs, ...COMMON_INPUTS });
  return ofObjects === undefined ? { provider, inputs: names } : { provider, inputs: [...new Set([...names, 'objects'])], ofObjects };
}
