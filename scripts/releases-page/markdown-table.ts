/** A Markdown table. Cells hold no line breaks; a bar in a cell would end it, so it is written as an entity. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |\n`).join('');
}

function escaped(cell: string): string {
  return cell.replace(/\|/g, '&#124;');
}
