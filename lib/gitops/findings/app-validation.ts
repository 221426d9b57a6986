import type { IConstruct } from 'constructs';
import type { AppFinding } from './app-finding';
import type { AppReport } from './app-report';
import { FindingSeverity } from '../../validation/model/severity';

/** Whether the validations of constructs are being collected, and those that are added here are not to run. */
let isCollecting = false;

/** A problem that the validation of a construct reports. */
export interface RefusedConstruct {
  readonly construct: IConstruct;
  readonly problem: string;
}

/**
 * Adds a validation that stops synthesis with all errors of a report. Its warnings are printed on stderr, the first time only: cdk8s validates an app
 * again for each chart.
 *
 * @param report returns the report; called in each pass of cdk8s
 * @param strict whether warnings stop synthesis, too
 */
export function addAppValidation(scope: IConstruct, report: () => AppReport, strict: boolean): void {
  const printed = new Set<string>();
  scope.node.addValidation({
    validate: () => {
      if (isCollecting) {
        return [];
      }
      const { findings } = report();
      const stops = (finding: AppFinding): boolean => strict || finding.severity === FindingSeverity.ERROR;
      for (const line of findings.filter((finding) => !stops(finding)).map(lineOf)) {
        if (!printed.has(line)) {
          printed.add(line);
          process.stderr.write(`warning: ${line}\n`);
        }
      }
      return findings.filter(stops).map(lineOf);
    },
  });
}

/** Returns the problems that the constructs' own validations report, without those that are added here. */
export function refusedConstructs(constructs: readonly IConstruct[]): RefusedConstruct[] {
  isCollecting = true;
  try {
    return constructs.flatMap((construct) => construct.node.validate().map((problem) => ({ construct, problem })));
  } finally {
    isCollecting = false;
  }
}

function lineOf({ id, paths, message, remedy }: AppFinding): string {
  return `${id}: ${paths[0] === '' || paths[0] === undefined ? '' : `[${paths[0]}] `}${message}; ${remedy}`;
}
