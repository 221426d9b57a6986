import { defined } from '../../formats/json/defined';
import type { SourcePosition } from '../../formats/json/source-position';

/** Kinds of problems that prevent a bundle from being read. The set is closed, so a program may switch over it. */
export enum BundleErrorCode {
  /** The path does not exist, or cannot be opened. */
  NOT_FOUND = 'not-found',

  /** The path is a file instead of a folder, or neither a folder nor an archive. */
  WRONG_KIND = 'wrong-kind',

  /** The folder or archive does not have the layout of a bundle, for example no manifests/. */
  LAYOUT = 'layout',

  /** The archive is damaged, or is neither tar nor gzip. */
  ARCHIVE = 'archive',

  /** An entry that is not allowed in a bundle: a link, a device, an absolute path, a path that leaves the bundle. */
  UNSAFE_ENTRY = 'unsafe-entry',

  /** An option is unknown, or has an invalid value. */
  OPTIONS = 'options',

  /** A limit of BundleReadOptions is exceeded. */
  LIMIT = 'limit',

  /** A file is not YAML or JSON that Go's parsers accept. */
  SYNTAX = 'syntax',

  /** A file that some of OLM's tools read, and others drop. */
  AMBIGUOUS = 'ambiguous',

  /** The bundle has a media type other than registry+v1. */
  MEDIA_TYPE = 'media-type',

  /** metadata/annotations.yaml is missing, or contains values that are not strings. */
  ANNOTATIONS = 'annotations',

  /** dependencies.yaml contains an invalid dependency. */
  DEPENDENCIES = 'dependencies',

  /** properties.yaml, or the annotation olm.properties, contains an invalid property. */
  PROPERTIES = 'properties',

  /** A manifest is not a Kubernetes object. */
  MANIFEST = 'manifest',

  /** The ClusterServiceVersion is missing, not the only one, or lacks a field that OLM needs. */
  CSV = 'csv',

  /** Not an image, not a bundle image, or several images of which none is selected. */
  IMAGE = 'image',

  /** A blob of an image does not match its digest or size. */
  DIGEST = 'digest',

  /** A registry cannot be reached, or sent an unexpected response. */
  REGISTRY = 'registry',

  /** A registry requires credentials, or rejected those it received. */
  UNAUTHORIZED = 'unauthorized',

  /** A registry redirects to a host that the user did not allow. */
  HOST = 'host',

  /** Fetching timed out, or was canceled. */
  ABORTED = 'aborted',

  /** The folder of package manifests has no package file, or an invalid one. */
  PACKAGE = 'package',
}

/** A problem of a bundle. */
export interface BundleProblem {
  /** Kind of the problem. */
  readonly code: BundleErrorCode;

  /** Error message with the value found and the remedy; without file and line. */
  readonly message: string;

  /**
   * File inside the bundle, with `/` between folders.
   *
   * @default - the problem does not belong to a single file
   */
  readonly file?: string;

  /**
   * Line in the file, starting at 1.
   *
   * @default - the problem does not belong to a single line
   */
  readonly line?: number;

  /**
   * Column in the line, starting at 1.
   *
   * @default - the problem has no exact position
   */
  readonly column?: number;
}

/**
 * Thrown when a bundle cannot be read. It lists all problems found, in the order of the files.
 *
 * The message of a bundle with one problem is one line, such as
 * `bundle: manifests/a.yaml:12:3: this is not YAML: …`; of several problems, each has its own line.
 *
 * @internal
 */
export class BundleError extends Error {
  // Private, so that Node.js does not print them again below the message of an uncaught error.
  readonly #source: string;
  readonly #problems: BundleProblem[];

  /**
   * @param source source of the bundle
   * @param problems problems of the bundle; at least one
   */
  public constructor(source: string, problems: BundleProblem[]) {
    super(problemsMessage(source, problems));
    Object.defineProperty(this, 'name', { value: 'BundleError', configurable: true, writable: true });
    this.#source = source;
    this.#problems = problems;
  }

  /** Kind of the first problem. */
  public get code(): BundleErrorCode {
    return this.#problems[0]!.code;
  }

  /** File of the first problem. */
  public get file(): string | undefined {
    return this.#problems[0]!.file;
  }

  /** Line of the first problem, starting at 1. */
  public get line(): number | undefined {
    return this.#problems[0]!.line;
  }

  /** Column of the first problem, starting at 1. */
  public get column(): number | undefined {
    return this.#problems[0]!.column;
  }

  /** Source of the bundle, as the caller specified it. */
  public get source(): string {
    return this.#source;
  }

  /** All problems; never empty. */
  public get problems(): BundleProblem[] {
    return [...this.#problems];
  }
}

/** A problem of a bundle, with the file that it is in, if any. @internal */
export interface LocatedProblem {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Returns the message of an error with problems: one line, or one for each problem. @internal */
export function problemsMessage(source: string, problems: readonly LocatedProblem[]): string {
  const lines = problems.map((problem) => `${locationOf(problem)}${problem.message}`);
  return lines.length === 1
    ? `${source}: ${lines[0]}`
    : `${source}: ${lines.length} problems\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function locationOf(problem: LocatedProblem): string {
  const location = [problem.file, problem.line, problem.column].filter((part) => part !== undefined);
  return location.length === 0 ? '' : `${location.join(':')}: `;
}

/** Maximum number of problems listed; more would hide the first ones. */
const MAX_PROBLEMS = 50;

/** Collects the problems of a bundle, so that its author sees all of them together. @internal */
export class Problems {
  readonly #list: BundleProblem[] = [];
  readonly #accepted: BundleProblem[] = [];

  /** @param accept problems to accept */
  public constructor(private readonly accept: readonly BundleErrorCode[] = []) {}

  /** Problems that are errors, in order. */
  public get list(): BundleProblem[] {
    return abridged(this.#list);
  }

  /** Accepted problems, in order. */
  public get accepted(): BundleProblem[] {
    return abridged(this.#accepted);
  }

  /** Whether another problem would be listed; otherwise its position need not be computed. */
  public get listsMore(): boolean {
    return Math.max(this.#list.length, this.#accepted.length) < MAX_PROBLEMS;
  }

  /** Whether a file has a problem that is an error. */
  public isBroken(file: string): boolean {
    return this.#list.some((problem) => problem.file === file);
  }

  /** Adds a problem, and returns whether it is accepted. */
  public add(code: BundleErrorCode, message: string, file?: string, position?: SourcePosition): boolean {
    const isAccepted = this.accept.includes(code);
    (isAccepted ? this.#accepted : this.#list).push({ code, message, ...defined({ file }), ...position });
    return isAccepted;
  }
}

function abridged(problems: BundleProblem[]): BundleProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) {
    return problems;
  }
  return [...problems.slice(0, MAX_PROBLEMS), { code: BundleErrorCode.LIMIT, message: `and ${more} more problems, which are not listed` }];
}
