import { defined as definedValues } from '../../formats/json/defined';
import { ownValue } from '../../formats/json/json-value';
import { ExitCode, UsageError } from '../frame/cli-error';
import { allNamespacesOptions } from '../frame/cluster';
import { clusterCandidates, type ClusterValue, type CompletionContext } from '../frame/cluster-candidates';
import { type CommandEntry, defineCommand, flagName } from '../frame/command';
import { commandFirst } from '../frame/command-first';
import { COMMON_OPTIONS } from '../frame/run';
import { printable } from '../../text/printable';
import { shellWord } from '../../text/shell';

/** Scripts by shell. They call `olm-constructs __complete`, and complete file names where it prints nothing. */
const SCRIPTS: { readonly [shell: string]: string } = {
  bash: `_olm_constructs() {
  local IFS=$'\\n'
  COMPREPLY=( $(olm-constructs __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1) )
  if [[ \${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
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
  if [[ $lines[1] == */$'\\t'* ]]; then _describe 'olm-constructs' described -S ''; elif (( $#described )); then _describe 'olm-constructs' described; else _files; fi
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
  description: 'Prints the script that completes commands, options and their values in a shell, and contexts, namespaces and objects of the cluster. Load it in the configuration of the shell: '
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
  run: async (context, { operands }) => {
    (await candidates(operands, commands, context)).forEach(([value, description]) => context.stdout.write(`${printable(value)}\t${printable(description)}\n`));
    return ExitCode.SUCCESS;
  },
});

/** Directives of kubectl's completion: complete file names, or do not. */
const DIRECTIVES = { files: ':0', noFiles: ':4' } as const;

/**
 * Returns the possible completions as kubectl reads them from a plugin: a value and its description, separated by a tab, per line, then a directive.
 *
 * @param words words after `kubectl olm`; the last one is completed
 */
export async function pluginCompletions(words: readonly string[], commands: readonly CommandEntry[], context: CompletionContext): Promise<string> {
  const found = await candidates(words.length === 0 ? [''] : words, commands, context);
  return [...found.map(([value, description]) => `${value}\t${description}`), found.length === 0 ? DIRECTIVES.files : DIRECTIVES.noFiles].map((line) => `${line}\n`).join('');
}

type Candidate = readonly [value: string, description: string];

/** Returns the possible completions of the last word. Shells pass `--output=json` as three words. */
async function candidates(words: readonly string[], entries: readonly CommandEntry[], context: CompletionContext): Promise<Candidate[]> {
  const given = words.flatMap((word) => /^--[^=]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word])
    .filter((word) => word !== '=');
  const current = given.at(-1) ?? '';
  const before = commandFirst(given.slice(0, -1), entries, allNamespacesOptions);
  const entry = entries.find(({ name }) => name.split(' ').every((part, index) => before[index] === part));
  const found = entry === undefined ? names(before, entries) : await ofCommand(before, current, entry, context);
  return found.filter(([value]) => value.startsWith(current));
}

/** Returns the commands, or those of a group. */
function names(before: readonly string[], entries: readonly CommandEntry[]): Candidate[] {
  const words = before.filter((word) => !word.startsWith('-'));
  const visible = entries.filter(({ hidden, name }) => hidden !== true && words.every((word, index) => name.split(' ')[index] === word));
  return [...new Map(visible.map(({ name, summary }): Candidate => {
    const parts = name.split(' ');
    return [parts[words.length]!, parts.length === words.length + 1 ? summary : `commands for ${parts[0]}s`];
  }))];
}

async function ofCommand(before: readonly string[], current: string, entry: CommandEntry, context: CompletionContext): Promise<Candidate[]> {
  const { options: defined, operands = [] } = entry.load();
  const options = Object.entries({ ...defined, ...COMMON_OPTIONS }).map(([key, option]) => ({ flag: flagName(key), ...option }));
  const optionOf = (word: string | undefined): typeof options[number] | undefined => options.find(({ flag, short }) => flag === word || `-${short}` === word);
  const waiting = optionOf(before.at(-1));
  const written = (name: string): string | undefined => before.find((_, index) => optionOf(before[index - 1])?.flag === name);
  const inCluster = async (value: ClusterValue | undefined): Promise<Candidate[]> => {
    // A shell inserts a name into the command line as it is: it is not offered if it would mean something there.
    const cluster = definedValues({ kubeconfig: written('--kubeconfig'), context: written('--context'), namespace: written('--namespace') });
    return value === undefined ? [] : (await clusterCandidates(value, current, cluster, context)).filter((one) => shellWord(one) === one).map((one): Candidate => [one, '']);
  };
  if (waiting?.value !== undefined && waiting.isValueOptional !== true) {
    return waiting.choices !== undefined ? waiting.choices.map((choice): Candidate => [choice, '']) : inCluster(waiting.completes);
  }
  return current.startsWith('-') ? options.filter(({ hidden }) => hidden !== true).map(({ flag, description }): Candidate => [flag, description]) : inCluster(operands.at(-1)?.completes);
}
