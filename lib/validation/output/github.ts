import { fileInFolder, type PlacedReport } from './report-content';

/**
 * Returns the findings as workflow commands of GitHub Actions, which show them next to the code.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function gitHubReports(reports: readonly PlacedReport[]): string {
  return reports.flatMap(({ report, options }) => report.findings.map(({ ruleId, severity, file, line, column, message, remedy }) => {
    const properties = Object.entries({
      file: file === undefined ? undefined : fileInFolder(file, options.folder), line, col: column, title: `${report.source}: ${ruleId}`,
    }).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${propertyText(String(value))}`);
    return `::${severity} ${properties.join(',')}::${dataText(`${message}; ${remedy}`)}\n`;
  })).join('');
}

function dataText(value: string): string {
  return value.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function propertyText(value: string): string {
  return dataText(value).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
