import { METADATA } from '../../../bundle/files/bundle-files';
import { type BundleProperty, olmProperties } from '../../../bundle/model/bundle-property';
import { ClusterServiceVersion } from '../../../bundle/model/cluster-service-version';
import { Manifest } from '../../../bundle/model/manifest';
import { defined } from '../../../formats/json/defined';
import { goField } from '../../../formats/json/folded-keys';
import { isMap, stringField } from '../../../formats/json/json-value';
import { groupVersion } from '../../../formats/schema/api-groups';
import { missingApiRemedy } from '../../../formats/schema/api-projects';
import { firstOlmV0With, isInstalledByOlmV0 } from '../../../formats/schema/olm-v0-kinds';
import { nodeLabelText } from '../../../formats/schema/node-labels';
import { type ApiNeed, ApiNeedReason, clusterNeeds, type ClusterNeedsContent } from '../../../report/needs/cluster-needs';
import { missingNodeLabels } from '../../../report/needs/node-needs';
import { isBundleKind } from '../../model/bundle-kinds';
import type { BundleObject, BundleView } from '../../model/bundle-view';
import { deploymentsOf, withCsv } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import type { Fault, Rule } from '../../model/rule';

const { ERROR, WARNING } = FindingSeverity;
const MISSING_API = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/gvk_not_found_error.go';

/** Rules about what a bundle needs from a cluster besides Kubernetes, OLM and itself. */
export const CLUSTER_RULES: readonly Rule[] = [
  {
    id: 'cluster-api',
    severity: WARNING,
    summary: 'every cluster has the APIs of the objects in the bundle, and its native APIs',
    remedy: 'let the operator create the object if the cluster serves the API, or name the project in the description of the operator',
    source: MISSING_API,
    check: withCsv(function* (csv, view) {
      const needs = needsOf(csv, view).apis.filter(({ fromDependency, kubernetesReleases }) => !fromDependency && kubernetesReleases === '');
      for (const { file, group, version, kind, name } of view.objects) {
        const need = needs.find((found) => isOf(found, group, version, kind) && found.objects.includes(name));
        if (need !== undefined) {
          yield {
            message: `the ${kind} '${name}' is of ${groupVersion(need)}, which not every cluster serves (${need.origin}); without it, nothing of the bundle is installed`, file, path: ['kind'],
            remedy: `let the operator create the object if the cluster serves the API; to install this bundle, ${missingApiRemedy(need)}`,
          };
        }
      }
      for (const need of needs.filter(({ reasons }) => reasons.includes(ApiNeedReason.NATIVE))) {
        yield {
          message: `nativeAPIs has ${need.kind} of ${groupVersion(need)}, which not every cluster serves (${need.origin}); without it, OLM does not start the operator`, file: csv.file,
          path: ['spec', 'nativeAPIs'],
        };
      }
    }),
  },
  {
    id: 'cluster-node-label',
    severity: WARNING,
    summary: 'the pods of the operator run on the nodes of every cluster',
    remedy: 'prefer the nodes with preferredDuringSchedulingIgnoredDuringExecution, or describe the label; users can set nodeSelector in the config of the Subscription',
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
    check: withCsv(function* (csv, view) {
      for (const need of needsOf(csv, view).nodes) {
        const missing = missingNodeLabels(need, []);
        if (missing.length > 0) {
          yield {
            message: `the pods of the deployment '${need.deployment}' require the node label ${missing.map(nodeLabelText).join(' and ')}, which not every cluster has`,
            ...locationOf(csv, need.deployment),
          };
        }
      }
    }),
  },
  {
    id: 'cluster-olm-v0-kind',
    severity: WARNING,
    summary: 'OLM v0 installs all objects of the bundle',
    remedy: 'let the operator create the object when it starts; OLM v0 installs nothing of a bundle with an object of this kind',
    source: 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/supportedresources.go',
    *check({ objects, options: { olmVersion } }) {
      for (const { kind, name, file } of objects) {
        if (kind !== '' && !isInstalledByOlmV0(kind, olmVersion?.replace(/^v/, ''))) {
          const first = firstOlmV0With(kind);
          const which = first === undefined ? 'OLM v0' : `OLM ${olmVersion}, unlike ${first} and later,`;
          yield { message: `${which} refuses every object of the kind ${kind}, and with it the bundle: '${name}'`, file, path: ['kind'], severity: isBundleKind(kind) && olmVersion === undefined ? WARNING : ERROR };
        }
      }
    },
  },
];

function isOf(need: ApiNeed, group: string, version: string, kind: string): boolean {
  return need.group === group && need.version === version && need.kind === kind;
}

/** Returns the needs of a bundle that may be invalid. */
function needsOf(csv: BundleObject, view: BundleView): ClusterNeedsContent {
  const manifest = manifestOf(csv);
  return clusterNeeds({
    csv: ClusterServiceVersion._of(manifest),
    manifests: view.objects.map(manifestOf),
    dependencies: entriesOf(view, 'dependencies'),
    properties: [...entriesOf(view, 'properties'), ...olmProperties(manifest).properties],
  });
}

function manifestOf({ file, json }: BundleObject): Manifest {
  return Manifest._of(file, json);
}

/** Returns the entries of a list in the files of metadata/ that have a type. */
function entriesOf({ documents }: BundleView, key: 'dependencies' | 'properties'): BundleProperty[] {
  return [...documents.values()].filter(({ file }) => file.startsWith(`${METADATA}/`)).flatMap(({ value }) => {
    const list = goField(value, key);
    return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      const type = stringField(entry, 'type');
      return type === undefined || !isMap(entry) ? [] : [{ type, value: entry['value'] }];
    });
  });
}

/** Returns the file and path of a deployment of the CSV. */
function locationOf(csv: BundleObject, name: string): Pick<Fault, 'file' | 'path'> {
  const path = deploymentsOf(csv).find(({ value }) => stringField(value, 'name') === name)?.path;
  return { file: csv.file, ...defined({ path }) };
}
