import { abridgedList, DEFAULT_WIDTHS, tableLines } from '../../../text/text-table';

/** Kind of a change of a CustomResourceDefinition. */
export enum CrdChangeKind {
  /** The scope changes between Namespaced and Cluster. */
  SCOPE = 'scope',

  /** The conversion strategy changes. */
  CONVERSION = 'conversion',

  /** A version in which objects may be stored is removed. */
  STORED_VERSION_REMOVED = 'stored-version-removed',

  /** A version in which no objects are stored is removed. */
  VERSION_REMOVED = 'version-removed',

  /** A version still exists, but is no longer served. */
  VERSION_NOT_SERVED = 'version-not-served',

  /** A version is added. */
  VERSION_ADDED = 'version-added',

  /** A field, or an alternative such as one of `anyOf`, is removed with everything in it. */
  FIELD_REMOVED = 'field-removed',

  /** A field, or an alternative such as one of `anyOf`, is added. */
  FIELD_ADDED = 'field-added',

  /** Optional fields become required. */
  REQUIRED_ADDED = 'required-added',

  /** Required fields become optional. */
  REQUIRED_REMOVED = 'required-removed',

  /** The type of a field changes. */
  TYPE = 'type',

  /** A default is added, changed or removed. */
  DEFAULT = 'default',

  /** A field becomes an enum. */
  ENUM_ADDED = 'enum-added',

  /** A field is no longer an enum. */
  ENUM_REMOVED = 'enum-removed',

  /** Values of an enum are removed. */
  ENUM_VALUES_REMOVED = 'enum-values-removed',

  /** Values of an enum are added. */
  ENUM_VALUES_ADDED = 'enum-values-added',

  /** A minimum or maximum is added. */
  LIMIT_ADDED = 'limit-added',

  /** A minimum is raised, or a maximum lowered. */
  LIMIT_TIGHTENED = 'limit-tightened',

  /** A minimum is lowered, or a maximum raised. */
  LIMIT_RELAXED = 'limit-relaxed',

  /** A minimum or maximum is removed. */
  LIMIT_REMOVED = 'limit-removed',

  /** A pattern is added, changed or removed. */
  PATTERN = 'pattern',

  /** A field becomes nullable, or is no longer nullable. */
  NULLABLE = 'nullable',

  /** The alternatives of `oneOf` change. */
  ONE_OF = 'one-of',

  /** Something changes, even a description, in a keyword that contains schemas: `additionalProperties`, `allOf`, `anyOf` or `not`. */
  INNER_SCHEMA = 'inner-schema',

  /** A keyword without a rule of its own changes, such as `format` or `x-kubernetes-validations`. */
  OTHER_KEYWORD = 'other-keyword',
}

/**
 * Verdict of OLM v1's CRD upgrade safety check on a change.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export enum CrdVerdict {
  /** A rule forbids the change: the upgrade is blocked. */
  REFUSED = 'refused',

  /** No rule handles the change, so it is considered unsafe: the upgrade is blocked. */
  UNHANDLED = 'unhandled',

  /** The change does not block the upgrade. */
  ALLOWED = 'allowed',
}

/** A change of a CustomResourceDefinition. */
export interface CrdChange {
  /** Kind of the change. */
  readonly rule: CrdChangeKind;

  /** Verdict of OLM v1's check. */
  readonly verdict: CrdVerdict;

  /** Description of the change, without version and field. */
  readonly message: string;

  /**
   * Version whose schema changes.
   *
   * @default - the change is not in one version
   */
  readonly version?: string;

  /**
   * Another served version, to and from which objects are converted by changing `apiVersion` alone: the change is a difference between
   * the two schemas that did not exist before.
   *
   * @default - the change is from the old schema of the version to its new one
   */
  readonly servedBeside?: string;

  /**
   * Path of the field in that schema, such as `spec.list[].name`; `.*` is any key of a map, `(anyOf[0])` an alternative. An empty string for the
   * whole object.
   *
   * @default - the change is outside of the schemas
   */
  readonly path?: string;

  /**
   * Keyword of the schema, such as `maxLength`.
   *
   * @default - the change is not in one keyword
   */
  readonly keyword?: string;

  /**
   * Old value, as compact JSON.
   *
   * @default - there was none, or it is a whole field
   */
  readonly before?: string;

  /**
   * New value, as compact JSON.
   *
   * @default - there is none, or it is a whole field
   */
  readonly after?: string;
}

/** Maximum number of fields that a line lists; the data has all of them. */
const FIELDS_SHOWN = 8;

/** A line for the same change of several fields. */
interface Line {
  readonly first: CrdChange;
  readonly paths: string[];
}

/**
 * Returns changes as the lines of a table, the unsafe ones first.
 *
 * @param indent number of spaces before each line
 * @internal
 */
export function changesText(changes: readonly CrdChange[], indent = 0, width = DEFAULT_WIDTHS.width): string[] {
  if (changes.length === 0) {
    return [`${' '.repeat(indent)}no changes`];
  }
  const lines = Object.values(CrdVerdict).flatMap((verdict) => linesOf(changes.filter((change) => change.verdict === verdict)));
  return tableLines(lines.map(({ first, paths }) => [first.verdict, versionText(first), lineText(first, paths)]), indent, width);
}

function linesOf(changes: readonly CrdChange[]): Line[] {
  const lines = new Map<string, Line>();
  for (const change of changes) {
    const key = JSON.stringify([change.version, change.servedBeside, change.rule, change.message]);
    const line = lines.get(key) ?? { first: change, paths: [] };
    lines.set(key, line);
    if (change.path !== undefined) {
      line.paths.push(change.path === '' ? 'the whole object' : change.path);
    }
  }
  return [...lines.values()];
}

function versionText({ version, servedBeside }: CrdChange): string {
  return servedBeside === undefined ? version ?? '' : `${version ?? ''} beside ${servedBeside}`;
}

function lineText({ rule, message }: CrdChange, paths: readonly string[]): string {
  if (paths.length < 2) {
    return [...paths, message].join(': ');
  }
  const fields = abridgedList(paths, FIELDS_SHOWN);
  return rule === CrdChangeKind.FIELD_ADDED ? `${paths.length} new fields: ${fields}` : `${message} (${paths.length} fields): ${fields}`;
}
