import { defined } from '../../../formats/json/defined';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { isWithin } from '../../../formats/schema/release-range';
import { releasesWith } from '../../../olm/v0/model/release-features';
import { RecognizedOlm, recognizeOlm, TracedObject } from '../../../olm/v0/recognize-olm';
import { lossOfObjects, ReleaseStorage } from '../../../olm/v0/upgrade/stored-versions';
import { Finding } from '../explain/explanation';
import { inspection } from '../machine/inspection';
import { Timeouts, Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, OPERATOR_GROUPS } from '../view/api-resource';
import { ClusterView, Interest, isPartial, named, objectsOf, withoutCopies } from '../view/cluster-view';
import { isTerminating } from '../view/kubernetes-object';
import { shell } from '../../../text/shell';

/** What to do with an OLM that is already in the cluster. */
export type ExistingOlmMode = 'fail' | 'adopt' | 'use';

/** Options of `olmDetection`. */
export interface OlmDetectionOptions {
  readonly mode: ExistingOlmMode;
  /** Namespaces of the program. */
  readonly namespaces: OlmNamespaces;
  /** Release to install. @default - none is installed */
  readonly release?: ReleaseStorage;
  /** @default - one minute for the initial lists */
  readonly timeouts?: Partial<Timeouts>;
}

const CRDS = [
  'catalogsources', 'clusterserviceversions', 'installplans', 'olmconfigs', 'operatorconditions', 'operatorgroups', 'operators', 'subscriptions',
].map((plural) => named(CUSTOM_RESOURCE_DEFINITIONS, `${plural}.${OLM_GROUP}`));
const CONTROLLERS = ['olm-operator', 'catalog-operator', 'packageserver'].map((name) => named(DEPLOYMENTS, name));
const PACKAGESERVER = withoutCopies(named(CLUSTER_SERVICE_VERSIONS, 'packageserver'));
const GLOBAL_OPERATORS = named(OPERATOR_GROUPS, 'global-operators');

/** Interests that must be listed to recognize an OLM in any namespace. */
export const OLM_TRACES: readonly Interest[] = [...CRDS, ...CONTROLLERS, PACKAGESERVER, GLOBAL_OPERATORS];

/** Releases whose Deployments have the strategy Recreate. */
const RECREATE = releasesWith('recreate');

const WORDS: { readonly [mode in ExistingOlmMode]: string } = { fail: 'installation of OLM', adopt: 'adoption of OLM', use: 'use of the existing OLM' };

/** Returns the name of a detection, for messages. */
export function detectionSubject(mode: ExistingOlmMode): string {
  return WORDS[mode];
}

/** Looks for an OLM in the cluster, and checks that it may be installed, adopted or used as specified. It changes nothing. */
export function olmDetection(options: OlmDetectionOptions): Waiter<WaiterState<undefined>, FoundOlm> {
  return inspection({
    subject: detectionSubject(options.mode),
    watch: OLM_TRACES,
    timeouts: options.timeouts,
    inspect: (view) => {
      const recognized = recognizedIn(view);
      return recognized === 'unknown'
        ? { isKnown: false, findings: [], outcome: foundOlm(undefined) }
        : { isKnown: true, findings: findingsOf(options, recognized), outcome: foundOlm(recognized) };
    },
  });
}

/**
 * Returns the OLM in the cluster, undefined if there is none, or `unknown` until everything is listed, and for a dump that has nothing of OLM itself.
 */
export function recognizedIn(view: ClusterView): RecognizedOlm | undefined | 'unknown' {
  if (OLM_TRACES.some((interest) => objectsOf(view, interest) === undefined)) {
    return 'unknown';
  }
  const all = (...interests: readonly Interest[]): TracedObject[] => interests.flatMap((interest) => (
    (objectsOf(view, interest) ?? []).filter((object) => !isTerminating(object)).map((object): TracedObject => ({ ...object }))
  ));
  const found = recognizeOlm({
    crds: all(...CRDS), deployments: all(...CONTROLLERS), packageservers: all(PACKAGESERVER), operatorGroups: all(GLOBAL_OPERATORS),
  });
  return found ?? (OLM_TRACES.some((interest) => isPartial(view, interest)) ? 'unknown' : undefined);
}

function findingsOf(options: OlmDetectionOptions, found: RecognizedOlm | undefined): Finding[] {
  if (options.mode === 'use') {
    return found === undefined || found.namespaces.length === 0 ? [missing(found)] : several(found) ?? elsewhere(options, found);
  }
  if (found === undefined) {
    return [];
  }
  return options.mode === 'fail' ? [exists(found)] : several(found) ?? notAdoptable(options, found);
}

function missing(found: RecognizedOlm | undefined): Finding {
  return {
    cause: 'olm-missing', grace: 'none',
    message: found === undefined ? 'no OLM is installed in the cluster' : `no OLM runs in the cluster, which has ${title(found)}`,
    remedy: 'install OLM first, or omit `existing` to install it here',
  };
}

function exists(found: RecognizedOlm): Finding {
  const byTool = found.installedBy === 'operator-sdk' ? ' with `operator-sdk olm uninstall`' : '';
  const remedy = found.isOpenShift ? 'use it with OlmInstallation.fromOpenShift'
    : found.namespaces.length === 0 ? 'set `existing: ExistingOlm.ADOPT` to take them over with the objects of their kinds, or delete them first'
      : `set \`existing\` to ExistingOlm.USE to use it unchanged, or to ExistingOlm.ADOPT to take it over, or remove it first${byTool}`;
  const own = found.installedBy === 'Pulumi' ? '; omit `existing` if this stack installed it' : '';
  return { cause: 'olm-exists', message: `the cluster already has ${title(found)}`, remedy: `${remedy}${own}` };
}

