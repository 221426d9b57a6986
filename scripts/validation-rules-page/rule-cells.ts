/** The ID of a rule with an anchor, which links from reports use, and a link to it, for readers who copy it. GitHub and the site honor both. */
export function anchored(id: string): string {
  return `<a id="${id}"></a>[\`${id}\`](#${id})`;
}

/** Returns a link to the source of a rule, or its name if it is not a page. */
export function sourceLink(source: string): string {
  return /^https?:\/\//.test(source) ? `[${source.split('/').at(-1)!.replace(/#.*$/, '') || 'page'}](${source})` : source;
}
