import * as fc from 'fast-check';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { SUBJECT_KINDS } from '../../../lib/cluster/inspection/judgement/subject-kind';
import { DumpedObject } from '../../../lib/cluster/inspection/source/dumped-objects';
import { runCommandLine } from '../../builders/command-line';
import { dumpFileOf } from './dumped-cluster';
import { HEALTHY_CLUSTERS } from './healthy-clusters';

/** Values of a type that a field does not have. */
const ODD: readonly unknown[] = [null, 7, true, '', 'x', [], {}, [[]], [null], [{}], { a: null }, { conditions: [7] }];

/** Returns the paths of all values in a value. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  const nested = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, found]) => pathsOf(found, [...path, key])) : [];
  return [[...path], ...nested];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) {
    return other;
  }
  const copy = (Array.isArray(value) ? [...value as unknown[]] : { ...value as object }) as { [key: string]: unknown };
  copy[key] = replaced(copy[key], rest, other);
  return copy;
}

/** Clusters with one value of one object replaced by one of another type. */
const CHANGED: fc.Arbitrary<readonly DumpedObject[]> = fc.constantFrom(...HEALTHY_CLUSTERS.map(({ objects }) => objects())).chain((objects) => (
  fc.nat(objects.length - 1).chain((index) => {
    const { kind, object } = objects[index]!;
    return fc.tuple(fc.constantFrom(...pathsOf(object)), fc.constantFrom(...ODD))
      .map(([path, other]) => objects.with(index, { kind, object: replaced(object, path, other) as DumpedObject['object'] }));
  })
));

it('prints a documented exit code and no stack trace for any dump in which a value has another type', async () => {
  await fc.assert(fc.asyncProperty(CHANGED, async (objects) => {
    const file = dumpFileOf(objects);
    const references = objects.filter(({ object }) => typeof object === 'object' && object !== null).flatMap(({ kind, object: { metadata } }) => {
      const known = SUBJECT_KINDS.find(({ resource }) => resource.group === kind.group && resource.kind === kind.kind);
      return known === undefined || typeof metadata?.name !== 'string' || metadata.name === '' ? [] : [[`${known.names[0]!}/${metadata.name}`, metadata.namespace] as const];
    });
    const [reference, namespace] = references[0] ?? ['subscription/plain', 'demo'];
    const place = typeof namespace === 'string' && namespace !== '' ? ['-n', namespace] : [];
    for (const args of [['status'], ['status', '-o', 'json'], ['explain', reference, ...place], ['explain', 'olm']]) {
      const { exitCode, stderr } = await runCommandLine([...args, '--from', file]);
      expect([ExitCode.SUCCESS, ExitCode.FINDINGS, ExitCode.PROGRESSING, ExitCode.ERROR, ExitCode.USAGE]).toContain(exitCode);
      expect(stderr).not.toMatch(/TypeError|Cannot read|is not a function|not iterable|This is an error in olm-constructs|^\s+at /m);
    }
  }), { numRuns: 200 });
}, 180_000);
