import { printableMessage } from '../../../text/printable';
import { type CelBudget } from '../../cel/cel-budget';
import { celEnvironment, compileCel, type Environment, isCelFault, Optional } from '../../cel/cel-expression';
import { allMatches, firstMatch } from '../../cel/regular-expression';
import { defined } from '../../json/defined';
import { label1035Errors, labelErrors, labelValueErrors, qualifiedNameErrors, subdomainErrors } from './kubernetes-names';
import { withoutTrailingDash } from './object-meta';
import { hasFormat } from './string-formats';
import { parseRequestUri, parseUrl, type WebAddress } from './web-address';

/** A compiled expression, which returns its value. */
export interface RuleExpression {
  readonly usesOldSelf: boolean;
  readonly evaluate: (self: unknown, oldSelf: unknown, budget: CelBudget) => unknown;
}

const compiled = new Map<string, RuleExpression | undefined>();

/**
 * Compiles an expression of a CRD. Returns undefined if it uses something that only the API server supports, such as a function of a later version of
 * Kubernetes. CRDs have few expressions, so each is compiled only once.
 */
export function ruleExpression(expression: string): RuleExpression | undefined {
  if (!compiled.has(expression)) {
    compiled.set(expression, compile(expression));
  }
  return compiled.get(expression);
}

function compile(expression: string): RuleExpression | undefined {
  const program = compileCel(ruleEnvironment(), expression);
  return isCelFault(program) ? undefined : {
    usesOldSelf: program.names.has('oldSelf'),
    evaluate: (self, oldSelf, budget) => program.evaluate({ self, ...defined({ oldSelf }) }, budget),
  };
}

/** Formats of `format.<name>()`, each with the requirements that a string does not meet. */
const FORMATS: { readonly [name: string]: (value: string) => string[] } = {
  dns1123Label: labelErrors,
  dns1123LabelPrefix: value => labelErrors(withoutTrailingDash(value)),
  dns1123Subdomain: subdomainErrors,
  dns1123SubdomainPrefix: value => subdomainErrors(withoutTrailingDash(value)),
  dns1035Label: label1035Errors,
  dns1035LabelPrefix: value => label1035Errors(withoutTrailingDash(value)),
  qualifiedName: qualifiedNameErrors,
  labelValue: labelValueErrors,
  ...Object.fromEntries(['byte', 'date', 'datetime', 'uri', 'uuid'].map(name => [name, (value: string) => (hasFormat(name, value) ? [] : [`be a ${name}`])])),
};

const QUANTITY = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

/** Type of `format` in rules. */
class Formats {}

/** Value of `format.<name>()`. */
class Format {
  public constructor(public readonly errorsOf: (value: string) => string[]) {}
}

/** Value of `url(string)`. */
class Url {
  public constructor(public readonly address: WebAddress) {}
}

let environment: Environment | undefined;

/** Returns the engine of the Common Expression Language, with Kubernetes' own functions. */
function ruleEnvironment(): Environment {
  environment ??= createEnvironment();
  return environment;
}

/** Returns an optional value for rules, which is empty for undefined. */
export function optionalValue(value: unknown): unknown {
  return Optional.of(value);
}

/** @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-cel-libraries */
function createEnvironment(): Environment {
  const made = celEnvironment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true })
    .registerFunction('string.find(string): string', (value: string, expression: string) => firstMatch(expression, value) ?? '')
    .registerFunction('string.findAll(string): list<string>', (value: string, expression: string) => allMatches(expression, value, -1))
    .registerFunction('string.findAll(string, int): list<string>',
      (value: string, expression: string, limit: bigint) => allMatches(expression, value, Number(limit)))
    .registerFunction('isQuantity(string): bool', (value: string) => QUANTITY.test(value))
    .registerType('kubernetes.URL', Url)
    .registerFunction('isURL(string): bool', (value: string) => parseRequestUri(value) !== undefined)
    .registerFunction('url(string): kubernetes.URL', (value: string) => new Url(addressOf(value)))
    .registerFunction('kubernetes.URL.getScheme(): string', ({ address }: Url) => address.scheme)
    .registerFunction('kubernetes.URL.getHost(): string', ({ address }: Url) => address.host)
    .registerType('kubernetes.Formats', Formats)
    .registerType('kubernetes.NamedFormat', Format)
    .registerConstant('format', 'kubernetes.Formats', new Formats())
    .registerFunction('kubernetes.NamedFormat.validate(string): optional<list<string>>', ({ errorsOf }: Format, value: string) => {
      const errors = errorsOf(value);
      return errors.length === 0 ? Optional.none() : Optional.of(errors);
    });
  for (const [name, errorsOf] of Object.entries(FORMATS)) {
    made.registerFunction(`kubernetes.Formats.${name}(): kubernetes.NamedFormat`, () => new Format(errorsOf));
  }
  return made;
}

function addressOf(value: string): WebAddress {
  const address = parseRequestUri(value) === undefined ? undefined : parseUrl(value);
  if (address === undefined) {
    throw new Error(printableMessage(`${JSON.stringify(value)} is not a URL`));
  }
  return address;
}
