import * as pulumi from '@pulumi/pulumi';
import { Duration } from 'cdk8s';
import { InstallMode } from '../../bundle/model/install-mode';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { OperatorGroupRef } from '../../constructs/model/operator-group-ref';
import { OperatorServiceAccount } from '../../constructs/rights/operator-service-account';
import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import type { OptionsName } from '../../formats/options/check-options';
import { STRUCTS } from '../../formats/options/generated/option-types';
import { type OptionType, OptionTypes, type Struct } from '../../formats/options/option-type';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { ClusterApis } from '../../report/needs/cluster-apis';
import { printableMessage } from '../../text/printable';
import { suggestNames } from '../../text/suggest-names';
import { parseGoDuration } from '../resources/waiter-resource';
import { bundleAt, catalogAt, plainBundleAt } from './content-at';
import { componentProperties, type PluginStruct, requiredArguments } from './plugin-types';

/** Makes an object of this library from the value that a program in another language passes for it. */
type Conversion = (argument: string, value: unknown) => unknown;

/** Conversions by the names of the types in TypeScript. `PLUGIN_TYPES` has what each of them takes. */
const CONVERSIONS: { readonly [type: string]: Conversion } = {
  Bundle: (argument, value) => bundleAt(argument, text(argument, value)),
  Catalog: (argument, value) => catalogAt(argument, text(argument, value)),
  ClusterApis: (argument, value) => ClusterApis.fromFile(text(argument, value)),
  DefaultCatalog: (argument, value) => {
    const image = text(argument, value);
    return image === 'none' ? DefaultCatalog.none() : image === 'operatorhub' ? DefaultCatalog.operatorHub() : DefaultCatalog.image(image);
  },
  Duration: (argument, value) => {
    const duration = text(argument, value);
    const seconds = parseGoDuration(duration);
    if (seconds === undefined) {
      throw new Error(printableMessage(`${argument} must be a duration such as '10m30s', got '${duration}'`));
    }
    return Duration.seconds(seconds);
  },
  InstallMode: installMode,
  OlmVersion: (argument, value) => OlmVersion.parse(text(argument, value)),
  OperatorGroupRef: (argument, value) => OperatorGroupRef.named(text(argument, value)),
  OperatorLockFile: (argument, value) => OperatorLockFile.fromFile(text(argument, value)),
  OperatorServiceAccount: (argument, value) => OperatorServiceAccount.named(text(argument, value)),
  OperatorUpgradePlan: (argument, value) => OperatorUpgradePlan.fromFile(text(argument, value)),
  PlainBundle: (argument, value) => plainBundleAt(argument, text(argument, value)),
};

const TYPES = new OptionTypes({ structs: STRUCTS });

/**
 * Returns the arguments of a component in TypeScript for those of a program in another language.
 *
 * @param kind class of the component, such as `BundleDeployment`
 * @param name name of the component
 * @throws Error with the path of an argument that is unknown or cannot be read
 */
export async function componentArgs(kind: string, name: string, inputs: JsonMap): Promise<JsonMap> {
  const path = `args of ${kind} '${name}'`;
  const args = await structArgs(TYPES.struct(`${kind}Args`), componentProperties(kind), path, inputs);
  const missing = requiredArguments(kind).find((required) => args[required.name] === undefined);
  if (missing !== undefined) {
    throw new Error(printableMessage(`${path}: ${missing.name} is required: ${missing.description}`));
  }
  return args;
}

/**
 * Returns options in TypeScript for those of a program in another language.
 *
 * @param name interface of the options
 * @param path path of the options, for errors
 */
export function convertedOptions(name: OptionsName, path: string, values: JsonMap): Promise<JsonMap> {
  return structArgs(TYPES.struct(name), undefined, path, values);
}

async function structArgs(struct: Struct, known: PluginStruct | undefined, path: string, values: JsonMap): Promise<JsonMap> {
  const converted: [string, unknown][] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = struct.fields.get(key);
    if (known !== undefined && !known.includes(key)) {
      throw new Error(printableMessage(`${path}: unknown key '${key}'; known keys: ${suggestNames(key, known)}${
        field === undefined ? '' : `; '${key}' is an argument in TypeScript only`}`));
    }
    converted.push([key, field === undefined ? value : await valueOf(field.type, `${path}: ${key}`, value)]);
  }
  return Object.fromEntries(converted);
}

/** Returns a value with the objects that it stands for. What it does not know, the component checks. */
async function valueOf(type: OptionType, path: string, value: unknown): Promise<unknown> {
  if (value === undefined || value === null) {
    return undefined;
  }
  for (const part of type.parts) {
    const conversion = part.kind === 'name' && Object.hasOwn(CONVERSIONS, part.name) ? CONVERSIONS[part.name] : undefined;
    if (conversion !== undefined) {
      return conversion(path, known(path, value));
    }
    if (part.kind === 'list' && Array.isArray(value)) {
      return Promise.all(value.map((item, index) => valueOf(part.items, `${path}[${index}]`, item)));
    }
    if (part.kind === 'struct' && isMap(value) && !pulumi.Output.isInstance(value)) {
      return structArgs(part.struct, undefined, path, value);
    }
  }
  return value;
}

function known(path: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    throw new Error(printableMessage(`${path} must be a plain value, got an output of another resource or a secret: it decides what is created, so it must be known in a preview`));
  }
  return value;
}

function text(path: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new Error(printableMessage(`${path} must be a non-empty string, got ${value === '' ? "''" : exactJson(value)}`));
  }
  return value;
}

function isInstallModeType(value: unknown): value is InstallModeType {
  return Object.values<unknown>(InstallModeType).includes(value);
}

function installMode(path: string, value: unknown): InstallMode {
  const { type, targetNamespaces = [], ...others } = isMap(value) ? value : { type: value };
  const namespaces = Array.isArray(targetNamespaces) ? targetNamespaces.map((namespace, index) => text(`${path}.targetNamespaces[${index}]`, namespace)) : undefined;
  const unknown = Object.keys(others)[0];
  if (!isInstallModeType(type) || namespaces === undefined || unknown !== undefined) {
    throw new Error(printableMessage(unknown !== undefined ? `${path}: unknown key '${unknown}'; known keys: 'type', 'targetNamespaces'`
      : `${path} must have a type of ${Object.values(InstallModeType).join(', ')}, and targetNamespaces as a list, got ${exactJson(value)}`));
  }
  const hasTargets = type === InstallModeType.SINGLE_NAMESPACE || type === InstallModeType.MULTI_NAMESPACE;
  if (hasTargets !== namespaces.length > 0 || (type === InstallModeType.SINGLE_NAMESPACE && namespaces.length > 1)) {
    throw new Error(printableMessage(`${path}: ${type} takes ${hasTargets ? type === InstallModeType.SINGLE_NAMESPACE ? 'one namespace' : 'one namespace or more' : 'no namespaces'} in targetNamespaces, got ${namespaces.length}`));
  }
  switch (type) {
    case InstallModeType.OWN_NAMESPACE: return InstallMode.ownNamespace();
    case InstallModeType.ALL_NAMESPACES: return InstallMode.allNamespaces();
    case InstallModeType.SINGLE_NAMESPACE: return InstallMode.singleNamespace(namespaces[0]!);
    default: return InstallMode.multiNamespace(namespaces);
  }
}
