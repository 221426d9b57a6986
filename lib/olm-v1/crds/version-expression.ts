import { matching } from './validation-rules';

const OPERATOR = '(=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)';
const PRERELEASE_AND_BUILD = '(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?';

/** The misplaced brackets are from upstream: some of these patterns also accept a bracket after the number. */
const NUMBER = '(0|[1-9]\\d*|x|X|\\*)';
const NUMBER_BRACKET = '(0|[1-9]\\d*|x|X|\\*])';
const MAJOR_CLASS = '(0|[1-9]\\d*|[x|X|\\*])';

const first = `(v?${MAJOR_CLASS}(\\.${NUMBER_BRACKET})?(\\.${NUMBER})?${PRERELEASE_AND_BUILD})`;
const next = `(v?${NUMBER_BRACKET}(\\.${NUMBER})?(\\.${NUMBER_BRACKET})?${PRERELEASE_AND_BUILD})`;

/**
 * Rule of version ranges. It accepts more than the controller: an invalid version range that passes here makes the ClusterExtension fail.
 */
export const versionExpression = matching(
  `^(\\s*${OPERATOR}\\s*${first}\\s*)((?:\\s+|,\\s*|\\s*\\|\\|\\s*)${OPERATOR}\\s*${next}\\s*)*$`,
  'invalid version expression',
);
