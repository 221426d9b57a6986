import { Manifest } from '../../bundle/model/manifest';
import { goText } from '../../formats/json/utf8-text';
import { checkArguments } from '../../formats/options/check-arguments';
import { printableMessage } from '../../text/printable';
import type { FindingSeverity } from './finding';
import type { BundleObject, BundleView } from './bundle-view';

/** A rule written by the user. */
export interface IValidationRule {
  /** ID, such as `acme-labels`; it must differ from the IDs of the library. */
  readonly id: string;

  /** Severity of a breach. */
  readonly severity: FindingSeverity;

  /** Requirement of the rule, in one sentence. */
  readonly summary: string;

  /** Remedy for a breach, in the imperative. */
  readonly remedy: string;

  /**
   * Source of the rule, such as a link to a guideline.
   *
   * @default - the ID
   */
  readonly source?: string;

  /**
   * Returns every breach. Errors thrown here propagate to the caller of the validation.
   *
   * @param bundle everything that can be read of the bundle, which may be invalid
   */
  check(bundle: ValidatedBundle): RuleBreach[];
}

/** A breach of the user's own rule. */
export interface RuleBreach {
  /** Problem, with the value found. */
  readonly message: string;

  /**
   * Path of the file inside the bundle.
   *
   * @default - the breach is about the bundle as a whole
   */
  readonly file?: string;

  /**
   * Path of the value in the file, which determines line and column. List indices are strings of digits, from 0.
   *
   * @default - the breach is about the file as a whole
   */
  readonly path?: string[];

  /**
   * Severity of this breach.
   *
   * @default - that of the rule
   */
  readonly severity?: FindingSeverity;

  /**
   * Remedy for this breach, in the imperative.
   *
   * @default - that of the rule
   */
  readonly remedy?: string;
}

/** Everything that can be read of a bundle, for the user's own rules. */
export class ValidatedBundle {
  /** @internal */
  public static _of(view: BundleView): ValidatedBundle {
    return new ValidatedBundle(view);
  }

  /** Name of the package, or an empty string if no annotation sets it. */
  public readonly packageName: string;

  /** Channels, or an empty list if no annotation sets them. */
  public readonly channels: string[];

  /** Default channel, or undefined if no annotation sets it. */
  public readonly defaultChannel?: string;

  /** The annotations in metadata/. */
  public readonly annotations: { [key: string]: string };

  /** Readable objects in manifests/, sorted by file name. Their fields may have any type. */
  public readonly manifests: Manifest[];

  /** The CSV, or the first one if there are several. Undefined if none can be read. */
  public readonly csv?: Manifest;

  /** Files directly in manifests/ and metadata/, including unreadable ones. */
  public readonly files: string[];

  readonly #view: BundleView;

  private constructor(view: BundleView) {
    this.#view = view;
    this.packageName = view.packageName;
    this.channels = [...view.channels];
    if (view.defaultChannel !== '') {
      this.defaultChannel = view.defaultChannel;
    }
    this.annotations = { ...view.annotations };
    this.manifests = view.objects.map((object) => this.#manifest(object));
    const csv = this.manifests.find(({ kind }) => kind === 'ClusterServiceVersion');
    if (csv !== undefined) {
      this.csv = csv;
    }
    this.files = [...view.files.keys()];
  }

  /**
   * Returns the content of a file as a string.
   *
   * @param file a path in `files`
   * @throws Error when there is no such file
   */
  public textOf(file: string): string {
    checkArguments('ValidatedBundle#textOf', { file });
    const content = this.#view.files.get(file);
    if (content === undefined) {
      throw new Error(printableMessage(`the bundle has no file ${JSON.stringify(file)}; pass one of the paths in files`));
    }
    return goText(content);
  }

  #manifest({ file, json }: BundleObject): Manifest {
    return Manifest._of(file, json, this.#view.documents.get(file)?.locate);
  }
}
