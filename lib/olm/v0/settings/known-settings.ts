import { checkOptions } from '../../../formats/options/check-options';
import { printableLines } from '../../../text/printable';
import { refusedValues } from './refused-values';
import { affinityProblems } from './affinity-problems';
import type { OlmSettings } from './olm-settings';

/**
 * Refuses settings with an unknown key, or with a value of another type or one that the API server refuses, including nested ones.
 *
 * @param what name of the settings in messages, such as `settings of OlmRelease.of`
 * @param isOfConstruct whether a construct has checked the values: strings may stand for some that are known later
 * @throws with one line for each problem
 */
export function checkKnownSettings(settings: OlmSettings, what: string, isOfConstruct = false): void {
  checkOptions(what, 'OlmSettings', settings);
  const { olmOperator, catalogOperator, packageserver } = settings;
  const refused = isOfConstruct ? [] : refusedValues('OlmSettings', settings);
  const affinities = Object.entries({ olmOperator, catalogOperator, packageserver }).flatMap(([controller, found]) => (
    found?.affinity === undefined ? [] : affinityProblems(found.affinity, `${controller}.affinity`)
  ));
  if (refused.length + affinities.length > 0) {
    throw new Error(printableLines([...refused, ...affinities]));
  }
}
