import { InstallModeType } from '../../../bundle/model/cluster-service-version-spec';
import { isBase64 } from '../../../formats/json/base64';
import { field, type JsonMap, stringField } from '../../../formats/json/json-value';
import { subdomainErrors } from '../../../formats/schema/checks/kubernetes-names';
import { csvRule, deploymentsOf, permissionRulesOf, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Fault, type Located, locatedMaps, type Rule } from '../../model/rule';

const OLM = 'https://github.com/operator-framework/operator-lifecycle-manager/tree/master/pkg/controller/install';
const RENDER = 'https://github.com/operator-framework/operator-controller/tree/main/internal/operator-controller/rukpak/render';
const MODES = 'https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/';
const { ERROR, WARNING } = FindingSeverity;
const KNOWN_MODES: readonly string[] = Object.values(InstallModeType);

/** Rules about install modes, deployments, service accounts and namespaces that would stop an installation. */
export const DEPLOYMENT_RULES: readonly Rule[] = [
  csvRule({
    id: 'installmode-twice',
    severity: ERROR,
    summary: 'each install mode is listed only once',
    remedy: 'remove the duplicate; OLM v0 does not install the operator otherwise',
    source: MODES,
  }, function* (csv) {
    const modes = locatedMaps(specOf(csv), 'installModes', ['spec']);
    yield* repeated(modes, 'type', (type) => `the install mode ${type} is already listed`);
  }),
  csvRule({
    id: 'installmode-unknown',
    severity: WARNING,
    summary: 'each install mode is one that OLM knows',
    remedy: `use ${KNOWN_MODES.join(', ')}`,
    source: MODES,
  }, function* (csv) {
    for (const { value, path } of locatedMaps(specOf(csv), 'installModes', ['spec'])) {
      const type = stringField(value, 'type') ?? '';
      if (!KNOWN_MODES.includes(type)) {
        yield { message: `unknown install mode ${JSON.stringify(type)}`, path: [...path, 'type'] };
      }
    }
  }),
  csvRule({
    id: 'deployment-twice',
    severity: ERROR,
    summary: 'each deployment has a unique name',
    remedy: 'rename one of the deployments; OLM v1 refuses the bundle, and OLM v0 installs only the last one',
    source: RENDER,
  }, function* (csv) {
    yield* repeated(deploymentsOf(csv), 'name', (name) => `another deployment is named ${JSON.stringify(name)}`);
  }),
  csvRule({
    id: 'deployment-name',
    severity: ERROR,
    summary: 'the name of each deployment is valid in Kubernetes',
    remedy: 'use lowercase letters, digits, dots and dashes',
    source: RENDER,
  }, function* (csv) {
    for (const { value, path } of deploymentsOf(csv)) {
      const name = stringField(value, 'name') ?? '';
      for (const requirement of subdomainErrors(name)) {
        yield { message: `the deployment name must ${requirement}, got ${JSON.stringify(name)}`, path: [...path, 'name'] };
      }
    }
  }),
  csvRule({
    id: 'serviceaccount-permissions',
    severity: WARNING,
    summary: 'manifests/ contains no ServiceAccount of a permission: OLM creates these',
    remedy: 'remove the ServiceAccount from manifests/',
    source: OLM,
  }, function* (csv, { objects }) {
    const names = new Set(permissionRulesOf(csv).map(({ serviceAccountName }) => serviceAccountName));
    for (const { kind, apiVersion, name, file } of objects) {
      if (kind === 'ServiceAccount' && apiVersion === 'v1' && names.has(name)) {
        yield { message: `OLM also creates the ServiceAccount ${JSON.stringify(name)}, for its permissions`, file, path: ['metadata', 'name'] };
      }
    }
  }),
  {
    id: 'manifest-namespace',
    severity: ERROR,
    summary: 'no manifest sets a namespace',
    remedy: 'remove metadata.namespace; OLM installs everything in the namespace of the Subscription',
    source: OLM,
    *check({ objects }) {
      for (const { kind, file, json } of objects) {
        const namespace = stringField(field(json, 'metadata'), 'namespace') ?? '';
        // All generators set the namespace of the CSV, and all tools ignore it.
        if (namespace !== '' && kind !== 'ClusterServiceVersion') {
          yield { message: `metadata.namespace is ${JSON.stringify(namespace)}`, file, path: ['metadata', 'namespace'] };
        }
      }
    },
  },
  csvRule({
    id: 'icon-base64',
    severity: WARNING,
    summary: 'the data of the icon is base64',
    remedy: 'encode the image as base64, without spaces and line breaks',
    source: 'https://olm.operatorframework.io/docs/tasks/creating-operator-manifests/',
  }, function* (csv) {
    for (const { value, path } of locatedMaps(specOf(csv), 'icon', ['spec'])) {
      if (!isBase64(stringField(value, 'base64data') ?? '')) {
        yield { message: 'the data of the icon is not base64, so consoles cannot show it', path: [...path, 'base64data'] };
      }
    }
  }),
];

/** Yields a fault for each entry whose value of a key is the same as that of an earlier one. */
function* repeated(entries: readonly Located<JsonMap>[], key: string, message: (value: string) => string): Iterable<Fault> {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    const found = stringField(value, key);
    if (found !== undefined && seen.has(found)) {
      yield { message: message(found), path: [...path, key] };
    }
    seen.add(found ?? '');
  }
}
