import type { Bundle } from '../../bundle/bundle';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import { compareUtf8 } from '../../formats/json/go-json';
import { field, fieldAt, stringField } from '../../formats/json/json-value';
import type { BundleComparisonContent } from '../../report/build-comparison';
import { BundleComparison } from '../../report/bundle-comparison';
import { groupBy } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { LockChangeKind } from '../lock/lock-change';
import { bundleOfPackage, catalogKeyOf, type LockContent, lockedChannel, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import type { ResolutionLimits } from '../model/resolution-limits';
import type { PlannedObject, PlannedOperator } from './planned-operator';

/** Input for a plan besides the locks. */
export interface PlanSources {
  /** Catalogs by namespace and name. */
  readonly catalogs: ReadonlyMap<string, Catalog>;

  /** Objects of the app. */
  readonly objects: readonly unknown[];

  /** Limits of resolutions. @default - those of `ResolutionLimits` */
  readonly resolutionLimits?: ResolutionLimits;
}

/** Returns the changes from one lock to another, sorted by namespace and package. */
export function makePlan(before: LockContent, after: LockContent, sources: PlanSources): PlannedOperator[] {
  const [old, next] = [before, after].map(({ operators }) => new Map(operators.map((operator) => [operatorKey(operator), operator])));
  const all = new Map([...old!, ...next!]);
  return [...all.values()]
    .sort((one, other) => compareUtf8(one.namespace, other.namespace) || compareUtf8(one.packageName, other.packageName))
    .map((operator) => ({ from: old!.get(operatorKey(operator)), to: next!.get(operatorKey(operator)) }))
    .filter(({ from, to }) => from?.csv !== to?.csv)
    .map(({ from, to }) => (to === undefined ? removed(from!) : from === undefined ? added(to, sources) : upgraded(from, to, sources)));
}

function planned(operator: LockedOperator, fields: Partial<PlannedOperator> & Pick<PlannedOperator, 'kind'>): PlannedOperator {
  return {
    namespace: operator.namespace, packageName: operator.packageName, before: '', after: '', approvals: [], problems: [], crdChanges: [], objectsAffected: [],
    findings: [], staleWaivers: [], unchecked: [], rightsGained: [], imagesGained: [], deprecations: [], down: [], ...fields,
  };
}

function removed(operator: LockedOperator): PlannedOperator {
  return planned(operator, { kind: LockChangeKind.REMOVED, before: operator.csv });
}

function added(operator: LockedOperator, sources: PlanSources): PlannedOperator {
  const channel = channelOf(operator, sources);
  const bundle = channel?.bundles.find(({ name }) => name === operator.csv);
  const unknown = bundle === undefined ? [unknownBundle(operator, operator.csv)] : [];
  return planned(operator, {
    kind: LockChangeKind.ADDED, after: operator.csv, approvals: [operator.csv], problems: unknown,
    imagesGained: [...new Set(bundle?.relatedImages.map(({ image }) => image) ?? [])].sort(compareUtf8),
    deprecations: channel === undefined || bundle === undefined ? [] : deprecations(channel, [bundle], sources, operator),
  });
}

function upgraded(from: LockedOperator, to: LockedOperator, sources: PlanSources): PlannedOperator {
  const channel = channelOf(to, sources);
  if (channel === undefined) {
    return planned(to, { kind: LockChangeKind.CHANGED, before: from.csv, after: to.csv, problems: [unknownBundle(to, to.csv)] });
  }
  const { path, problem } = pathBetween(channel, from, to);
  const content = sources.catalogs.get(catalogKeyOf(to));
  const [previous, next] = [from.csv, to.csv].map((csv) => bundleOfPackage(content, to, csv)?.content);
  const changes = previous === undefined || next === undefined ? undefined : BundleComparison.of(previous, next).content;
  return planned(to, {
    kind: LockChangeKind.CHANGED, before: from.csv, after: to.csv, approvals: path.map(({ name }) => name),
    problems: problem === undefined ? [] : [problem],
    ...(changes === undefined || next === undefined ? {} : detailsOf(changes, next, sources)),
    deprecations: deprecations(channel, path, sources, to),
  });
}

function detailsOf(changes: BundleComparisonContent, next: Bundle, { objects }: PlanSources): Partial<PlannedOperator> {
  return {
    crdChanges: changes.crdChanges,
    objectsAffected: changes.crdChanges.filter(({ isSafe }) => !isSafe).flatMap(({ name }) => objectsOf(name, next, objects)),
    rightsGained: changes.rbacGained,
    imagesGained: [...new Set([
      ...changes.imageChanges.map(({ after }) => after), ...changes.imagesGained.map(({ image }) => image),
    ])].sort(compareUtf8),
    down: [
      ...next.csv.deployments.map(({ name }) => `Deployment ${name}`),
      ...next.csv.webhookDefinitions.map(({ generateName }) => `webhook ${generateName}`),
    ],
  };
}

/** Returns the CSVs that OLM installs one after another. */
function pathBetween(
  channel: CatalogChannel, from: LockedOperator, to: LockedOperator,
): { readonly path: CatalogBundle[]; readonly problem?: string } {
  let path: CatalogBundle[];
  try {
    path = channel._pathFrom(from.csv, from.version);
  } catch (error) {
    return { path: [], problem: (error as Error).message };
  }
  const end = path.findIndex(({ name }) => name === to.csv);
  return end >= 0 ? { path: path.slice(0, end + 1) } : {
    path: [],
    problem: `OLM does not upgrade '${from.csv}' to '${to.csv}' in channel '${channel.name}'${deprecatedText(channel, to.csv)}: it would install `
      + `${path.length === 0 ? 'nothing' : path.map(({ name }) => name).join(', then ')}; lock one of these, or remove the operator and install it again`,
  };
}

/** Returns the reason if OLM never installs a bundle, or an empty string. */
function deprecatedText(channel: CatalogChannel, csv: string): string {
  return channel._isDeprecated(csv) ? `, because '${csv}' has the property olm.deprecated` : '';
}

function deprecations(channel: CatalogChannel, bundles: readonly CatalogBundle[], { catalogs }: PlanSources, operator: LockedOperator): string[] {
  const packageMessage = catalogs.get(catalogKeyOf(operator))?.tryFindPackage(operator.packageName)?.deprecation;
  return [
    ...(packageMessage === undefined ? [] : [`package ${operator.packageName}: ${packageMessage}`]),
    ...(channel.deprecation === undefined ? [] : [`channel ${channel.name}: ${channel.deprecation}`]),
    ...bundles.flatMap(({ name, deprecation }) => (deprecation === undefined ? [] : [`${name}: ${deprecation}`])),
  ];
}

/** The CustomResourceDefinitions of a bundle by their names. */
const CRDS = perObject(({ manifests }: Bundle) => groupBy(
  manifests.map(({ content }): unknown => content).filter((content) => field(content, 'kind') === 'CustomResourceDefinition'),
  (content) => stringField(field(content, 'metadata'), 'name'),
));

const BY_KIND = perObject((objects: readonly unknown[]) => groupBy(objects, (object) => field(object, 'kind')));

/** Returns the objects of the kind that a CustomResourceDefinition in a bundle defines. */
function objectsOf(crd: string, bundle: Bundle, objects: readonly unknown[]): PlannedObject[] {
  const [definition] = CRDS(bundle).get(crd) ?? [];
  const [group, kind] = [stringField(field(definition, 'spec'), 'group'), stringField(fieldAt(definition, 'spec', 'names'), 'kind')];
  return (BY_KIND(objects).get(kind) ?? []).filter((object) => stringField(object, 'apiVersion')?.startsWith(`${group}/`) === true).map((object) => ({
    kind: kind ?? '', namespace: stringField(field(object, 'metadata'), 'namespace') ?? '', name: stringField(field(object, 'metadata'), 'name') ?? '', crd,
  }));
}

function channelOf(operator: LockedOperator, { catalogs }: PlanSources): CatalogChannel | undefined {
  return lockedChannel(catalogs.get(catalogKeyOf(operator)), operator);
}

function unknownBundle(operator: LockedOperator, csv: string): string {
  return `the catalog '${catalogKeyOf(operator)}' has no manifests of '${csv}', so its CRDs, rights and images are not compared; supply a catalog that has them`;
}
