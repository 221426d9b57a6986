import { causeLink } from '../../../../lib/text/documentation';
import { CauseName, KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';
import { commandLineRemedy, withCommandLineRemedies } from '../../../../lib/cluster/waiting/explain/command-line-remedies';

const CAUSES = Object.keys(KNOWN_CAUSES) as CauseName[];

/** Words that have a meaning only in a Pulumi program or for a construct. */
const WORDS_OF_PROGRAMS = /\b(waiter|component|provider|run again to|set recover|set adopt|set operands|removeOperators|OlmInstallation|depend on it|refresh)\b/;

test.each(CAUSES)('the remedy of %s makes sense to users of the command line', (cause) => {
  expect(commandLineRemedy(cause)).not.toMatch(WORDS_OF_PROGRAMS);
  expect(commandLineRemedy(cause)).not.toMatch(/(?<!--)\bkubeconfig and context\b/);
});

test('a remedy for a single finding is not replaced', () => {
  const own = { cause: 'olm-missing', message: 'no OLM is installed in the cluster', remedy: 'run synth first', link: causeLink('olm-missing') } as const;
  const usual = { ...own, remedy: KNOWN_CAUSES['olm-missing'].remedy };
  expect(withCommandLineRemedies([own, usual]).map(({ remedy }) => remedy)).toEqual([
    'run synth first', 'install OLM first, or select the cluster that runs OLM with --kubeconfig and --context',
  ]);
});
