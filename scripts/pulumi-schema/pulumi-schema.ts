import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pulumiType } from '../../lib/pulumi/program/pulumi-types';
import { entriesProgram, publicExports } from '../parity-page/entries-program';
import { assertCompatible, type PackageSchema } from './breaking-changes';
import { describedBy } from './descriptions';
import { InputTypes } from './input-types';
import { OutputTypes } from './output-types';
import { PULUMI_SCHEMA } from './schema-file';
import type { ObjectSchema, PropertySchema, TypeSchemas } from './schema-types';

const ENTRY = 'lib/pulumi/index.ts';

/** Entry with the options of checks and policies. */
const CHECKS_ENTRY = 'lib/gitops/index.ts';

/** Components of the plugin. `PLUGIN_COMPONENTS` creates them; a test compares both. */
const COMPONENTS = [
  'BundleDeployment', 'ClusterCatalog', 'ClusterExtension', 'ImageCatalog', 'OlmInstallation', 'OperatorRegistry', 'OperatorSubscription', 'PlainBundleDeployment',
];

/** Go module of the package that Pulumi generates beside a program. */
const GO_MODULE = 'github.com/olm-constructs/olm-constructs/sdk/go';

/** Resources of the plugin, see `PLUGIN_RESOURCES`. */
const RESOURCES = [
  'CatalogReady', 'ClusterCatalogReady', 'ClusterExtensionReady', 'OlmDetection', 'OlmReady', 'OperatorAdoption', 'OperatorNamespace', 'OperatorReady', 'PlainReady',
  'RukpakReady',
];

const SETTINGS = {
  kubeconfig: {
    type: 'string', secret: true,
    description: 'Kubeconfig of the cluster of resources that have none: its content, or the path of its file. Default: the one that kubectl uses.',
  },
  context: { type: 'string', description: 'Context of the kubeconfig. Default: the current context.' },
  deleteUnreachable: {
    type: 'boolean',
    description: 'Whether `pulumi destroy` gives up resources in an unreachable cluster. Default: the environment variable PULUMI_K8S_DELETE_UNREACHABLE; else false.',
  },
} as const satisfies { readonly [setting: string]: PropertySchema };

/**
 * Returns the schema, without the version of the package, from the declarations of the components and their docstrings.
 *
 * @throws Error if programs that use the last schema would break, unless `breaking-changes.txt` accepts that
 */
export function pulumiSchema(root: string): string {
  const schema = buildSchema(root);
  assertCompatible(root, JSON.parse(readFileSync(join(root, PULUMI_SCHEMA), 'utf8')) as PackageSchema, schema);
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** Returns the schema as an object. */
export function buildSchema(root: string): PackageSchema {
  const program = entriesProgram(root, [ENTRY, CHECKS_ENTRY]);
  const checker = program.getTypeChecker();
  const exported = [ENTRY, CHECKS_ENTRY]
    .flatMap((entry) => publicExports(checker, checker.getSymbolAtLocation(program.getSourceFile(join(root, entry))!)!));
  const symbolOf = (name: string): ts.Symbol => {
    const found = exported.find((symbol) => symbol.name === name);
    if (found === undefined) {
      throw new Error(`${ENTRY} does not export ${name}, which is in the schema of the Pulumi plugin`);
    }
    return (found.flags & ts.SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found);
  };
  const types: TypeSchemas = new Map();
  const declared = new Map<string, ts.Symbol>();
  const inputs = new InputTypes(types, (struct, key) => {
    if (!exported.some(({ name }) => name === struct)) {
      return '';
    }
    const symbol = declared.get(struct) ?? symbolOf(struct);
    declared.set(struct, symbol);
    return describedBy(checker, key === undefined ? symbol : checker.getDeclaredTypeOfSymbol(symbol).getProperty(key));
  });
  const outputs = new OutputTypes(types, checker, root);
  const resource = (name: string, isComponent: boolean): ObjectSchema => {
    const symbol = symbolOf(name);
    const { properties: inputProperties, required: requiredInputs } = inputs.argsOf(`${name}Args`, isComponent);
    const { properties, required } = outputs.membersOf(symbol, isComponent);
    return {
      ...(isComponent ? { isComponent: true } : {}), description: describedBy(checker, symbol), inputProperties, requiredInputs, properties, required, type: 'object',
    };
  };
  const settings = {
    ...SETTINGS,
    checks: {
      ...inputs.optionsOf('AppChecksOptions'),
      description: 'Checks over all components of the program, besides the validation of each. Default: none, unless there are `policies`.',
    },
    policies: { type: 'array', items: inputs.optionsOf('OperatorPolicyProps'), description: 'Policies for all operators of the program. Default: none.' },
  };
  const all = [...COMPONENTS.map((name) => [name, true] as const), ...RESOURCES.map((name) => [name, false] as const)];
  const { description, repository, license, keywords } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly description: string; readonly repository: { readonly url: string }; readonly license: string; readonly keywords: readonly string[];
  };
  const sorted = all.sort(([left], [right]) => (left < right ? -1 : 1));
  const resources = Object.fromEntries(sorted.map(([name, isComponent]) => [pulumiType(name), resource(name, isComponent)]));
  return {
    name: 'olm-constructs', displayName: 'OLM', description, keywords, license, repository: repository.url.replace(/\.git$/, ''),
    meta: { moduleFormat: '(.*)' },
    language: {
      csharp: { namespaces: { 'olm-constructs': 'OlmConstructs' }, respectSchemaVersion: true },
      // Without it, packages that Pulumi generates import others by a path with the hyphen of the name, which the folder does not have.
      go: { importBasePath: `${GO_MODULE}/olmconstructs`, modulePath: GO_MODULE, respectSchemaVersion: true, generateResourceContainerTypes: true },
      java: { basePackage: 'io.github.olmconstructs', buildFiles: 'gradle' },
      nodejs: { respectSchemaVersion: true },
      python: { packageName: 'pulumi_olm_constructs', respectSchemaVersion: true, pyproject: { enabled: true } },
    },
    config: { variables: settings },
    provider: { description: 'Settings of the resources that select no cluster, and checks over all components.', inputProperties: settings, type: 'object' },
    types: Object.fromEntries([...types].sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, type]) => [pulumiType(name), type])),
    resources,
  };
}
