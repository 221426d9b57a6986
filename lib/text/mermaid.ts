import { oneLine } from './printable';

/** Names of entities of HTML, which Mermaid knows, too. */
const NAMED: { readonly [character: string]: string } = { '<': 'lt', '>': 'gt', '"': 'quot', '&': 'amp' };

/** Default of the maximum length of a label, in characters: longer than any name of Kubernetes. */
const MAX_LENGTH = 300;

/**
 * Returns an untrusted string for a label in quotes of a Mermaid diagram: all characters that could end it, or be markup, by name or number.
 *
 * @see https://mermaid.js.org/syntax/flowchart.html#special-characters-that-break-syntax
 */
export function mermaidLabel(value: string, maxLength: number = MAX_LENGTH): string {
  return [...oneLine(value, maxLength)].map((character) => (
    /[\w .,:/@+=()-]/.test(character) ? character : `#${NAMED[character] ?? character.codePointAt(0)!};`
  )).join('');
}
