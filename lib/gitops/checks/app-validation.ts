import type { IConstruct } from 'constructs';
import { aroundSynthesis } from '../../constructs/model/app-synthesis';
import { omitEmptyPaths } from '../../constructs/model/root-problems';
import { FindingSeverity } from '../../validation/model/finding';
import type { AppFinding, AppReport } from './app-report';
import { alsoIn } from './finding-places';
import { printWarning } from '../../text/print-warning';
import { printableValidation } from '../../constructs/model/printable-validation';

/** Whether the validations of constructs are being collected, so that those added here must not run. */
let isCollecting = false;

/** The call of `synth` that an app is in, if any. */
interface Synthesis {
  current: object | undefined;
}

const SYNTHESES = new WeakMap<IConstruct, Synthesis>();

/** A problem that the validation of a construct reports. */
export interface RefusedConstruct {
  readonly construct: IConstruct;
  readonly problem: string;
}

/**
 * Adds a validation that stops synthesis with all errors of a report. Its warnings are printed on stderr, the first time only.
 *
 * cdk8s validates a whole app once for each chart, which would take time quadratic in the number of charts. In one call of `synth`, the report is
 * created once, and recreated only if constructs were added.
 *
 * @param report returns the report
 * @param strict whether warnings also stop synthesis
 */
export function addAppValidation(scope: IConstruct, report: () => AppReport, strict: boolean): void {
  const printed = new Set<string>();
  const synthesis = synthesisOf(scope.node.root);
  omitEmptyPaths(scope);
  let last: { readonly call: object; readonly constructs: number; readonly findings: readonly AppFinding[] } | undefined;
  const currentFindings = (): readonly AppFinding[] => {
    const call = synthesis.current;
    if (call === undefined) {
      return report().findings;
    }
    const constructs = scope.node.root.node.findAll().length;
    if (last?.call !== call || last.constructs !== constructs) {
      last = { call, constructs, findings: report().findings };
    }
    return last.findings;
  };
  scope.node.addValidation(printableValidation(() => {
    if (isCollecting) {
      return [];
    }
    const findings = currentFindings();
    const stops = (finding: AppFinding): boolean => strict || finding.severity === FindingSeverity.ERROR;
    for (const line of findings.filter((finding) => !stops(finding)).map(lineOf)) {
      if (!printed.has(line)) {
        printed.add(line);
        printWarning(line);
      }
    }
    return findings.filter(stops).map(lineOf);
  }));
}

/** Returns the state of an app, and wraps the app's synthesis methods so that they update it. */
function synthesisOf(app: IConstruct): Synthesis {
  const known = SYNTHESES.get(app);
  if (known !== undefined) {
    return known;
  }
  const synthesis: Synthesis = { current: undefined };
  SYNTHESES.set(app, synthesis);
  aroundSynthesis(app, (synthesize) => {
    const outer = synthesis.current;
    synthesis.current = {};
    try {
      return synthesize();
    } finally {
      synthesis.current = outer;
    }
  });
  return synthesis;
}

/** Returns the problems that the constructs' own validations report, without those added here. */
export function refusedConstructs(constructs: readonly IConstruct[]): RefusedConstruct[] {
  isCollecting = true;
  try {
    return constructs.flatMap((construct) => construct.node.validate().map((problem) => ({ construct, problem })));
  } finally {
    isCollecting = false;
  }
}

/** Returns a finding as a line: its check, the path of its construct, the problem and the remedy. */
export function lineOf({ id, paths: [path = ''], clusters, message, remedy }: AppFinding): string {
  return `${id}: ${path === '' ? '' : `[${path}] `}${message}${alsoIn(clusters)}; ${remedy}`;
}
