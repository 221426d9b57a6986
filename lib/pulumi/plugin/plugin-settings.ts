import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';
import { CHECK_SETTINGS } from './check-settings';
import { CLUSTER_INPUTS, clusterInput, clusterInputProblems } from '../provider/cluster-inputs';
import { UNKNOWN } from '../provider/inputs';
import type { InputProblem } from '../provider/waiter-inputs';

/** Settings of the plugin, as stack settings such as `olm-constructs:kubeconfig`, or as properties of an explicit provider. */
export const SETTINGS = [...CLUSTER_INPUTS, 'deleteUnreachable', ...CHECK_SETTINGS] as const;

/** Properties of every provider that are for Pulumi itself. */
const OF_PULUMI = ['version', 'pluginDownloadURL', 'pluginChecksums', 'parameterization', 'envVarMappings', '__internal'];

/** Returns what is wrong with the settings of the plugin, without their values. */
export function settingProblems(settings: JsonMap): InputProblem[] {
  const unknown = Object.keys(settings).filter((name) => ![...SETTINGS, ...OF_PULUMI].includes(name)).map((name) => (
    { property: name, reason: `unknown setting '${name}'; known settings: ${suggestNames(name, SETTINGS)}` }
  ));
  const isBoolean = booleanSetting(settings['deleteUnreachable']) !== undefined || [undefined, null, UNKNOWN].includes(settings['deleteUnreachable'] as never);
  return [
    ...unknown, ...clusterInputProblems(withClusterText(settings)).map((reason) => ({ property: '', reason })),
    ...(isBoolean ? [] : [{ property: 'deleteUnreachable', reason: 'must be true or false' }]),
  ];
}

/** Returns the settings as inputs of resources. */
export function settingInputs(settings: JsonMap): JsonMap {
  const { kubeconfig, context, deleteUnreachable } = withClusterText(settings);
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable: booleanSetting(deleteUnreachable) })
    .filter(([, value]) => value !== undefined && value !== null));
}

/** Returns inputs with the settings that they omit. The context of the settings belongs to their kubeconfig. */
export function withSettings(inputs: JsonMap, settings: JsonMap): JsonMap {
  const { kubeconfig, context, ...others } = settings;
  const cluster = inputs['kubeconfig'] === undefined ? { kubeconfig, context: inputs['context'] ?? context } : {};
  return Object.fromEntries(Object.entries({ ...others, ...inputs, ...cluster }).filter(([, value]) => value !== undefined));
}

/** Returns values in which the content of a kubeconfig is a string, also if a program passes it as an object, and nothing is an empty string. */
export function withClusterText(values: JsonMap): JsonMap {
  return { ...values, ...Object.fromEntries(CLUSTER_INPUTS.filter((name) => name in values).map((name) => [name, clusterText(values[name])])) };
}

function clusterText(value: unknown): unknown {
  return isMap(value) && exactJson(value).includes(UNKNOWN) ? UNKNOWN : clusterInput(value);
}

/** Returns a boolean that a stack setting has as a string. */
function booleanSetting(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
}
