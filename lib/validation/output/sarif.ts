import { createHash } from 'node:crypto';
import { defined } from '../../formats/json/defined';
import { printableJson } from '../../formats/json/printable-json';
import { REPOSITORY } from '../../text/documentation';
import type { RuleDescription, ValidationFinding } from '../model/finding';
import { fileInFolder, type FileReportOptions, type PlacedReport, type ReportContent, type ReportedFinding } from './report-content';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = 'BUNDLE';

/** Returns the report as SARIF 2.1.0. */
export function sarifReport(report: ReportContent, options: FileReportOptions): string {
  return sarifReports([{ report, options }]);
}

/** Returns several reports as SARIF 2.1.0 with one run, because GitHub rejects several runs of the same tool. */
export function sarifReports(reports: readonly PlacedReport[]): string {
  const described = distinct(reports.flatMap(({ report }) => report.rules));
  const index = new Map(described.map(({ id }, position) => [id, position]));
  const run = {
    tool: {
      driver: {
        name: 'olm-constructs',
        informationUri: REPOSITORY,
        rules: described.map(ruleOf),
      },
    },
    columnKind: 'utf16CodeUnits',
    ...(reports.some(({ options }) => options.folder === undefined) ? { originalUriBaseIds: { [ROOT]: { description: { text: 'the folder of the bundle' } } } } : {}),
    results: reports.flatMap(({ report: { findings, silenced }, options: { folder } }) => [
      ...findings.map((finding) => resultOf(finding, index, folder)),
      ...silenced.map(({ finding, reason }) => ({
        ...resultOf(finding, index, folder),
        suppressions: [{ kind: 'external', status: 'accepted', justification: reason }],
      })),
    ]),
  };
  return `${printableJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] })}\n`;
}

/** Returns each rule once, even if it ran in several suites. */
function distinct(rules: readonly RuleDescription[]): RuleDescription[] {
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}

function ruleOf({ id, severity, summary, remedy, source, suite, link }: RuleDescription): object {
  return {
    id,
    shortDescription: { text: summary },
    help: { text: remedy },
    ...defined({ helpUri: link ?? (/^https?:\/\//.test(source) ? source : undefined) }),
    defaultConfiguration: { level: severity },
    properties: { tags: [suite], source },
  };
}

function resultOf(finding: ReportedFinding, index: ReadonlyMap<string, number>, folder: string | undefined): object {
  const { ruleId, severity, message, remedy, suite, path, elsewhere } = finding;
  return {
    ruleId,
    ruleIndex: index.get(ruleId) ?? -1,
    level: severity,
    message: { text: `${message}${elsewhere?.sentence ?? ''}. Remedy: ${remedy}.` },
    ...locationsOf(finding, folder),
    partialFingerprints: { 'finding/v1': fingerprint(finding) },
    properties: { suite, ...defined({ path }) },
  };
}

function locationsOf(finding: ReportedFinding, folder: string | undefined): object {
  const { file, path, elsewhere } = finding;
  const paths = [path, ...elsewhere?.paths ?? []];
  return file === undefined && path === undefined ? {} : {
    locations: paths.map((each) => locationOf({ ...finding, ...defined({ path: each }) }, folder)),
  };
}

function locationOf({ file, line, column, path }: ValidationFinding, folder: string | undefined): object {
  const logical = path === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: path }] };
  if (file === undefined) {
    return logical;
  }
  const uri = fileInFolder(file, folder).split('/').map(encodeURIComponent).join('/');
  const base = folder === undefined ? { uriBaseId: ROOT } : {};
  const region = line === undefined ? {} : { region: { startLine: line, ...defined({ startColumn: column }) } };
  return { physicalLocation: { artifactLocation: { uri, ...base }, ...region }, ...logical };
}

/** Returns an identifier of a finding that stays the same when lines move. */
function fingerprint({ ruleId, file, path, message }: ValidationFinding): string {
  return createHash('sha256').update(JSON.stringify([ruleId, file, path, message])).digest('hex').slice(0, 32);
}
