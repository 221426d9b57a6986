import type { Terminal } from '../frame/terminal';
import { toYaml } from '../../formats/yaml/write';

/** Writes a value as JSON or YAML. */
export function writeStructured(terminal: Terminal, format: 'json' | 'yaml', value: unknown): void {
  const written = format === 'json' ? JSON.stringify(value, undefined, 2) : toYaml(value);
  terminal.write(written.endsWith('\n') ? written : `${written}\n`);
}

/** Returns a value without undefined fields, with each `age` in seconds as `ageSeconds`, and each `since` as a timestamp. */
export function portable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(portable);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([, found]) => found !== undefined).map(([key, found]) => (
    key === 'age' && typeof found === 'number' ? ['ageSeconds', Math.floor(found / 1000)]
      : key === 'since' && typeof found === 'number' ? ['since', new Date(found).toISOString()] : [key, portable(found)]
  )));
}
