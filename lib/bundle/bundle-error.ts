/**
 * What can be wrong with a bundle so that it cannot be read. The set is closed: a program may switch over it.
 */
export enum BundleErrorCode {
  /** The path names nothing, or something that cannot be opened. */
  NOT_FOUND = 'not-found',

  /** The path names a file where a folder is needed, or neither a folder nor an archive. */
  WRONG_KIND = 'wrong-kind',

  /** The folder or archive does not have the layout of a bundle, for instance no manifests/. */
  LAYOUT = 'layout',

  /** The archive is damaged, or is neither tar nor gzip. */
  ARCHIVE = 'archive',

  /** An entry that a bundle must not have: a link, a device, an absolute path, a path that leaves the bundle. */
  UNSAFE_ENTRY = 'unsafe-entry',

  /** A limit of BundleReadOptions is exceeded. */
  LIMIT = 'limit',

  /** A file is not YAML or JSON that Go's readers accept. */
  SYNTAX = 'syntax',

  /** A file is read by some of OLM's tools and dropped by others. */
  AMBIGUOUS = 'ambiguous',

  /** The bundle has another media type than registry+v1. */
  MEDIA_TYPE = 'media-type',

  /** metadata/annotations.yaml is missing or holds something else than text. */
  ANNOTATIONS = 'annotations',

  /** dependencies.yaml holds something that is no dependency. */
  DEPENDENCIES = 'dependencies',

  /** properties.yaml, or the olm.properties annotation, holds something that is no property. */
  PROPERTIES = 'properties',

  /** A manifest is no Kubernetes object. */
  MANIFEST = 'manifest',

  /** There is no ClusterServiceVersion, more than one, or one that lacks what OLM needs of it. */
  CSV = 'csv',

  /** The image is none, is no image of a bundle, or the layout does not tell which of its images is meant. */
  IMAGE = 'image',

  /** A part of an image has other bytes than its digest or size says. */
  DIGEST = 'digest',

  /** A registry could not be reached, or answered with something else than what was asked for. */
  REGISTRY = 'registry',

  /** A registry wants credentials, or refuses those it was given. */
  UNAUTHORIZED = 'unauthorized',

  /** A registry sends us to a host that the user did not name. */
  HOST = 'host',

  /** Fetching took longer than it was given, or was called off. */
  ABORTED = 'aborted',

  /** The folder of package manifests lacks its package, or that is no package. */
  PACKAGE = 'package',
}

/** One thing that is wrong with a bundle. */
export interface BundleProblem {
  /** The kind of problem. */
  readonly code: BundleErrorCode;

  /** What is wrong, what was found, and the remedy; without file and line. */
  readonly message: string;

  /**
   * The file inside the bundle, with `/` between folders.
   *
   * @default - the problem is not in one file
   */
  readonly file?: string;

  /**
   * The line in the file, from 1.
   *
   * @default - the problem is not in one line
   */
  readonly line?: number;

  /**
   * The column in the line, from 1.
   *
   * @default - the problem is not in one place
   */
  readonly column?: number;
}

/**
 * Thrown when a bundle cannot be read. It lists everything that was found wrong, in order of the files.
 *
 * The message of a bundle with one problem is one line, such as
 * `bundle: manifests/a.yaml:12:3: the text is not YAML: …`; with more of them, each has its own line.
 */
export class BundleError extends Error {
  /** The kind of the first problem. */
  public readonly code: BundleErrorCode;

  /** The file of the first problem. */
  public readonly file?: string;

  /** The line of the first problem, from 1. */
  public readonly line?: number;

  /** The column of the first problem, from 1. */
  public readonly column?: number;

  /** Where the bundle was read from, as the caller gave it. */
  public readonly source: string;

  /** Everything that is wrong; never empty. */
  public readonly problems: BundleProblem[];

  /**
   * @param source where the bundle was read from
   * @param problems what is wrong with it; at least one
   */
  public constructor(source: string, problems: BundleProblem[]) {
    super(messageOf(source, problems));
    this.name = 'BundleError';
    const first = problems[0]!;
    this.code = first.code;
    if (first.file !== undefined) {
      this.file = first.file;
    }
    if (first.line !== undefined) {
      this.line = first.line;
    }
    if (first.column !== undefined) {
      this.column = first.column;
    }
    this.source = source;
    this.problems = problems;
  }
}

function messageOf(source: string, problems: readonly BundleProblem[]): string {
  const lines = problems.map((problem) => `${placeOf(problem)}${problem.message}`);
  return lines.length === 1
    ? `${source}: ${lines[0]}`
    : `${source}: ${lines.length} problems\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function placeOf(problem: BundleProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined);
  return place.length === 0 ? '' : `${place.join(':')}: `;
}