function several(found: RecognizedOlm): Finding[] | undefined {
  return found.namespaces.length < 2 ? undefined : [{
    cause: 'olm-exists', message: `the cluster has more than one OLM: olm-operator is in the namespaces ${found.namespaces.join(', ')}`,
    remedy: 'remove all but one: they compete for the same operators',
  }];
}

function elsewhere({ namespaces }: OlmDetectionOptions, found: RecognizedOlm): Finding[] {
  const differing = differingNamespaces(namespaces, found);
  return differing.length === 0 ? [] : [{
    cause: 'olm-elsewhere',
    message: `the cluster has ${title(found)}, but `
      + differing.map(({ setting, wanted, actual }) => `${setting} is '${wanted}' instead of '${actual}'`).join(' and '),
    ...(found.isOpenShift ? { remedy: 'use it with OlmInstallation.fromOpenShift' }
      : { remedy: `set ${differing.map(({ setting, actual }) => `\`${setting}: '${actual}'\``).join(' and ')}` }),
  }];
}

function notAdoptable(options: OlmDetectionOptions, found: RecognizedOlm): Finding[] {
  if (found.isOpenShift) {
    return [{
      cause: 'olm-exists', message: `the cluster has ${title(found)}, which OpenShift manages: it would revert every change`,
      remedy: 'use it with OlmInstallation.fromOpenShift',
    }];
  }
  const { release } = options;
  const version = found.release ?? found.candidates.at(-1);
  const loss = release === undefined || version === undefined ? undefined : lossOfObjects({ version, crds: found.crds }, release, 'kept');
  return [
    ...elsewhere(options, found),
    ...rollingFindings(options, found),
    ...(loss === undefined ? [] : [{ cause: 'olm-exists', message: loss, remedy: 'set `version` to a release that keeps the objects' } as const]),
  ];
}

/** Server-side apply cannot change the strategy RollingUpdate to Recreate, because the API server has set defaults for RollingUpdate. */
function rollingFindings({ release }: OlmDetectionOptions, { rollingDeployments }: RecognizedOlm): Finding[] {
  if (release === undefined || rollingDeployments.length === 0 || !isWithin(release.version, RECREATE)) {
    return [];
  }
  const commands = rollingDeployments.map((deployment) => {
    const [namespace = '', name = ''] = deployment.split('/');
    return `\`${shell`kubectl patch -n ${namespace} deployment ${name} --type merge -p '{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}'`}\``;
  });
  return [{
    cause: 'olm-exists',
    message: `Deployments ${rollingDeployments.join(' and ')} have the strategy RollingUpdate, which an adoption cannot change to Recreate, that of OLM ${release.version}`,
    remedy: `run ${commands.join(' and ')} first`,
  }];
}

/** Namespaces of an OLM, as specified in a program. */
export interface OlmNamespaces {
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
}

/** An OLM that was found in the cluster; all fields are undefined if there is none. */
export interface FoundOlm extends Partial<OlmNamespaces> {
  /** Release without a leading `v`, or undefined if it cannot be determined from its objects. */
  readonly release?: string;
  /** Tool that installed it. */
  readonly installedBy?: string;
}

/** A namespace that differs from the one in the program. */
export interface DifferingNamespace {
  readonly setting: keyof OlmNamespaces;
  readonly wanted: string;
  readonly actual: string;
}

export function foundOlm(recognized: RecognizedOlm | undefined): FoundOlm {
  const [namespace] = recognized?.namespaces ?? [];
  const { operatorNamespace, catalogNamespace, release, installedBy } = recognized ?? {};
  return {
    ...defined({ namespace, operatorNamespace, catalogNamespace, release, installedBy }),
  };
}

/** Describes an OLM with its release, namespace and installer, such as `OLM 0.31.0 in namespace olm, installed by operator-sdk`. */
export function title({ namespaces, release, candidates, installedBy, isOpenShift }: RecognizedOlm): string {
  if (isOpenShift) {
    return `the OLM of OpenShift in namespace ${namespaces.join(', ')}`;
  }
  const version = release ?? (candidates.length === 0 ? 'of an unknown release' : candidates.join(' or '));
  return namespaces.length === 0 ? `CustomResourceDefinitions of OLM ${version} without olm-operator`
    : `OLM ${version} in namespace ${namespaces.join(', ')}${installedBy === undefined ? '' : `, installed by ${installedBy}`}`;
}

/** Returns the namespaces of the program that differ from those of the OLM in the cluster. */
export function differingNamespaces(wanted: OlmNamespaces, { namespaces, operatorNamespace, catalogNamespace }: RecognizedOlm): DifferingNamespace[] {
  const actual = { namespace: namespaces[0], operatorNamespace, catalogNamespace };
  return (['namespace', 'operatorNamespace', 'catalogNamespace'] as const).flatMap((setting) => {
    const found = actual[setting];
    return found === undefined || found === wanted[setting] ? [] : [{ setting, wanted: wanted[setting], actual: found }];
  });
}
