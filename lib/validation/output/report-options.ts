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
