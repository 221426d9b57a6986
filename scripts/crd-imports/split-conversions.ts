import type { ImportedGroup } from './cdk8s-import';

/** A function that `cdk8s import` writes after an interface, between comments with directives, and that converts the interface to JSON. */
const CONVERSION = new RegExp([
  /\/\*\*\n \* Converts an object of type '\w+' to JSON representation\.\n \*\/\n/,
  /\/\* eslint-disable [^\n]*\*\/\nexport function (toJson_\w+)\([^]*?\n\}\n\/\* eslint-enable [^\n]*\*\/\n\n/,
].map(({ source }) => source).join(''), 'g');

const KIND = /^export class (\w+) extends ApiObject \{/m;
const NAME = /\btoJson_\w+/g;
const LAST_IMPORT = "import { Construct } from 'constructs';\n";
const PATCHED_IMPORT = "import { anyCopy } from '../lib/constructs/model/any-copy';\nimport { patched } from '../lib/constructs/model/patched';\n";

/** How the class of a kind writes an object: after the patches of users, so that the conversion drops the fields that it does not know. */
const WRITES = new RegExp([
  / {2}\/\*\*\n {3}\* Renders the object to Kubernetes JSON\.\n {3}\*\/\n {2}public override toJson\(\): any \{\n/,
  / {4}const resolved = super\.toJson\(\);\n\n( {4}return \{[^]*?\n {4}\};\n {2}\}\n)/,
].map(({ source }) => source).join(''), 'g');

const CONVERTS = `  readonly #patches: JsonPatch[] = [];

  /**
   * Patches any field of the object as it is written, in the order in which patches were added.
   *
   * @param ops operations on the object in Kubernetes JSON
   */
  public override addJsonPatch(...ops: JsonPatch[]): void {
    this.#patches.push(...ops);
  }

  /**
   * Renders the object to Kubernetes JSON.
   */
  public override toJson(): any {
    return patched(this, this._converted(super.toJson()), this.#patches);
  }

  /**
   * Converts the object to Kubernetes JSON.
   *
   * @internal
   */
  public _converted(resolved: any): any {
$1`;

const CONVERTS_IN_CLUSTER = CONVERTS.replace('$1', '    // cdk8s sets the namespace of the chart.\n    delete resolved.metadata.namespace;\n$1');

/** A file of `imports/`. */
export interface ImportsFile {
  /** Path relative to `imports/`, with `/`. */
  readonly path: string;
  readonly content: string;
}

/** A kind of a group, with the functions that convert its objects. */
interface Kind {
  readonly group: string;
  readonly file: string;
  readonly conversions: readonly string[];
  /** The function for whole objects, which the class of the kind calls. */
  readonly entry: string;
}

/**
 * Moves the conversions to JSON out of the modules that `cdk8s import` writes, into a file per kind, which the build loads when the first object of
 * the kind is written. They make up half of the modules, and most of them are for ClusterServiceVersions, which few programs write.
 *
 * @param groups outputs of `cdk8s import`
 * @returns the modules, and the conversions of each kind
 * @throws if an output is not of the expected form, or two groups have a kind of the same name
 */
export function splitConversions(groups: readonly ImportedGroup[]): ImportsFile[] {
  const kinds = groups.flatMap(kindsOf);
  const repeated = kinds.find(({ file }, index) => kinds.findIndex((kind) => kind.file === file) !== index);
  if (repeated !== undefined) {
    throw new Error(`two API groups have a kind in to-json/${repeated.file}.ts: give each group a folder in scripts/crd-imports/split-conversions.ts`);
  }
  return [
    ...groups.map((imported) => ({ path: `${imported.group}.ts`, content: moduleOf(imported, kinds.filter(({ group }) => group === imported.group)) })),
    ...kinds.map((kind) => ({ path: `to-json/${kind.file}.ts`, content: conversionsModule(kind) })),
  ];
}

/** Returns the kinds of a group, each from the section of the module that starts with its class. */
function kindsOf({ source, group }: ImportedGroup): Kind[] {
  return source.split(new RegExp(`(?=${KIND.source})`, 'm')).filter((section) => KIND.test(section)).map((section) => kindOf(section, group));
}

/** Returns the module of a group without its conversions, with classes that convert an object before they apply patches. */
function moduleOf({ source, clusterScoped }: ImportedGroup, kinds: readonly Kind[]): string {
  const module = withPatchesLast(source.replace(CONVERSION, ''), kinds.length, clusterScoped).replace(LAST_IMPORT, `$&${PATCHED_IMPORT}${kinds.map(importOf).join('')}`);
  const unknown = [...module.matchAll(NAME)].map(([name]) => name).find((name) => !kinds.some(({ entry }) => entry === name));
  if (unknown !== undefined || module.includes('export function ') || !kinds.every((kind) => module.includes(importOf(kind)))) {
    throw new Error(`the output of cdk8s import has changed${unknown === undefined ? '' : `, it calls ${unknown}`}: adapt scripts/crd-imports/split-conversions.ts`);
  }
  return module;
}

function withPatchesLast(module: string, kinds: number, clusterScoped: readonly string[]): string {
  const inNoNamespace = new RegExp(`kind: '(?:${clusterScoped.join('|')})',\\n {2}\\}\\n[^]*?${WRITES.source}`, 'g');
  const changed = module.replace(inNoNamespace, (section) => section.replace(WRITES, CONVERTS_IN_CLUSTER)).replace(WRITES, CONVERTS)
    .replaceAll('super(scope, id, {', 'super(anyCopy(scope), id, {')
    .replace('import { ApiObject, ApiObjectMetadata, GroupVersionKind }', 'import { ApiObject, ApiObjectMetadata, GroupVersionKind, JsonPatch }');
  if (changed.match(/ _converted\(/g)?.length !== kinds || !changed.includes(', JsonPatch }')) {
    throw new Error('the classes in the output of cdk8s import have changed: adapt scripts/crd-imports/split-conversions.ts');
  }
  return changed;
}

function importOf({ entry, file }: Kind): string {
  return `import { ${entry} } from './to-json/${file}';\n`;
}

function kindOf(section: string, group: string): Kind {
  const name = KIND.exec(section)![1]!;
  return {
    group,
    file: name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase(),
    conversions: [...section.matchAll(CONVERSION)].map(([conversion]) => conversion),
    entry: `toJson_${name}Props`,
  };
}

function conversionsModule({ conversions, group }: Kind): string {
  const functions = conversions.map((conversion) => withUntypedValues(conversion.replace(/\(obj: (\w+)/, '(obj: olm.$1'))).join('');
  const used = ['otherFields', 'plainValue'].filter((name) => functions.includes(`${name}(`)).join(', ');
  return `// generated by cdk8s\nimport type * as olm from '../${group}';\nimport { ${used} } from '../../lib/formats/json/typed-fields';\n\n${functions.trimEnd()}\n`;
}

/** Keeps what the types do not allow, such as fields that they do not know and quantities that are strings: `cdk8s import` drops it silently. */
function withUntypedValues(conversion: string): string {
  const known = [...new Set([...conversion.matchAll(/\bobj\.(\w+)/g)].map(([, field]) => `'${field!}'`))].join(', ');
  return conversion
    .replace(/(obj\.\w+|i\[1\]|y)\?\.value\b/g, 'plainValue($1)')
    .replace(/\n {2}\};\n/, `\n    ...otherFields(obj, [${known}]),\n  };\n`);
}
