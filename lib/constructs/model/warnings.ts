import { IConstruct } from 'constructs';
import { printWarning } from '../../text/print-warning';
import { printableValidation } from './printable-validation';

/** Property of a construct with its warnings, so that all copies of this library share it. */
const WARNINGS = Symbol.for('olm-constructs.Warnings');

/** Warnings of a construct, and whether the user has seen them. */
interface ConstructWarnings {
  readonly messages: readonly string[];
  isReported: boolean;
}

/**
 * Prints warnings of a construct on stderr when the app is synthesized, one per line. cdk8s validates the whole app again for each chart, so
 * they are printed only the first time, and not at all if something else has reported them.
 *
 * @param messages returns warnings, as sentences; called at synthesis
 */
export function warnAtSynthesis(construct: IConstruct, messages: () => readonly string[]): void {
  Object.defineProperty(construct, WARNINGS, {
    value: { get messages() { return messages(); }, isReported: false } satisfies ConstructWarnings,
  });
  construct.node.addValidation(printableValidation(() => {
    takeWarnings([construct]).forEach(line => printWarning(line));
    return [];
  }));
}

/** Returns the warnings of a construct, reported or not. */
export function warningsOf(construct: IConstruct): readonly string[] {
  return (construct as { readonly [WARNINGS]?: ConstructWarnings })[WARNINGS]?.messages ?? [];
}

/** Returns the warnings of constructs that were not reported yet, each with the path of its construct. Marks them as reported. */
export function takeWarnings(constructs: readonly IConstruct[]): string[] {
  return constructs.flatMap(construct => {
    const warnings = (construct as { readonly [WARNINGS]?: ConstructWarnings })[WARNINGS];
    if (warnings === undefined || warnings.isReported) {
      return [];
    }
    warnings.isReported = true;
    return warnings.messages.map(message => `[${construct.node.path}] ${message}`);
  });
}
