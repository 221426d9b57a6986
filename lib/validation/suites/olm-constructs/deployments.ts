import { InstallModeType } from '../../../install-mode';
import type { JsonMap } from '../../../json-value';
import { field, textField } from '../../../json-value';
import { deploymentsOf, permissionRulesOf, specOf } from '../../csv-parts';
import { csvRule } from '../../csv-rule';
import { subdomainFaults } from '../../kubernetes/names';
import type { Placed } from '../../placed';
import { placedMaps } from '../../placed';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';

const OLM = 'https://github.com/operator-framework/operator-lifecycle-manager/tree/master/pkg/controller/install';
const RENDER = 'https://github.com/operator-framework/operator-controller/tree/main/internal/operator-controller/rukpak/render';
const MODES = 'https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/';
const { ERROR, WARNING } = FindingSeverity;
const KNOWN_MODES: readonly string[] = Object.values(InstallModeType);

/** What stops an installation: install modes, deployments, accounts, namespaces. */
export const DEPLOYMENT_RULES: readonly Rule[] = [
  csvRule({
    id: 'installmode-twice',
    severity: ERROR,
    summary: 'each install mode is listed once',
    remedy: 'keep one of the entries: OLM takes the last, and not everybody else does',
    source: MODES,
  }, function* (csv) {
    const modes = placedMaps(specOf(csv), 'installModes', ['spec']);
    yield* repeated(modes, 'type', (type) => `the install mode ${type} is listed already`);
  }),
  csvRule({
    id: 'installmode-unknown',
    severity: WARNING,
    summary: 'each install mode is one that OLM knows',
    remedy: `use ${KNOWN_MODES.join(', ')}`,
    source: MODES,
  }, function* (csv) {
    for (const { value, path } of placedMaps(specOf(csv), 'installModes', ['spec'])) {
      const type = textField(value, 'type') ?? '';
      if (!KNOWN_MODES.includes(type)) {
        yield { message: `OLM knows no install mode ${JSON.stringify(type)}`, path: [...path, 'type'] };
      }
    }
  }),
  csvRule({
    id: 'deployment-twice',
    severity: ERROR,
    summary: 'each deployment has a name of its own',
    remedy: 'rename one of the deployments; OLM v1 refuses the bundle, and OLM v0 installs the last one only',
    source: RENDER,
  }, function* (csv) {
    yield* repeated(deploymentsOf(csv), 'name', (name) => `there is a deployment ${JSON.stringify(name)} already`);
  }),
  csvRule({
    id: 'deployment-name',
    severity: ERROR,
    summary: 'the name of each deployment is one that Kubernetes accepts',
    remedy: 'use lower case letters, digits, dots and dashes',
    source: RENDER,
  }, function* (csv) {
    for (const { value, path } of deploymentsOf(csv)) {
      const name = textField(value, 'name') ?? '';
      for (const demand of subdomainFaults(name)) {
        yield { message: `the name of a deployment must ${demand}, got ${JSON.stringify(name)}`, path: [...path, 'name'] };
      }
    }
  }),
  csvRule({
    id: 'serviceaccount-permissions',
    severity: WARNING,
    summary: 'OLM makes the accounts that permissions name, so manifests/ holds none of them',
    remedy: 'remove the ServiceAccount from manifests/',
    source: OLM,
  }, function* (csv, { objects }) {
    const names = new Set(permissionRulesOf(csv).map(({ serviceAccountName }) => serviceAccountName));
    for (const { kind, apiVersion, name, file } of objects) {
      if (kind === 'ServiceAccount' && apiVersion === 'v1' && names.has(name)) {
        yield { message: `OLM makes the ServiceAccount ${JSON.stringify(name)} for its permissions as well`, file, path: ['metadata', 'name'] };
      }
    }
  }),
  {
    id: 'manifest-namespace',
    severity: ERROR,
    summary: 'no manifest names a namespace',
    remedy: 'remove metadata.namespace: OLM puts everything into the namespace of the installation',
    source: OLM,
    *check({ objects }) {
      for (const { kind, file, json } of objects) {
        const namespace = textField(field(json, 'metadata'), 'namespace') ?? '';
        // Every generator writes a namespace into the ClusterServiceVersion, and nobody looks at it.
        if (namespace !== '' && kind !== 'ClusterServiceVersion') {
          yield { message: `the manifest is for the namespace ${JSON.stringify(namespace)}`, file, path: ['metadata', 'namespace'] };
        }
      }
    },
  },
  csvRule({
    id: 'icon-base64',
    severity: WARNING,
    summary: 'the data of the icon is base64',
    remedy: 'encode the picture, and write it without spaces and line breaks',
    source: 'https://olm.operatorframework.io/docs/tasks/creating-operator-manifests/',
  }, function* (csv) {
    for (const { value, path } of placedMaps(specOf(csv), 'icon', ['spec'])) {
      const data = textField(value, 'base64data') ?? '';
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data) || data.length % 4 !== 0) {
        yield { message: 'the data of the icon is no base64, so consoles cannot show it', path: [...path, 'base64data'] };
      }
    }
  }),
];

/** Entries whose key an earlier one has. */
function* repeated(entries: readonly Placed<JsonMap>[], key: string, message: (value: string) => string): Iterable<Fault> {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    const text = textField(value, key);
    if (text !== undefined && seen.has(text)) {
      yield { message: message(text), path: [...path, key] };
    }
    seen.add(text ?? '');
  }
}
