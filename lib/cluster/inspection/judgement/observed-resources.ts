import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { Finding } from '../../waiting/explain/explanation';
import { detail, list, messageLine } from '../../waiting/explain/formatting';
import { CLUSTER_EXTENSION_REVISIONS, CLUSTER_OBJECT_SETS, currentCondition } from '../../waiting/olm-v1/resources';
import { catalogsIn, namespaceInterests, packages, requiredInterest } from '../../waiting/operator/operator-interests';
import { byName } from '../../waiting/operator/situation';
import { catalogFindings, isAnswering } from '../../waiting/rules/catalogs';
import { csvFindings } from '../../waiting/rules/cluster-service-versions';
import { missingObjects } from '../../waiting/rules/requirements';
import { ApiResource, OLM_CONFIGS, OPERATOR_CONDITIONS, OPERATORS, PACKAGE_MANIFESTS } from '../../waiting/view/api-resource';
import { type ClusterView, named, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { KubernetesObject, namespacedName, specString, statusString } from '../../waiting/view/kubernetes-object';
import { ObservedObject, ObservedResource } from './observed-object';

/** State of an object that does not exist or is not listed yet. */
const unknown = (object: null | undefined): ObservedObject => ({ object, state: 'does not exist', findings: [] });

/** An Operator is only a list: of the objects that have its label. OLM creates it again as long as there are any. */
const OPERATOR: ObservedResource = {
  resource: OPERATORS,
  watch: ({ name }, view) => {
    const operator = objectOf(view, named(OPERATORS, name));
    const namespaces = referencesOf(operator, 'ClusterServiceVersion').map(({ namespace }) => namespace);
    return [
      named(OPERATORS, name), ...[...new Set(namespaces)].map((namespace) => namespaceInterests(namespace).csvs),
      ...csvsOf(operator, view).flatMap(missingObjects).map(requiredInterest),
    ];
  },
  observe: ({ name }, view) => {
    const operator = objectOf(view, named(OPERATORS, name));
    if (!operator) {
      return unknown(operator);
    }
    const components = mapListField(fieldAt(operator.status, 'components'), 'refs');
    const csvs = csvsOf(operator, view);
    const replaced = new Set(csvs.map((csv) => specString(csv, 'replaces')));
    const open = csvs.filter((csv) => statusString(csv, 'phase') !== 'Succeeded' && !replaced.has(csv.metadata.name));
    const isLeft = csvs.length === 0 && components.length > 0;
    return {
      object: operator, findings: open.flatMap((csv) => csvFindings(csv, (of) => objectOf(view, requiredInterest(of)))),
      state: components.length === 0 ? 'no objects' : `${components.length} ${components.length === 1 ? 'object' : 'objects'}`,
      ...(open.length === 0 ? {} : { waitingFor: `${list(open.map(({ metadata }) => metadata.name))} to succeed` }),
      parts: csvs.map((csv) => ({
        kind: 'ClusterServiceVersion', object: csv, state: statusString(csv, 'phase') ?? 'not processed yet', isHealthy: statusString(csv, 'phase') === 'Succeeded',
      })),
      notes: isLeft ? [`no ClusterServiceVersion has its label, so the operator is not installed; left of it: ${list(components.map(described))}`] : [],
    };
  },
};

function csvsOf(operator: KubernetesObject | null | undefined, view: ClusterView): KubernetesObject[] {
  return referencesOf(operator, 'ClusterServiceVersion')
    .map((reference) => byName(objectsOf(view, namespaceInterests(reference.namespace).csvs), reference.name)).filter((csv) => csv !== undefined);
}

function described(reference: JsonMap): string {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((key) => stringField(reference, key) ?? '');
  return `${kind!} ${namespace === '' ? '' : `${namespace!}/`}${name!}`;
}

function referencesOf(operator: KubernetesObject | null | undefined, kind: string): { readonly namespace: string; readonly name: string }[] {
  return mapListField(fieldAt(operator?.status, 'components'), 'refs').filter((reference) => stringField(reference, 'kind') === kind)
    .map((reference) => ({ namespace: stringField(reference, 'namespace') ?? '', name: stringField(reference, 'name') ?? '' }));
}

/** An OperatorCondition is the operator's own word on whether it may be upgraded, and the administrator's override of it. */
const OPERATOR_CONDITION: ObservedResource = {
  resource: OPERATOR_CONDITIONS,
  // To block upgrades is no failure, however long it lasts.
  timeout: Infinity,
  watch: ({ name, namespace }) => [named(OPERATOR_CONDITIONS, name, namespace)],
  observe: ({ name, namespace }, view) => {
    const found = objectOf(view, named(OPERATOR_CONDITIONS, name, namespace));
    if (!found) {
      return unknown(found);
    }
    const upgradeable = (conditions: readonly JsonMap[]): JsonMap | undefined => conditions.find((condition) => stringField(condition, 'type') === 'Upgradeable');
    const override = upgradeable(mapListField(found.spec, 'overrides'));
    const reported = upgradeable(mapListField(found.status, 'conditions'));
    const decisive = override ?? reported;
    const isOutdated = override === undefined && reported !== undefined && reported['observedGeneration'] !== undefined
      && reported['observedGeneration'] !== found.metadata.generation;
    const isBlocked = stringField(decisive, 'status') === 'False' || isOutdated;
    const why = isOutdated ? ': it has not reported since the last change of the OperatorCondition' : detail(stringField(decisive, 'message'));
    return {
      object: found,
      state: `${isBlocked ? 'blocks upgrades' : 'allows upgrades'}${override === undefined ? '' : ' (overridden)'}`,
      ...(isBlocked ? { waitingFor: `${name} to allow upgrades` } : {}),
      findings: isBlocked ? [{
        cause: 'upgrade-blocked', message: `${name} blocks upgrades${why}`,
        ...(override === undefined ? {} : { remedy: 'change or remove the override of Upgradeable in spec.overrides of the OperatorCondition' }),
      }] : [],
    };
  },
};

/** Name of the only OLMConfig that OLM reads. */
const CONFIG_NAME = 'cluster';

const OLM_CONFIG: ObservedResource = {
  resource: OLM_CONFIGS,
  watch: ({ name }) => [named(OLM_CONFIGS, name)],
  observe: ({ name }, view) => {
    const found = objectOf(view, named(OLM_CONFIGS, name));
    if (!found) {
      return unknown(found);
    }
    const isDisabled = fieldAt(found.spec, 'features', 'disableCopiedCSVs') === true;
    const condition = currentCondition(found, 'DisabledCopiedCSVs');
    const isApplied = condition === undefined ? !isDisabled : (condition.status === 'True') === isDisabled;
    const ignored: Finding[] = name === CONFIG_NAME ? [] : [{ cause: 'olm-config-ignored', message: `OLM does not read OLMConfig ${name}: it reads only the one named ${CONFIG_NAME}` }];
    return {
      object: found, findings: ignored,
      state: ignored.length > 0 ? 'ignored' : isDisabled ? 'copied CSVs disabled' : 'copied CSVs enabled',
      ...(ignored.length > 0 ? { waitingFor: `OLMConfig ${CONFIG_NAME}` } : isApplied ? {} : { waitingFor: `OLM to ${isDisabled ? 'remove' : 'create'} copied CSVs` }),
    };
  },
};

/** packageserver computes PackageManifests from the catalogs that answer: a package of a catalog that does not answer disappears. */
const PACKAGE_MANIFEST: ObservedResource = {
  resource: PACKAGE_MANIFESTS,
  watch: ({ name, namespace }, view) => [
    packages(namespace), ...sourcesOf(name, objectsOf(view, packages(namespace)) ?? []).map((source) => catalogsIn(source.namespace)),
  ],
  observe: ({ name, namespace }, view) => {
    const listed = objectsOf(view, packages(namespace));
    const found = listed?.filter(({ metadata }) => metadata.name === name);
    const [first] = found ?? [];
    if (first === undefined) {
      return unknown(listed === undefined ? undefined : null);
    }
    const sources = sourcesOf(name, found!);
    const catalogs = sources.map((source) => byName(objectsOf(view, catalogsIn(source.namespace)), source.name))
      .filter((catalog) => catalog !== undefined);
    const silent = catalogs.filter((catalog) => !isAnswering(catalog));
    const channels = mapListField(first.status, 'channels').map((channel) => stringField(channel, 'name') ?? '');
    return {
      object: first, findings: silent.flatMap(catalogFindings),
      state: `${channels.length} ${channels.length === 1 ? 'channel' : 'channels'}`,
      ...(silent.length === 0 ? {} : { waitingFor: `catalog ${list(silent.map(namespacedName))} to answer` }),
      parts: catalogs.map((catalog) => ({ kind: 'CatalogSource', object: catalog, state: isAnswering(catalog) ? 'READY' : 'does not answer', isHealthy: isAnswering(catalog) })),
      notes: [
        ...(channels.length === 0 ? [] : [`channels: ${list(channels)}; the default is ${statusString(first, 'defaultChannel') ?? 'unknown'}`]),
        ...(sources.length < 2 ? [] : [`${sources.length} catalogs have the package: ${list(sources.map((source) => `${source.namespace}/${source.name}`))}; source of the Subscription chooses one`]),
      ],
    };
  },
};

function sourcesOf(name: string, manifests: readonly KubernetesObject[]): { readonly namespace: string; readonly name: string }[] {
  return manifests.filter(({ metadata }) => metadata.name === name)
    .map(({ status }) => ({ namespace: stringField(status, 'catalogSourceNamespace') ?? '', name: stringField(status, 'catalogSource') ?? '' }));
}

/** Returns how to observe the revisions of ClusterExtensions. Only operator-controller writes them. */
function revision(resource: ApiResource): ObservedResource {
  return {
    resource,
    watch: ({ name }) => [named(resource, name)],
    observe: ({ name }, view) => {
      const found = objectOf(view, named(resource, name));
      if (!found) {
        return unknown(found);
      }
      if (specString(found, 'lifecycleState') === 'Archived') {
        return { object: found, state: 'archived: a later revision replaced it', findings: [] };
      }
      const available = currentCondition(found, 'Available');
      const progressing = currentCondition(found, 'Progressing');
      if (available?.status === 'True') {
        return { object: found, state: 'available', findings: [] };
      }
      const title = `${resource.kind} ${name}`;
      const findings: Finding[] = [
        ...(progressing?.reason === 'ProgressDeadlineExceeded' ? [{ cause: 'rollout-deadline-exceeded', message: `${title} was not rolled out in time${detail(progressing.message)}` } as const] : []),
        ...(progressing?.reason === 'Blocked' ? [{ cause: 'olm-v1-blocked', message: `${title} cannot be rolled out${detail(progressing.message)}` } as const] : []),
        ...(progressing?.reason === 'Retrying' ? [{ cause: 'olm-v1-retrying', message: `${title} cannot be rolled out${detail(progressing.message)}` } as const] : []),
        available === undefined
          ? { cause: 'olm-v1-idle', message: `operator-controller has not processed ${title}` }
          : { cause: 'revision-unavailable', message: `revision ${name} is not available: ${messageLine(available.message)}` },
      ];
      return { object: found, findings, state: available === undefined ? 'not processed yet' : `not available (${available.reason})`, waitingFor: 'its objects to become available' };
    },
  };
}

const ALL: readonly ObservedResource[] = [
  OPERATOR, OPERATOR_CONDITION, OLM_CONFIG, PACKAGE_MANIFEST, revision(CLUSTER_EXTENSION_REVISIONS), revision(CLUSTER_OBJECT_SETS),
];

/** Returns how to observe the objects of a resource that no waiter waits for, or undefined for any other. */
export function observedResource(resource: ApiResource | undefined): ObservedResource | undefined {
  return ALL.find((found) => found.resource === resource);
}
