/** Options of `ValidationReport.toText`. */
export interface TextReportOptions {
  /**
   * Whether to color the text with terminal escape sequences. To follow the terminal of a program, use Node:
   * `report.toText({ color: process.stdout.isTTY && process.stdout.hasColors() })`, which also follows `NO_COLOR` and `FORCE_COLOR`.
   *
   * @default false
   */
  readonly color?: boolean;

  /**
   * Maximum width of lines in columns; only single long words are wider.
   *
   * @default 120
   */
  readonly width?: number;
}

/** Options of `ValidationReport.toSarif` and `toJUnit`. */
export interface FileReportOptions {
  /**
   * Folder of the bundle, relative to the root of the repository, such as `operator/bundle`. It is put before the names of files, so that they
   * match the repository.
   *
   * @default - paths inside the bundle
   */
  readonly folder?: string;
}
