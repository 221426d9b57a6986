import { ownValue } from '../../formats/json/json-value';
import { ExitCode, UsageError } from '../frame/cli-error';
import { type CommandEntry, defineCommand, flagName } from '../frame/command';

/** Scripts by shell. They call `olm-constructs __complete`, and complete file names where it prints nothing. */
const SCRIPTS: { readonly [shell: string]: string } = {
  bash: `_olm_constructs() {
  local IFS=$'\\n'
  COMPREPLY=( $(olm-constructs __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1) )
}
complete -o default -F _olm_constructs olm-constructs
`,
  zsh: `#compdef olm-constructs
_olm_constructs() {
  local line
  local -a lines described
  lines=("\${(@f)$(olm-constructs __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#described )); then _describe 'olm-constructs' described; else _files; fi
}
if [[ $funcstack[1] == _olm_constructs ]]; then _olm_constructs "$@"; else compdef _olm_constructs olm-constructs; fi
`,
  fish: `function __olm_constructs_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  olm-constructs __complete -- $words[2..] (commandline --current-token) 2>/dev/null
end
complete --command olm-constructs --arguments '(__olm_constructs_complete)'
`,
};

/** `olm-constructs completion` */
export const completionCommand = defineCommand({
  description: 'Prints the script that completes commands, options and their values in a shell. Load it in the configuration of the shell: '
    + '`source <(olm-constructs completion bash)` in ~/.bashrc, the same with zsh in ~/.zshrc, and `olm-constructs completion fish | source` in config.fish.',
  operands: [{ name: 'SHELL', description: 'bash, zsh or fish' }],
  options: {},
  examples: [{ description: 'Completion in bash', command: 'olm-constructs completion bash' }],
  run: ({ stdout }, { operands: [shell = ''] }) => {
    const script = ownValue(SCRIPTS, shell);
    if (script === undefined) {
      throw new UsageError(`completion is available for ${Object.keys(SCRIPTS).join(', ')}, and not for '${shell}'`);
    }
    stdout.write(script);
    return ExitCode.SUCCESS;
  },
});

/** Returns `olm-constructs __complete`, which completion scripts call: it completes the given commands. */
export const completeCommand = (commands: readonly CommandEntry[]) => defineCommand({
  description: 'Prints the possible completions: a value and its description, separated by a tab, per line.',
  operands: [{ name: 'WORD', description: 'words of the command line after the name of the program; the last one is completed', required: false, several: true }],
  options: {},
  examples: [],
  run: ({ stdout }, { operands }) => {
    candidates(operands, commands).forEach(([value, description]) => stdout.line(`${value}\t${description}`));
    return ExitCode.SUCCESS;
  },
});

type Candidate = readonly [value: string, description: string];

/** Returns the possible completions of the last word. Shells pass `--format=json` as three words. */
function candidates(words: readonly string[], entries: readonly CommandEntry[]): Candidate[] {
  const given = words.flatMap((word) => /^--[^=]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word])
    .filter((word) => word !== '=');
  const current = given.at(-1) ?? '';
  const before = given.slice(0, -1);
  const entry = entries.find(({ name }) => name.split(' ').every((part, index) => before[index] === part));
  const found = entry === undefined ? names(before, entries) : ofCommand(before.at(-1) ?? '', current, entry);
  return found.filter(([value]) => value.startsWith(current));
}

/** Returns the commands, or those of a group. */
function names(before: readonly string[], entries: readonly CommandEntry[]): Candidate[] {
  const visible = entries.filter(({ hidden, name }) => hidden !== true && before.every((word, index) => name.split(' ')[index] === word));
  return [...new Map(visible.map(({ name, summary }): Candidate => {
    const parts = name.split(' ');
    return [parts[before.length]!, parts.length === before.length + 1 ? summary : `commands for ${parts[0]}s`];
  }))];
}

function ofCommand(previous: string, current: string, entry: CommandEntry): Candidate[] {
  const options = Object.entries(entry.load().options).map(([key, option]) => ({ flag: flagName(key), ...option }));
  const waiting = options.find(({ flag, short, value, isValueOptional }) => value !== undefined && isValueOptional !== true && (flag === previous || `-${short}` === previous));
  if (waiting !== undefined) {
    return (waiting.choices ?? []).map((choice): Candidate => [choice, '']);
  }
  return current.startsWith('-') ? options.map(({ flag, description }): Candidate => [flag, description]) : [];
}
