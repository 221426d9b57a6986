import { defined } from '../../formats/json/defined';
import { BundleValidation, type BundleValidationOptions } from '../../validation/bundle-validation';
import type { ValidationFinding } from '../../validation/model/finding';
import { RuleSetting } from '../../validation/model/rule-setting';
import { ValidationSuite } from '../../validation/model/suite';
import { jUnitReports } from '../../validation/output/junit';
import { sarifReports } from '../../validation/output/sarif';
import { gitHubReports } from '../../validation/output/text';
import type { ValidationReport } from '../../validation/validation-report';
import { isFolder } from '../../formats/output/make-folders';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { inCommandLineTerms } from '../frame/command-line-terms';
import type { CommandContext } from '../frame/context';
import { limitsFor } from '../frame/limits';
import { choice, list, outputFormat, text, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import type { BundleFindings } from '../frame/results';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, checkOperands, eachInput, type InputResult, type InputResults, isImage, readBundle, withPath, writeSummary } from './inputs';

const options = {
  output: outputFormat(['text', 'json', 'sarif', 'junit', 'github'], 'text', 'format of the report'),
  suite: list('SUITE', `suite of rules: ${Object.values(ValidationSuite).join(', ')}; by default format and default, as operator-sdk, and loading, olm-v0 and cluster`),
  selectOptional: list('LABEL', 'label that adds suites, as in operator-sdk: name=good-practices, suite=operatorframework'),
  only: list('RULE', 'rule that runs alone'),
  raise: list('RULE', 'rule whose findings are errors'),
  lower: list('RULE', 'rule whose findings are warnings'),
  silence: list('RULE=REASON', 'rule whose findings are ignored, with the reason'),
  k8sVersion: text('VERSION', 'version of Kubernetes that the bundle targets; by default minKubeVersion of the CSV'),
  olmVersion: text('VERSION', 'release of OLM v0 that installs the bundle, such as 0.31.0; by default any'),
  failOn: choice('SEVERITY', ['error', 'warning'], 'error', 'lowest severity of the findings that make the exit code 1'),
  ...registryOptions,
};

/** `olm-constructs validate` */
export const validateCommand = defineCommand({
  description: 'Validates bundles, as operator-sdk, opm and OperatorHub do. A bundle that cannot be read completely is validated as far as it can be. '
    + 'The exit code is 1 if there are errors; with several bundles, it is that of the worst.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options,
  examples: [
    { description: 'With the rules of operator-sdk', command: 'olm-constructs validate bundle' },
    { description: 'All good practices, as annotations of GitHub Actions', command: 'olm-constructs validate bundle --select-optional name=good-practices -o github' },
    { description: 'Two versions, with a summary', command: 'olm-constructs validate bundle bundle-next --fail-on warning' },
  ],
  run: async (context, { operands, options: values }) => {
    checkOperands(operands);
    const settings = validationOptions(values);
    const inputs = await eachInput(operands, context, async (operand) => isImage(operand)
      ? BundleValidation.ofBundle(await readBundle(operand, context, values), settings)
      : (await withPath(operand, context, (path) => BundleValidation.ofPath(path, settings)))._reworded(inOwnTerms), { areListed: values.output === 'json' });
    write(inputs, values.output, context);
    if (values.output === 'text') {
      writeSummary(inputs, context, ['ERRORS', 'WARNINGS', 'RESULT'], ({ errors, warnings, passed }) => [
        String(errors), String(warnings), passed ? { text: 'passed', style: 'green' } : { text: 'failed', style: 'red' },
      ]);
    }
    const failed = inputs.results.some(({ value }) => !value.passed || (values.failOn === 'warning' && value.warnings > 0));
    return inputs.unreadable > 0 ? ExitCode.ERROR : failed ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

function validationOptions(values: Values<typeof options>): BundleValidationOptions {
  const known = new Map<string, ValidationSuite>(Object.values(ValidationSuite).map((suite) => [suite, suite]));
  const suites = values.suite.map((name) => known.get(name)
    ?? refuse(`--suite '${name}' is unknown; the suites are ${Object.values(ValidationSuite).join(', ')}`));
  const silenced = values.silence.map((given) => {
    const [rule = '', ...reason] = given.split('=');
    return reason.join('').trim() === '' ? refuse(`--silence must be RULE=REASON, and is '${given}'`) : RuleSetting.silence(rule, reason.join('='));
  });
  return {
    ...(suites.length === 0 ? {} : { suites }),
    ...(values.only.length === 0 ? {} : { only: [...values.only] }),
    ...defined({ k8sVersion: values.k8sVersion, olmVersion: values.olmVersion }),
    ...limitsFor('BundleReadOptions', values.limit),
    labels: [...values.selectOptional],
    rules: [...values.raise.map((rule) => RuleSetting.asError(rule)), ...values.lower.map((rule) => RuleSetting.asWarning(rule)), ...silenced],
  };
}

/** Returns the message of a finding: if the bundle cannot be read, it is that of the library, which may name one of its options. */
function inOwnTerms({ ruleId, message }: ValidationFinding): string {
  return ruleId.startsWith('read-') ? inCommandLineTerms(message) : message;
}

function refuse(message: string): never {
  throw new UsageError(message);
}

function write({ results, errors }: InputResults<ValidationReport>, output: Values<typeof options>['output'], { stdout }: CommandContext): void {
  const inFolders = results.map(({ operand, value }) => ({ report: value, options: isFolder(operand) ? { folder: operand } : {} }));
  switch (output) {
    case 'text':
      return stdout.write(results.map(({ operand, value }) => (
        shownAs(operand, stdout.restyled(value.toText({ color: stdout.hasColors, width: stdout.width })), value)
      )).join('\n'));
    case 'json':
      return writeResult(stdout, output, 'ValidationReportList', { items: results.map(dataOf), errors });
    case 'sarif':
      return stdout.data(sarifReports(inFolders));
    case 'junit':
      return stdout.data(jUnitReports(inFolders));
    case 'github':
      return stdout.data(gitHubReports(inFolders));
  }
}

/** Replaces the path of the file that contains the standard input with the operand. */
function shownAs(operand: string, content: string, { source }: ValidationReport): string {
  return content.replace(source, () => operand);
}

function dataOf({ operand: source, value: { passed, errors, warnings, findings, silenced } }: InputResult<ValidationReport>): BundleFindings {
  return { source, passed, errors, warnings, findings, silenced };
}
