import { parseVersion } from '../../catalog/version';
import { fieldAt, textField, textsField } from '../../json-value';
import { containersOf, crdDescriptionsOf, deploymentsOf, permissionRulesOf, withCsv } from '../csv-parts';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/good_practices.go';
const { ERROR, WARNING } = FindingSeverity;

/** What upstream recommends. */
export const GOOD_PRACTICES_RULES: readonly Rule[] = [
  {
    id: 'gp-deployments',
    severity: ERROR,
    summary: 'the ClusterServiceVersion installs a deployment',
    remedy: 'list the deployments of the operator in spec.install.spec.deployments',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (!hasDeployments(csv)) {
        yield { message: 'the ClusterServiceVersion lists no deployments, so nothing would run', file: csv.file, path: ['spec', 'install', 'spec'] };
      }
    }),
  },
  {
    id: 'gp-requests',
    severity: WARNING,
    summary: 'each container of a deployment requests resources',
    remedy: 'set resources.requests with cpu and memory; clusters with quotas refuse pods without',
    source: 'https://sdk.operatorframework.io/docs/best-practices/managing-resources/',
    check: withCsv(function* (csv) {
      for (const { value, path } of deploymentsOf(csv).flatMap(containersOf)) {
        const requests = fieldAt(value, 'resources', 'requests') ?? null;
        if (requests === null) {
          yield { message: `the container ${JSON.stringify(textField(value, 'name') ?? '')} requests no resources`, file: csv.file, path };
        }
      }
    }),
  },
  {
    id: 'gp-crd-desc',
    severity: WARNING,
    summary: 'each owned or required CRD has a description',
    remedy: 'say in description what the resource is for; consoles show it',
    source: SOURCE,
    check: withCsv(function* (csv) {
      for (const side of ['owned', 'required'] as const) {
        for (const { value, path } of crdDescriptionsOf(csv, side)) {
          if ((textField(value, 'description') ?? '') === '') {
            yield { message: `the ${side} CRD ${JSON.stringify(textField(value, 'name') ?? '')} has no description`, file: csv.file, path };
          }
        }
      }
    }),
  },
  {
    id: 'gp-channels',
    severity: WARNING,
    summary: 'the names of channels begin with candidate, fast or stable',
    remedy: 'name channels by how mature they are, such as stable-v1',
    source: 'https://olm.operatorframework.io/docs/best-practices/channel-naming/',
    *check(subject) {
      const names = channelNames(subject).filter((name) => !/^(?:candidate|fast|stable)/.test(name));
      if (names.length > 0) {
        const message = `these channels are named against the convention: ${names.join(', ')}`;
        yield { message, ...(subject.annotationsFile === undefined ? {} : { file: subject.annotationsFile, path: CHANNELS_PATH }) };
      }
    },
  },
  {
    id: 'gp-crd-rbac',
    severity: WARNING,
    summary: 'the operator may not make CustomResourceDefinitions',
    remedy: 'leave CRDs and other operators to OLM: declare them as required, and let it resolve them',
    source: 'https://sdk.operatorframework.io/docs/best-practices/common-recommendation/',
    check: withCsv(mayMakeCrds),
  },
  {
    id: 'gp-name-semver',
    severity: WARNING,
    summary: 'the name of the ClusterServiceVersion ends in its version',
    remedy: 'end the name in a semantic version, such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const [version] = ENDING_VERSION.exec(csv.name.slice(-LONGEST_NAME)) ?? [];
      if (version === undefined || parseVersion(version) === undefined) {
        yield { message: `the name ${JSON.stringify(csv.name)} does not end in a semantic version`, file: csv.file, path: NAME_PATH };
      }
    }),
  },
  {
    id: 'gp-name-form',
    severity: WARNING,
    summary: 'the name of the ClusterServiceVersion is that of the operator, .v and its version',
    remedy: 'use a name such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (csv.name.split('.v').length !== 2) {
        yield { message: `the name ${JSON.stringify(csv.name)} is not a name, .v and a version`, file: csv.file, path: NAME_PATH };
      }
    }),
  },
];

const NAME_PATH = ['metadata', 'name'];
const CHANNELS_PATH = ['annotations', 'operators.operatorframework.io.bundle.channels.v1'];
const ENDING_VERSION = /[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+)?$/;

/** No object of Kubernetes has a longer name; looking for an ending in a text of any length could take for ever. */
const LONGEST_NAME = 253;

function hasDeployments({ json }: SubjectObject): boolean {
  return Array.isArray(fieldAt(json, 'spec', 'install', 'spec', 'deployments'));
}

/** The channels and the default channel, without spaces around them, each once. */
function channelNames({ channels, defaultChannel }: ValidationSubject): string[] {
  return [...new Set([...channels, defaultChannel].map((name) => name.trim()))].filter((name) => name !== '');
}

function* mayMakeCrds(csv: SubjectObject): Iterable<Fault> {
  const grants = permissionRulesOf(csv).find(({ value }) => (
    textsField(value, 'apiGroups').includes('apiextensions.k8s.io')
    && textsField(value, 'resources').some((resource) => ['customresourcedefinitions', '*', '[*]'].includes(resource))
    && textsField(value, 'verbs').some((verb) => ['create', 'patch', '*', '[*]'].includes(verb))
  ));
  if (grants !== undefined) {
    yield { message: 'the operator may create or patch CustomResourceDefinitions', file: csv.file, path: grants.path };
  }
}
