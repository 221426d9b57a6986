import { readStream } from '../../lib/formats/yaml/stream';
import type { CommandLineResult } from '../builders/command-line';

/** Control sequences of the program itself: those of progress and of `status --watch`. */
const OWN = /\r\u001b\[K|\u001b\[2J\u001b\[3J\u001b\[H/g;

/** What a terminal obeys, or that hides or reverses text. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u;

/** What the log of a workflow obeys. */
const WORKFLOW_COMMAND = /^\s*::[A-Za-z]|##\[|##vso\[|##teamcity\[/m;

/** Returns what a terminal, a log or a reader would obey in a text. */
export function textProblems(content: string): string[] {
  return [
    ...(OBEYED.test(content.replaceAll(OWN, '')) ? ['control character'] : []),
    ...(WORKFLOW_COMMAND.test(content) ? ['workflow command'] : []),
    ...(/^(?:\\?::error::)?INJECTED/m.test(content) ? [`line of its own: ${/^(?:\\?::error::)?INJECTED.*/m.exec(content)![0]} in ${content.slice(0, 300)}`] : []),
  ];
}

/** Checks of each format of the standard output: it has its form, whatever is in it. */
const FORMATS: { readonly [format: string]: (content: string) => readonly string[] } = {
  json: jsonProblems,
  sarif: jsonProblems,
  cyclonedx: jsonProblems,
  yaml: (content) => attempt(() => [...readStream(content, { maxDepth: 200, maxNodes: 1_000_000 })]),
  junit: xmlProblems,
  svg: (content) => [...xmlProblems(content), ...textProblems(content)],
  mermaid: (content) => [...mermaidProblems(content), ...textProblems(content)],
  markdown: (content) => [...markdownProblems(content), ...textProblems(content)],
  github: gitHubProblems,
  mapping: (content) => content.split('\n').slice(0, -1).filter((line) => !/^[^\s=]+=[^\s=]+$/.test(line)).map((line) => `mapping: ${line}`),
};

/** Commands that print a catalog as YAML. */
const CATALOG_COMMANDS = /^catalog (?:render|filter|merge|template)(?!.* --out)/;

/** Returns what is wrong with what a command printed into pipes. */
export function outputProblems(args: readonly string[], { stdout, stderr }: CommandLineResult): string[] {
  const format = args.includes('-o') ? args[args.indexOf('-o') + 1]! : CATALOG_COMMANDS.test(args.join(' ')) ? 'yaml' : 'text';
  const check = FORMATS[format];
  const content = args.includes('--out') && args.includes('-') ? '' : stdout;
  return [
    ...textProblems(stderr).map((problem) => `stderr: ${problem}`),
    ...(check === undefined ? [...textProblems(content), ...commandProblems(content)] : content === '' ? [] : check(content)).map((problem) => `stdout: ${problem}`),
  ];
}

function jsonProblems(content: string): string[] {
  // A catalog is one object per line.
  return [...attempt(() => JSON.parse(content) as unknown).length === 0 ? [] : attempt(() => content.trim().split('\n').map((line) => JSON.parse(line) as unknown)),
    ...(content.startsWith('{"') ? [] : textProblems(content))];
}

function attempt(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

const XML_TOKEN = /<\?xml [^?<>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#\d+);[^"<&]*)*")*)\s*(\/?)>|[^<&]+|&(?:amp|lt|gt|quot|#\d+);/gy;

/** Returns whether XML is well-formed, and in the subset that this program writes. */
export function xmlProblems(content: string): string[] {
  const open: string[] = [];
  let end = 0;
  for (const [token, slash, name, , empty] of content.matchAll(XML_TOKEN)) {
    end += token.length;
    if (name !== undefined && slash === '/') {
      if (open.pop() !== name) {
        return [`XML: unexpected </${name}>`];
      }
    } else if (name !== undefined && empty === '') {
      open.push(name);
    }
  }
  return end < content.length ? [`XML: ${content.slice(end, end + 60)}`] : open.length > 0 ? [`XML: <${open.at(-1)!}> is open`]
    : OBEYED.test(content) ? ['control character'] : [];
}

const LABEL = '"(?:[\\w .,:/@+=()-]|#\\w+;|<br/>)*"';
const MERMAID_LINES = [
  /^flowchart (?:BT|LR)$/, new RegExp(`^ {2}subgraph [cs]\\d+ ?\\[${LABEL}\\]$`), / {4}direction BT$/, new RegExp(`^ {4}[cn]\\d+\\w*\\[${LABEL}\\]$`),
  /^ {2,4}\w+ (?:-->|-\.->\|skips\||-\.->\|skipRange\||-\. no upgrade \.->|-\. InstallPlan \d+ \.-) \w+$/, /^ {2}end$/, /^ {2}classDef [\w ,:#-]+$/,
  /^ {2}class [\w,]+ \w+$/, /^ {2}linkStyle [\d,]+ [\w,:#-]+$/,
];

/** Returns the lines that are not of the subset of Mermaid that this program writes. */
export function mermaidProblems(content: string): string[] {
  return content.trimEnd().split('\n').filter((line) => !MERMAID_LINES.some((pattern) => pattern.test(line))).map((line) => `Mermaid: ${line}`);
}

/** Returns the lines of Markdown that have markup of others, or a table with too many columns. */
export function markdownProblems(content: string): string[] {
  const problems: string[] = [];
  let fence: string | undefined;
  let columns: number | undefined;
  for (const line of content.split('\n')) {
    const [ticks] = /^`{3,}/.exec(line) ?? [];
    if (fence !== undefined) {
      fence = line === fence ? undefined : fence;
      continue;
    }
    if (ticks !== undefined) {
      fence = ticks;
      continue;
    }
    // What is escaped, and code: whichever begins first.
    const markup = line.replace(/\\[^A-Za-z0-9\s]|(`+)(?!`).*?(?<!`)\1(?!`)/g, (_, ticks) => ticks === undefined ? '' : 'code').replaceAll('&#8203;', '\u200b');
    const cells = markup.startsWith('|') ? markup.split('|').length : undefined;
    if (cells !== undefined && columns !== undefined && cells !== columns) {
      problems.push(`Markdown: ${cells} cells in a row of ${columns}: ${line}`);
    }
    columns = cells;
    if (/[<`*_~[\]&]/.test(markup.replaceAll('**', '')) || /(?<!\w)@\w|[#!$]\d|%\w|\bGH-\d|\b(?:https?|ftp):\/\/|\bwww\./i.test(markup)) {
      problems.push(`Markdown: ${line}`);
    }
  }
  return fence === undefined ? problems : [...problems, 'Markdown: a code block is open'];
}

function gitHubProblems(content: string): string[] {
  return [
    ...content.split('\n').slice(0, -1).filter((line) => !/^::(?:error|warning) (?:\w+=[^,:]*,)*\w+=[^,:]*::[^\n]+$/.test(line)).map((line) => `GitHub: ${line}`),
    ...(OBEYED.test(content) ? ['control character'] : []),
  ];
}

/** Commands in backticks, those on lines of their own, and those at the end of a sentence. */
const COMMAND = /`((?:kubectl|olm-constructs|crane|kustomize|helm|rm) [^`]*)`|^ +((?:kubectl|olm-constructs|crane|cd) .*)$|\brun ((?:kubectl|olm-constructs) .*)$/gm;

/** A word that begins with a dash, and was one of a stranger. */
const OPTION = /(?:^|\s)['"]?--?INJECTED/;

/** Returns the commands in a text in which a shell would obey a value, or the command would take one for an option. */
export function commandProblems(content: string): string[] {
  // A backslash at the end of a line continues the command.
  return [...content.replaceAll(/ \\\n +/g, ' ').matchAll(COMMAND)].map(([, inline, line, end]) => inline ?? line ?? end ?? '')
    // What is in quotes is one word. ` && ` and ` > ` of this program are between words.
    .filter((command) => /[;&|<>()$"'*\\]/.test(command.replace(/'[^']*'/g, '').replace(/\\'/g, '').replace(/ (?:&&|>|\|) /g, ' ')) || OPTION.test(command))
    .map((command) => `command: ${command}`);
}
