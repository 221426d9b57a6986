import type { FileReportOptions } from './report-options';
import type { SilencedFinding, ValidationFinding, RuleDescription } from '../model/finding';

/** Content of a `ValidationReport`, from which its output formats are generated. */
export interface ReportContent {
  readonly source: string;
  readonly rules: readonly RuleDescription[];
  readonly findings: readonly ValidationFinding[];
  readonly silenced: readonly SilencedFinding[];
  /** Word for silenced findings in text output; by default `silenced`. */
  readonly silencedWord?: string;
  readonly errors: number;
  readonly warnings: number;
  readonly passed: boolean;
}

/** A report, and the folder of its bundle. */
export interface PlacedReport {
  readonly report: ReportContent;
  readonly options: FileReportOptions;
}

/** Returns the path of a bundle file, prefixed with the folder of the bundle. */
export function fileInFolder(file: string, folder: string | undefined): string {
  const steps = (folder ?? '').split('/').filter((step) => step !== '' && step !== '.');
  return (folder?.startsWith('/') === true ? '/' : '') + [...steps, file].join('/');
}
