import type { RuleDescription, SilencedFinding, ValidationFinding } from '../model/finding';

/** Content of a `ValidationReport`, from which its output formats are generated. @internal */
export interface ReportContent {
  readonly source: string;
  readonly rules: readonly RuleDescription[];
  readonly findings: readonly ReportedFinding[];
  readonly silenced: readonly ReportedSilence[];
  /** Word for silenced findings in text output; by default `silenced`. */
  readonly silencedWord?: string;
  readonly errors: number;
  readonly warnings: number;
  readonly passed: boolean;
}

/** A finding that may be the same in several places. @internal */
export interface ReportedFinding extends ValidationFinding {
  readonly elsewhere?: {
    /** End of the message, which names the other places. */
    readonly sentence: string;
    /** Paths of the other places, like `path` of the finding. */
    readonly paths: readonly string[];
  };
}

/** A silenced finding that may be the same in several places. @internal */
export interface ReportedSilence extends SilencedFinding {
  readonly finding: ReportedFinding;
}

/** A report, and the folder of its bundle. @internal */
export interface PlacedReport {
  readonly report: ReportContent;
  readonly options: FileReportOptions;
}

/** Returns the path of a bundle file, prefixed with the folder of the bundle. @internal */
export function fileInFolder(file: string, folder: string | undefined): string {
  const steps = (folder ?? '').split('/').filter((step) => step !== '' && step !== '.');
  return (folder?.startsWith('/') === true ? '/' : '') + [...steps, file].join('/');
}

/** Options of `ValidationReport.toText`. */
export interface TextReportOptions {
  /**
   * Whether to color the text with terminal escape sequences. To detect whether the terminal supports colors, use Node: `report.toText({ color:
   * process.stdout.isTTY && process.stdout.hasColors() })`, which also respects `NO_COLOR` and `FORCE_COLOR`.
   *
   * @default false
   */
  readonly color?: boolean;

  /**
   * Maximum number of characters per line, unless a single word is longer.
   *
   * @default 120
   */
  readonly width?: number;
}

/** Options of `ValidationReport.toSarif` and `toJUnit`. */
export interface FileReportOptions {
  /**
   * Folder of the bundle, relative to the root of the repository, such as `operator/bundle`. It is prefixed to the file names, so that they match the
   * repository.
   *
   * @default - paths inside the bundle
   */
  readonly folder?: string;
}
