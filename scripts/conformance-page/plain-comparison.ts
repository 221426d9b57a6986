import { Bundle } from '../../lib/bundle/bundle';
import type { BundleFiles } from '../../lib/bundle/files/bundle-files';
import { readLimits } from '../../lib/bundle/files/read-options';
import { BundleError } from '../../lib/bundle/model/bundle-error';
import { compareUtf8 } from '../../lib/formats/json/go-json';
import { CertificateProvider } from '../../lib/render/model/certificate-provider';
import { RenderError } from '../../lib/render/model/render-error';
import { PlainManifests } from '../../lib/render/plain-manifests';
import type { PlainManifestsOptions } from '../../lib/render/render-operator';
import { lines, type Sample } from './verdicts';

/** An object of a recording, or one of ours in the same form. The schemas of CRDs are not compared. */
export interface ComparedObject {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Result of OLM v1's renderer for a bundle, in namespace install-ns and with cert-manager. */
export interface PlainVerdict {
  /** Why the renderer could not load the bundle. */
  readonly load?: string;

  /** Why the renderer rejected the bundle. */
  readonly error?: string;

  /** Objects; for a mutant only their kinds and names. */
  readonly objects?: readonly ComparedObject[];
}

/** Our result, in the same form. */
export interface OwnPlain {
  readonly refusal?: { readonly by: 'reading' | 'rendering'; readonly codes: readonly string[]; readonly message: string };
  readonly objects?: readonly ComparedObject[];
}

/** Returns the verdicts on real bundles, by bundle, or an empty map if they are missing. */
export function plainVerdicts(): ReadonlyMap<string, PlainVerdict> {
  return new Map(lines<PlainVerdict & { readonly bundle: string }>('plain.jsonl.gz').map(({ bundle, error, objects = [] }) => (
    [bundle, error === undefined ? { objects: inStableOrder(objects) } : { error }])));
}

/** Returns the verdicts on mutants, by number, or an empty map if they are missing. */
export function plainVerdictsOnMutants(): ReadonlyMap<string, PlainVerdict> {
  return new Map(lines<{ readonly id: string; readonly plain: PlainVerdict }>('mutants.jsonl.gz').map(({ id, plain }) => [id, plain]));
}

/** Renders the bundle in the given files with the options of the recording. */
export function ownPlain(files: BundleFiles): OwnPlain {
  try {
    return ownPlainOf(Bundle._ofFiles('bundle', files, readLimits()));
  } catch (error) {
    if (error instanceof BundleError) {
      return { refusal: { by: 'reading', codes: error.problems.map(({ code }) => code), message: error.message } };
    }
    throw error;
  }
}

/** Renders a bundle with the options of the recording, or with other options. */
export function ownPlainOf(bundle: Bundle, options: Partial<PlainManifestsOptions> = { compatible: true }): OwnPlain {
  try {
    const { objects } = PlainManifests.render(bundle, { installNamespace: 'install-ns', certificates: CertificateProvider.certManager(), ...options });
    return { objects: inStableOrder(objects.map(withoutSchemas)) };
  } catch (error) {
    if (error instanceof RenderError) {
      return { refusal: { by: 'rendering', codes: error.problems.map(({ code }) => code), message: error.message } };
    }
    throw error;
  }
}

function withoutSchemas(object: { readonly [field: string]: unknown }): ComparedObject {
  if (object['kind'] !== 'CustomResourceDefinition') {
    return object as ComparedObject;
  }
  const { spec, ...rest } = object as { readonly kind: string; readonly spec: { readonly versions: readonly object[] | null } };
  const versions = spec.versions?.map((version) => Object.fromEntries(Object.entries(version).filter(([name]) => name !== 'schema')));
  return { ...rest, specWithoutSchemas: { ...spec, versions } };
}

/** Sorts the objects whose order is random upstream: the ServiceAccounts at the beginning, and the certificates at the end. */
export function inStableOrder(objects: readonly ComparedObject[]): ComparedObject[] {
  const accounts = objects.findIndex(({ kind }) => kind !== 'ServiceAccount');
  const start = accounts < 0 ? objects.length : accounts;
  const end = Math.max(start, objects.findLastIndex(({ kind }) => kind !== 'Issuer' && kind !== 'Certificate') + 1);
  return [...sorted(objects.slice(0, start)), ...objects.slice(start, end), ...sorted(objects.slice(end))];
}

function sorted(objects: readonly ComparedObject[]): ComparedObject[] {
  const keyed = objects.map((object) => ({ object, key: JSON.stringify(namesOf([object])) }));
  return keyed.sort((left, right) => compareUtf8(left.key, right.key)).map(({ object }) => object);
}

/** Returns kind and name of each object, as in the verdicts on mutants. */
export function namesOf(objects: readonly ComparedObject[]): { readonly kind: string; readonly name: string }[] {
  return objects.map((object) => ({ kind: object.kind, name: (object['metadata'] as { readonly name?: string } | undefined)?.name ?? (object['name'] as string | undefined) ?? '' }));
}

/** Result of comparing our result with a verdict. */
export type PlainOutcome = 'different objects' | 'refused by both' | 'refused only by OLM v1' | 'refused only by us' | 'same objects';

/** Compares a result with the verdict on a mutant. */
export function outcomeOf({ refusal, objects = [] }: OwnPlain, verdict: PlainVerdict): PlainOutcome {
  const refusedUpstream = verdict.objects === undefined;
  if (refusal !== undefined) {
    return refusedUpstream ? 'refused by both' : 'refused only by us';
  }
  if (verdict.objects === undefined) {
    return 'refused only by OLM v1';
  }
  const names = (list: readonly ComparedObject[]): string => JSON.stringify(inStableOrder(namesOf(list)));
  return names(objects) === names(verdict.objects) ? 'same objects' : 'different objects';
}

/** A mutant and the comparison of its rendering. */
export interface PlainMutant {
  readonly sample: Sample;
  readonly own: OwnPlain;
  readonly verdict: PlainVerdict;
  readonly outcome: PlainOutcome;
}

/** Compares the mutants. */
export function comparePlainMutants(mutants: readonly Sample[]): PlainMutant[] {
  const verdicts = plainVerdictsOnMutants();
  return mutants.map((sample) => {
    const own = ownPlain(sample.files());
    const verdict = verdicts.get(sample.id)!;
    return { sample, own, verdict, outcome: outcomeOf(own, verdict) };
  });
}

/** Beginnings of upstream's reasons, with our code for each. */
const CODES: readonly (readonly [beginning: RegExp, code: string])[] = [
  [/^invalid option\(s\): invalid target namespaces/, 'install-mode'],
  [/^cluster service version contains duplicate strategy deployment|^invalid cluster service version strategy deployment name/, 'deployment'],
  [/^cluster service definition references owned custom resource|^bundle contains duplicate custom resource definition/, 'crd'],
  [/^bundle contains conversion webhook|^conversion webhooks? /, 'conversion'],
  [/^webhook |^duplicate webhook/, 'webhook'],
  [/^package name is empty/, 'package'],
  [/^unsupported resource/, 'kind'],
];

/** Returns our code for each of upstream's reasons. */
export function expectedCodes(error: string): string[] {
  return error.split('\n').map((reason) => CODES.find(([beginning]) => beginning.test(reason))?.[1] ?? `unknown: ${reason}`);
}
