import { Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { checkArguments } from '../../formats/options/check-arguments';
import { type CallName, enumFault, type EnumName, optionProblem, type OptionsName } from '../../formats/options/check-options';
import { label1035Errors, labelErrors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import { parseTolerantVersion, parseVersion } from '../../formats/semver/version';
import { refusedValues } from '../../olm/v0/settings/refused-values';
import { printableMessage } from '../../text/printable';
import { anyCopy } from './any-copy';
import { ConstructError } from './construct-error';
import { RESERVED_KEYS } from './reserved-keys';

/** Whether a string is or contains a placeholder for a value that is known only after synthesis, such as an output of Pulumi. */
export type IsKnownLater = (value: string) => boolean;

/** Placeholders for values that are known only after synthesis. */
export interface LateValues {
  readonly isKnownLater: IsKnownLater;

  /** Returns a sentence with a description of each value instead of its placeholder. */
  readonly describe: (sentence: string) => string;
}

/** Context key of an app whose constructs contain such values. */
const KNOWN_LATER = 'olm-constructs:known-later';

/** Sets which strings of an app are placeholders for values that are known later. The app must not have children yet. */
export function setKnownLater(app: IConstruct, values: LateValues): void {
  app.node.setContext(KNOWN_LATER, values);
}

/** Returns which strings of an app are placeholders, or undefined if it has none. */
export function knownLater(construct: IConstruct): IsKnownLater | undefined {
  return lateValuesOf(construct)?.isKnownLater;
}

/** Whether any of several values of an app is known later, so that it may be equal to any other value. */
export function isAnyKnownLater(construct: IConstruct, ...values: readonly (string | undefined)[]): boolean {
  const isKnownLater = knownLater(construct);
  return isKnownLater !== undefined && values.some((value) => value !== undefined && isKnownLater(value));
}

/**
 * Returns a sentence with a description of each value that is known later. A problem that remains whatever the values are says so in this way: others
 * are ignored if they contain a placeholder.
 */
export function describeLateValues(construct: IConstruct, sentence: string): string {
  return lateValuesOf(construct)?.describe(sentence) ?? sentence;
}

function lateValuesOf(construct: IConstruct): LateValues | undefined {
  return construct.node.tryGetContext(KNOWN_LATER) as LateValues | undefined;
}

/**
 * Returns the scope of a new construct with objects, after checking it and the ID. An object outside of a chart would be an error of cdk8s, without
 * the path of the construct.
 *
 * @throws Error when the scope or the ID cannot be that of a construct, or the scope is not in a chart
 */
export function scopeOf(call: CallName & `new ${string}`, scope: Construct, id: string): Construct {
  const checked = anyScopeOf(call, scope, id);
  if (!isInChart(checked)) {
    throw new Error(printableMessage(`'${[checked.node.path, id].filter((part) => part !== '').join('/')}' creates Kubernetes objects, and is not in a chart: pass a Chart, or a construct in one, `
      + `as the scope of ${call}`));
  }
  return checked;
}

/** Whether a construct is a chart or in one. */
export function isInChart(construct: IConstruct): boolean {
  return construct.node.scopes.some((scope) => Chart.isChart(scope));
}

/**
 * Returns the scope of a new construct, which may be of any copy of the package constructs, after checking it and the ID. The class of all constructs
 * would fail on another value with an error of JavaScript.
 *
 * @throws Error when the scope is not a construct, or the ID is not a string, or one under which a construct cannot have a child
 */
export function anyScopeOf(call: CallName & `new ${string}`, scope: Construct, id: string): Construct {
  checkArguments(call, { scope, id });
  if (id in {}) {
    throw new Error(printableMessage(`id of ${call} must not be '${id}', because a construct keeps its children in an object, which has a property of that name: use another ID`));
  }
  return anyCopy(scope);
}

/**
 * Checks the props of a construct, since no compiler checks them in plain JavaScript.
 *
 * @param name interface of the props, such as `OperatorRegistryProps`
 * @param isSubclass whether the construct is a subclass, which may have more props
 * @throws ConstructError when a key is unknown, a value is of another type, or a required prop is missing
 */
export function checkProps(construct: IConstruct, name: OptionsName & `${string}Props`, props: unknown, isSubclass = false): void {
  anyCopy(construct);
  checkOptionsIn(construct, `props of ${name.slice(0, -'Props'.length)}`, name, props, isSubclass);
}

/**
 * Checks an object with options that a construct gets.
 *
 * @param what name of the object, such as `options of OlmV0Engine`
 * @param isOpen whether it may have further keys, because it is that of a subclass
 * @throws ConstructError when a key is unknown, a value is of another type or one that the API server refuses, or a required option is missing
 */
export function checkOptionsIn(construct: IConstruct, what: string, name: OptionsName, value: unknown, isOpen = false): void {
  const isProps = what.startsWith('props of ');
  const isKnownLater = knownLater(construct);
  const problem = optionProblem({
    what, isOpen, isRequired: isProps, refusedKeys: RESERVED_KEYS, ...(isProps ? { in: '' } : {}), ...defined({ isKnownLater }),
  }, name, value);
  const refused = problem === undefined && value !== undefined ? refusedValues(name, value as object, isKnownLater) : [];
  if (problem !== undefined || refused.length > 0) {
    throw new ConstructError(construct, problem ?? refused.join('\n'));
  }
}

/**
 * Checks that an argument of a method is a value of an enum.
 *
 * @param what name of the argument, for the error
 * @param name name of the enum
 * @throws ConstructError when it is not
 */
export function checkEnum(construct: IConstruct, what: string, name: EnumName, value: unknown): void {
  const fault = enumFault(name, value);
  if (fault !== undefined) {
    throw new ConstructError(construct, `${what} ${fault}`);
  }
}

/**
 * Checks that a prop is a string, since no compiler checks it in plain JavaScript.
 *
 * @param prop name of the prop, for the error
 * @throws ConstructError when it is not
 */
export function checkString(construct: IConstruct, prop: string, value: string): void {
  if (typeof value !== 'string') {
    throw new ConstructError(construct, value === undefined ? `${prop} must be a string, got nothing`
      : `${prop} must be a string, got ${JSON.stringify(value)}: write it in quotes`);
  }
}

/**
 * Checks the name of a namespace.
 *
 * @param construct the construct that has the prop
 * @param prop name of the prop, for the error
 * @throws ConstructError when it is not an RFC 1123 label
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 */
export function checkNamespace(construct: IConstruct, prop: string, namespace: string): void {
  checkString(construct, prop, namespace);
  refuseFaults(construct, `${prop} '${namespace}'`, labelErrors(namespace));
}

/**
 * Returns the namespace of an operator: the given one, or one with the name of the package, which may be none.
 *
 * @throws ConstructError when it is not an RFC 1123 label
 */
export function operatorNamespace(construct: IConstruct, given: string | undefined, packageName: string): string {
  if (given === undefined) {
    refuseFaults(construct, `namespace '${packageName}', which follows from the name of the package,`, labelErrors(packageName), '; set \'namespace\'');
    return packageName;
  }
  checkNamespace(construct, 'namespace', given);
  return given;
}

/**
 * Checks the name of an object.
 *
 * @param construct the construct that has the prop
 * @param prop name of the prop, for the error
 * @throws ConstructError when it is not an RFC 1123 subdomain
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export function checkObjectName(construct: IConstruct, prop: string, name: string): void {
  checkString(construct, prop, name);
  refuseFaults(construct, `${prop} '${name}'`, subdomainErrors(name));
}

/**
 * Checks the name of an object that a Service also has.
 *
 * @param construct the construct that has the prop
 * @param prop name of the prop, for the error
 * @throws ConstructError when it is not an RFC 1035 label
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names
 */
export function checkServiceName(construct: IConstruct, prop: string, name: string): void {
  checkString(construct, prop, name);
  refuseFaults(construct, `${prop} '${name}' is the name of a Service, too, and`, label1035Errors(name));
}

/**
 * Checks the `startingCsv` of a Subscription, which names a ClusterServiceVersion.
 *
 * @param isDerived whether it is derived from the package and the version
 * @throws ConstructError when it is not an RFC 1123 subdomain
 */
export function checkStartingCsv(construct: IConstruct, csv: string, isDerived: boolean): void {
  const remedy = isDerived ? '; set \'startingCsv\'' : '';
  refuseFaults(construct, `startingCsv '${csv}'${isDerived ? ', which follows from \'packageName\' and \'version\',' : ''}`, subdomainErrors(csv), remedy);
}

/**
 * Checks a version to pin.
 *
 * @throws ConstructError when OLM, which accepts strict semantic versions only, would refuse it
 * @see https://pkg.go.dev/github.com/blang/semver/v4#Parse
 */
export function checkExactVersion(construct: IConstruct, version: string): void {
  checkString(construct, 'version', version);
  if (parseVersion(version) === undefined) {
    const exact = parseTolerantVersion(version);
    throw new ConstructError(construct, `version '${version}' is not an exact version; `
      + (exact === undefined ? 'set one such as \'1.2.3\', or omit \'version\' to follow the channel' : `set '${exact}'`));
  }
}

function refuseFaults(construct: IConstruct, what: string, faults: readonly string[], remedy = ''): void {
  if (faults.length > 0) {
    throw new ConstructError(construct, `${what} must ${faults.join(', and ')}${remedy}`);
  }
}
