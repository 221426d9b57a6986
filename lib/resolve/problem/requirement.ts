import type { VersionRange } from '../../formats/semver/version-range';
import type { EntrySource } from '../entries/entry-source';
import { apiKey, type ProvidedApi } from '../entries/provided-properties';
import type { ResolverEntry } from '../entries/resolver-entry';

/** Requirement of a bundle on another one. */
export interface Requirement {
  /** Description in OLM's messages, after "requires an operator". */
  readonly description: string;

  /** Number of conditions. */
  readonly size: number;

  /** Whether an entry meets the requirement. */
  readonly isMetBy: (entry: ResolverEntry) => boolean;

  /** Returns the entries of a source that may meet the requirement; all others do not. */
  readonly among: (source: EntrySource) => readonly ResolverEntry[];
}

/** Returns the requirement of an API. */
export function apiRequirement(api: ProvidedApi): Requirement {
  const key = apiKey(api);
  return {
    description: `providing an API with group: ${api.group}, version: ${api.version}, kind: ${api.kind}`,
    size: 1,
    isMetBy: ({ properties }) => properties.apiKeys.has(key),
    among: (source) => source.providing(key),
  };
}

/** Returns the requirement of a package in a range of versions. */
export function packageRequirement(name: string, range: VersionRange, versionRange: string): Requirement {
  return {
    description: `with package: ${name} and with version in range: ${versionRange}`,
    size: 1,
    isMetBy: (entry) => entry.isOfPackage(name) && entry.hasVersionIn(range),
    among: (source) => source.ofPackage(name),
  };
}

/** Returns the requirement of a label. */
export function labelRequirement(label: string): Requirement {
  return { description: `with label: ${label}`, size: 1, isMetBy: ({ properties }) => properties.labels.has(label), among: ({ entries }) => entries };
}

/** Returns the requirement that an expression about the properties is true. */
export function expressionRequirement(
  rule: string, message: string, isTrueFor: (properties: ResolverEntry['properties']['list']) => boolean,
): Requirement {
  return {
    description: `with constraint: ${JSON.stringify(rule)} and message: ${JSON.stringify(message)}`,
    size: 1,
    isMetBy: ({ properties }) => isTrueFor(properties.list),
    among: ({ entries }) => entries,
  };
}

/** Returns the requirement that one entry meets all of several. */
export function allOf(requirements: readonly Requirement[]): Requirement {
  return {
    description: requirements.map(({ description }) => description).join(' and '),
    size: sizeOf(requirements),
    isMetBy: (entry) => requirements.every(({ isMetBy }) => isMetBy(entry)),
    among: (source) => requirements[0]?.among(source) ?? source.entries,
  };
}

/** Returns the requirement that one entry meets at least one of several. */
export function anyOf(requirements: readonly Requirement[]): Requirement {
  return {
    description: requirements.map(({ description }) => description).join(' or '),
    size: sizeOf(requirements),
    isMetBy: (entry) => requirements.some(({ isMetBy }) => isMetBy(entry)),
    among: (source) => [...new Set(requirements.flatMap(({ among }) => among(source)))],
  };
}

/** Returns the requirement that one entry meets none of several. */
export function noneOf(requirements: readonly Requirement[]): Requirement {
  return {
    description: requirements.map(({ description }) => description).join(' and not '),
    size: sizeOf(requirements),
    isMetBy: (entry) => !requirements.some(({ isMetBy }) => isMetBy(entry)),
    among: ({ entries }) => entries,
  };
}

function sizeOf(requirements: readonly Requirement[]): number {
  return requirements.reduce((sum, { size }) => sum + size, 1);
}
