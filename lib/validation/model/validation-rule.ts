import { Manifest } from '../manifest';
import type { FindingSeverity } from './severity';
import type { SubjectObject, ValidationSubject } from './subject';

/** A rule of the user's own. */
export interface IValidationRule {
  /** The id, such as `acme-labels`; it must not be that of a rule of the library. */
  readonly id: string;

  /** How much a breach weighs. */
  readonly severity: FindingSeverity;

  /** What the rule asks, in one sentence. */
  readonly summary: string;

  /** What to do about a breach. */
  readonly remedy: string;

  /**
   * Where the rule comes from, such as a link to a guideline.
   *
   * @default - the id
   */
  readonly source?: string;

  /**
   * Finds every breach. What it throws reaches the caller of the validation.
   *
   * @param bundle what can be read of the bundle, which may be broken in any way
   */
  check(bundle: ValidatedBundle): RuleBreach[];
}

/** One breach of a rule of the user's own. */
export interface RuleBreach {
  /** What is wrong, and what was found. */
  readonly message: string;

  /**
   * The file inside the bundle.
   *
   * @default - the breach is about the bundle as a whole
   */
  readonly file?: string;

  /**
   * Keys to the value in the file, one each; the index of a list in digits, from 0. Line and column are found from it.
   *
   * @default - the breach is about the file as a whole
   */
  readonly path?: string[];

  /**
   * How much this breach weighs.
   *
   * @default - as the rule says
   */
  readonly severity?: FindingSeverity;

  /**
   * What to do about this breach.
   *
   * @default - as the rule says
   */
  readonly remedy?: string;
}

/** What rules of the user's own look at: whatever can be read of a bundle. */
export class ValidatedBundle {
  /** @internal */
  public static _of(subject: ValidationSubject): ValidatedBundle {
    return new ValidatedBundle(subject);
  }

  /** The name of the package; empty when no annotation tells. */
  public readonly package: string;

  /** The channels; empty when no annotation tells. */
  public readonly channels: string[];

  /** The default channel; undefined when no annotation tells. */
  public readonly defaultChannel?: string;

  /** The annotations in metadata/. */
  public readonly annotations: { [key: string]: string };

  /** The objects in manifests/ that can be read, in the order of their file names. Their fields may hold anything. */
  public readonly manifests: Manifest[];

  /** The ClusterServiceVersion, the first one of several; undefined when there is none that can be read. */
  public readonly csv?: Manifest;

  /** The files directly in manifests/ and metadata/, those that cannot be read included. */
  public readonly files: string[];

  readonly #subject: ValidationSubject;

  private constructor(subject: ValidationSubject) {
    this.#subject = subject;
    this.package = subject.packageName;
    this.channels = [...subject.channels];
    if (subject.defaultChannel !== '') {
      this.defaultChannel = subject.defaultChannel;
    }
    this.annotations = { ...subject.annotations };
    this.manifests = subject.objects.map((object) => this.#manifest(object));
    const csv = this.manifests.find(({ kind }) => kind === 'ClusterServiceVersion');
    if (csv !== undefined) {
      this.csv = csv;
    }
    this.files = [...subject.files.keys()];
  }

  /**
   * The text of a file.
   *
   * @param file a path in `files`
   * @throws Error when there is no such file
   */
  public textOf(file: string): string {
    const content = this.#subject.files.get(file);
    if (content === undefined) {
      throw new Error(`there is no file ${JSON.stringify(file)} in the bundle; those that are there stand in files`);
    }
    return content.toString('utf8');
  }

  #manifest({ file, json }: SubjectObject): Manifest {
    return Manifest._of(file, json, this.#subject.documents.get(file)?.locate);
  }
}
