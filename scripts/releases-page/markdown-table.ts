/** Formats a Markdown table. Cells must not contain line breaks. A vertical bar would end a cell, so it becomes an entity. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |\n`).join('');
}

function escaped(cell: string): string {
  return cell.replace(/\|/g, '&#124;');
}
