import { parseVersion } from '../../formats/semver/version';
import { fieldAt, stringField, stringListField } from '../../formats/json/json-value';
import { containersOf, crdDescriptionsOf, deploymentsOf, permissionRulesOf, withCsv } from '../model/csv-parts';
import type { Fault, Rule } from '../model/rule';
import { FindingSeverity } from '../model/finding';
import type { BundleObject, BundleView } from '../model/bundle-view';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/good_practices.go';
const { ERROR, WARNING } = FindingSeverity;

/** Upstream's recommendations. */
export const GOOD_PRACTICES_RULES: readonly Rule[] = [
  {
    id: 'gp-deployments',
    severity: ERROR,
    summary: 'the CSV installs a deployment',
    remedy: 'list the deployments of the operator in spec.install.spec.deployments',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (!hasDeployments(csv)) {
        yield { message: 'the CSV lists no deployments, so nothing would run', file: csv.file, path: ['spec', 'install', 'spec'] };
      }
    }),
  },
  {
    id: 'gp-requests',
    severity: WARNING,
    summary: 'each container of a deployment requests resources',
    remedy: 'set cpu and memory in resources.requests; clusters with quotas reject pods without requests',
    source: 'https://sdk.operatorframework.io/docs/best-practices/managing-resources/',
    check: withCsv(function* (csv) {
      for (const { value, path } of deploymentsOf(csv).flatMap(containersOf)) {
        const requests = fieldAt(value, 'resources', 'requests') ?? null;
        if (requests === null) {
          yield { message: `the container ${JSON.stringify(stringField(value, 'name') ?? '')} requests no resources`, file: csv.file, path };
        }
      }
    }),
  },
  {
    id: 'gp-crd-desc',
    severity: WARNING,
    summary: 'each owned or required CRD has a description',
    remedy: 'set description to the purpose of the resource; consoles show it',
    source: SOURCE,
    check: withCsv(function* (csv) {
      for (const side of ['owned', 'required'] as const) {
        for (const { value, path } of crdDescriptionsOf(csv, side)) {
          if ((stringField(value, 'description') ?? '') === '') {
            yield { message: `the ${side} CRD ${JSON.stringify(stringField(value, 'name') ?? '')} has no description`, file: csv.file, path };
          }
        }
      }
    }),
  },
  {
    id: 'gp-channels',
    severity: WARNING,
    summary: 'the names of channels start with candidate, fast or stable',
    remedy: 'name channels after their maturity, such as stable-v1',
    source: 'https://olm.operatorframework.io/docs/best-practices/channel-naming/',
    *check(view) {
      const names = channelNames(view).filter((name) => !/^(?:candidate|fast|stable)/.test(name));
      if (names.length > 0) {
        const message = `channel names do not follow the convention: ${names.join(', ')}`;
        yield { message, ...(view.annotationsFile === undefined ? {} : { file: view.annotationsFile, path: CHANNELS_PATH }) };
      }
    },
  },
  {
    id: 'gp-crd-rbac',
    severity: WARNING,
    summary: 'the operator has no permission to create CRDs',
    remedy: 'declare CRDs of other operators as required, and let OLM resolve them',
    source: 'https://sdk.operatorframework.io/docs/best-practices/common-recommendation/',
    check: withCsv(mayCreateCrds),
  },
  {
    id: 'gp-name-semver',
    severity: WARNING,
    summary: 'the name of the CSV ends with a version',
    remedy: 'end the name with a semantic version, such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const [version] = ENDING_VERSION.exec(csv.name.slice(-MAX_NAME_LENGTH)) ?? [];
      if (version === undefined || parseVersion(version) === undefined) {
        yield { message: `the name ${JSON.stringify(csv.name)} does not end with a semantic version`, file: csv.file, path: NAME_PATH };
      }
    }),
  },
  {
    id: 'gp-name-form',
    severity: WARNING,
    summary: 'the name of the CSV has the form <operator>.v<version>',
    remedy: 'use a name such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (csv.name.split('.v').length !== 2) {
        yield { message: `the name ${JSON.stringify(csv.name)} does not have the form <operator>.v<version>`, file: csv.file, path: NAME_PATH };
      }
    }),
  },
];

const NAME_PATH = ['metadata', 'name'];
const CHANNELS_PATH = ['annotations', BUNDLE_ANNOTATION.CHANNELS];
const ENDING_VERSION = /[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+)?$/;

/** Kubernetes' limit for names. Matching the end of a string of arbitrary length could take very long. */
const MAX_NAME_LENGTH = 253;

function hasDeployments({ json }: BundleObject): boolean {
  return Array.isArray(fieldAt(json, 'spec', 'install', 'spec', 'deployments'));
}

/** Returns the channels and the default channel, trimmed and without duplicates. */
function channelNames({ channels, defaultChannel }: BundleView): string[] {
  return [...new Set([...channels, defaultChannel].map((name) => name.trim()))].filter((name) => name !== '');
}

function* mayCreateCrds(csv: BundleObject): Iterable<Fault> {
  const grants = permissionRulesOf(csv).find(({ value }) => (
    stringListField(value, 'apiGroups').includes('apiextensions.k8s.io')
    && stringListField(value, 'resources').some((resource) => ['customresourcedefinitions', '*', '[*]'].includes(resource))
    && stringListField(value, 'verbs').some((verb) => ['create', 'patch', '*', '[*]'].includes(verb))
  ));
  if (grants !== undefined) {
    yield { message: 'the operator may create or patch CRDs', file: csv.file, path: grants.path };
  }
}
