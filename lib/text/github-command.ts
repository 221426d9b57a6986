import { printableText } from './printable';

/**
 * Returns a workflow command of GitHub Actions as a line; its properties and its message are untrusted.
 *
 * @param properties properties by name; undefined ones are omitted
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function gitHubCommand(
  command: 'error' | 'warning', properties: { readonly [name: string]: string | number | undefined }, message: string,
): string {
  const written = Object.entries(properties).flatMap(([name, value]) => value === undefined ? [] : [`${name}=${propertyValue(String(value))}`]);
  return `::${command} ${written.join(',')}::${messageValue(message)}\n`;
}

function messageValue(value: string): string {
  return printableText(value.replace(/\r\n?/g, '\n')).replace(/%/g, '%25').replace(/\n/g, '%0A');
}

function propertyValue(value: string): string {
  return messageValue(value).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
