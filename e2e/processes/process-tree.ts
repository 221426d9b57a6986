import { readdirSync, readFileSync } from 'node:fs';

/** IDs of all descendants of a process, as long as their parents live. */
export function descendants(pid: number): number[] {
  const parents = new Map(readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(name => [Number(name), parentOf(name)]));
  const tree = new Set([pid]);
  for (const found of tree) {
    parents.forEach((parent, child) => (parent === found ? tree.add(child) : undefined));
  }
  tree.delete(pid);
  return [...tree];
}

/** Whether a process is running; a zombie is not. */
export function runs(pid: number): boolean {
  return /^State:\s*[^ZX]/m.test(statusOf(String(pid)));
}

/** Command line of a process, or an empty string if it has ended. */
export function commandLine(pid: number): string {
  return readOf(String(pid), 'cmdline').replaceAll('\0', ' ').trim();
}

function parentOf(pid: string): number | undefined {
  const parent = /^PPid:\s*(\d+)$/m.exec(statusOf(pid))?.[1];
  return parent === undefined ? undefined : Number(parent);
}

function statusOf(pid: string): string {
  return readOf(pid, 'status');
}

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended in the meantime.
    return '';
  }
}
