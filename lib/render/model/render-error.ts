import { problemsMessage } from '../../bundle/model/bundle-error';
import type { Manifest } from '../../bundle/model/manifest';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { printableMessage } from '../../text/printable';

/** Kinds of problems that prevent a bundle from being rendered to plain manifests. The set is closed: a program may switch over it. */
export enum RenderErrorCode {
  /** An option is unknown, or has an invalid value. */
  OPTIONS = 'options',

  /** The operator does not support the namespaces to watch, or none are specified. */
  INSTALL_MODE = 'install-mode',

  /** The operator has webhooks, and there is no source for their certificates. */
  CERTIFICATES = 'certificates',

  /** The operator serves APIs through API aggregation. */
  API_SERVICE = 'api-service',

  /** The bundle does not belong to a package. */
  PACKAGE = 'package',

  /** A manifest has a value of the wrong type, or lacks a name. */
  MANIFEST = 'manifest',

  /** The bundle contains an object of a kind that is not allowed. */
  KIND = 'kind',

  /** A deployment of the ClusterServiceVersion has an invalid or repeated name. */
  DEPLOYMENT = 'deployment',

  /** A CustomResourceDefinition is missing, repeated, or of a version that clusters no longer serve. */
  CRD = 'crd',

  /** A webhook of the ClusterServiceVersion is invalid. */
  WEBHOOK = 'webhook',

  /** A webhook that converts CustomResourceDefinitions is invalid. */
  CONVERSION = 'conversion',
}

/** A problem that prevents a bundle from being rendered. */
export interface RenderProblem {
  /** Kind of the problem. */
  readonly code: RenderErrorCode;

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

/** Thrown when a bundle cannot be rendered to plain manifests. It lists all problems found. */
export class RenderError extends Error {
  // Private, so that Node.js does not print them a second time under the message of an uncaught error.
  readonly #problems: RenderProblem[];

  /**
   * @param source source of the bundle
   * @param problems problems of the bundle and of the options; at least one
   */
  public constructor(source: string, problems: RenderProblem[]) {
    super(printableMessage(problemsMessage(source, problems)));
    Object.defineProperty(this, 'name', { value: 'RenderError', configurable: true, writable: true });
    this.#problems = problems;
  }

  /** Kind of the first problem. */
  public get code(): RenderErrorCode {
    return this.#problems[0]!.code;
  }

  /** All problems, at least one. */
  public get problems(): RenderProblem[] {
    return this.#problems;
  }
}

/** Maximum number of problems with a line: for each one, a file is parsed again. */
const MAX_POSITIONS = 20;

/** Collects the problems of a bundle. */
export class RenderProblems {
  public readonly list: RenderProblem[] = [];

  /** Adds a problem that does not belong to a file. */
  public add(code: RenderErrorCode, message: string): void {
    this.list.push({ code, message });
  }

  /** Adds a problem at a path in a manifest, or at its nearest parent in the file. */
  public addAt(code: RenderErrorCode, manifest: Manifest, path: ValuePath, message: string): void {
    const position = this.list.length < MAX_POSITIONS ? nearestPosition((around) => manifest._positionOf(around), path) : undefined;
    this.list.push({ code, message, file: manifest.file, ...position });
  }
}
