import { printableText } from './printable';

/** Characters that XML 1.0 does not have. */
const FORBIDDEN = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;', '\n': '&#10;', '\t': '&#9;' };

/** Returns an untrusted string as the content of an element of XML, SVG or HTML. Line breaks stay. */
export function xmlText(value: string): string {
  return printableText(value.replace(/\r/g, '')).replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Returns an untrusted string as the value of an attribute of XML, SVG or HTML, in quotes of either kind. */
export function xmlAttribute(value: string): string {
  return xmlText(value).replace(/[\n\t]/g, (character) => ENTITIES[character]!);
}
