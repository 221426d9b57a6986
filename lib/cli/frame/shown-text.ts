import { exactJson } from '../../formats/json/exact-json';

/** What a terminal obeys instead of showing it: control characters and those that hide or reverse text, except line breaks and tabs. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Commands that the logs of GitHub Actions, Azure Pipelines and TeamCity obey: `::error::` at the start of a line, and `##[error]` anywhere. */
const COLON_COMMAND = /^([^\S\n\r\u2028\u2029]*)(?=::[A-Za-z])/gm;
const HASH_COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/** Returns a text with no effect on a terminal or a workflow log: control characters are replaced, and a backslash is added to commands. */
export function shownText(content: string): string {
  return content.replace(OBEYED, '\ufffd').replace(COLON_COMMAND, '$1\\').replace(HASH_COMMAND, '#\\#');
}

/** Returns a value as JSON with no effect on a terminal or a workflow log: the same strings, with more characters escaped. */
export function shownJson(value: unknown): string {
  return exactJson(value, 2).replace(OBEYED, (character) => character.split('').map(escaped).join(''))
    .replace(HASH_COMMAND, `#${escaped('#')}`);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
