import type { ApiObject } from 'cdk8s';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { mapField, stringField } from '../../formats/json/json-value';
import { namesInQuotes } from '../../text/phrases';
import { type AppOperator, nameOf } from '../checks/app-operator';
import { type CheckedCluster, ownerOf, type Problem } from '../checks/checked-cluster';
import { imagesOfOperator, knownImages, mayHaveImages, UNKNOWN_IMAGES_REMEDY } from '../checks/operator-images';
import { isInRegistry, matchesAny } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy';
import { RIGHTS_RULES } from './rights-rules';

/** Input of a rule: a cluster, and the part of it in the scope of the policy. */
export interface PolicySubject {
  readonly view: CheckedCluster;
  readonly operators: readonly AppOperator[];
  readonly objects: readonly ApiObject[];
}

/** A rule of policies. */
export interface PolicyRule {
  readonly id: string;
  readonly summary: string;
  readonly remedy: string;
  /** Whether a policy uses the rule. */
  readonly isSet: (props: OperatorPolicyProps) => boolean;
  readonly find: (props: OperatorPolicyProps, subject: PolicySubject) => Problem[];
}

/** Returns what a list of allowed names forbids in an operator, or undefined if it forbids nothing. */
type FindBreach = (operator: AppOperator, allowed: readonly string[]) => string | undefined;

type ListProp = 'allowedCatalogs' | 'allowedPackages' | 'allowedChannels' | 'allowedPublishers' | 'allowedApprovals';

/** Rules about each operator that an app installs. */
const OPERATOR_RULES: readonly PolicyRule[] = [
  rule('policy-catalog', 'allowedCatalogs', 'operators come from allowed catalogs', 'install the operator from an allowed catalog', catalogBreach),
  rule('policy-package', 'allowedPackages', 'packages are allowed', 'remove the operator, or allow its package', packageBreach),
  rule('policy-channel', 'allowedChannels', 'operators follow allowed channels', 'set an allowed channel', channelBreach),
  rule('policy-publisher', 'allowedPublishers', 'publishers of operators are allowed',
    'install an operator of an allowed publisher, or let the app know the content of the catalog with `content`', publisherBreach),
  rule('policy-approval', 'allowedApprovals', 'approval strategies are allowed', 'set an allowed `approval`, or an exact version with OLM v1', approvalBreach),
];

function rule(id: string, prop: ListProp, summary: string, remedy: string, findBreach: FindBreach): PolicyRule {
  const allowedBy = (props: OperatorPolicyProps): readonly string[] | undefined => props[prop];
  return {
    id,
    summary,
    remedy,
    isSet: (props) => allowedBy(props) !== undefined,
    find: (props, { view, operators }) => operators.flatMap((operator) => {
      const message = findBreach(operator, allowedBy(props)!);
      // A value that is known later may be an allowed one.
      const isUndecided = view.isUnknown(message, prop === 'allowedApprovals' ? operator.pin : undefined);
      return message === undefined || isUndecided ? [] : [{ constructs: [operator.construct], message }];
    }),
  };
}

function catalogBreach({ engine, catalogs, package: name }: AppOperator, allowed: readonly string[]): string | undefined {
  if (catalogs.length === 0) {
    const source = engine === 'OlmV1' ? 'any ClusterCatalog' : `no catalog, with the engine ${engine}`;
    return `package '${name}' comes from ${source}, and the allowed catalogs are ${namesInQuotes(allowed)}`;
  }
  const forbidden = catalogs.find((catalog) => !matchesAny(allowed, catalog, catalog.slice(catalog.lastIndexOf('/') + 1)));
  return forbidden === undefined ? undefined : `package '${name}' comes from catalog '${forbidden}', and the allowed catalogs are ${namesInQuotes(allowed)}`;
}

function packageBreach({ package: name }: AppOperator, allowed: readonly string[]): string | undefined {
  return matchesAny(allowed, name) ? undefined : `package '${name}' is installed, and the allowed packages are ${namesInQuotes(allowed)}`;
}

/** The other engines do not follow channels. */
function channelBreach({ engine, package: name, channels }: AppOperator, allowed: readonly string[]): string | undefined {
  if (engine === 'Plain' || engine === 'RukPak') {
    return undefined;
  }
  if (channels.length === 0) {
    const followed = engine === 'OlmV1' ? 'all channels' : 'the default channel, which the catalog can change';
    return `package '${name}' follows ${followed}, and the allowed channels are ${namesInQuotes(allowed)}`;
  }
  const forbidden = channels.find((channel) => !matchesAny(allowed, channel, `${name}/${channel}`));
  return forbidden === undefined ? undefined : `package '${name}' follows channel '${forbidden}', and the allowed channels are ${namesInQuotes(allowed)}`;
}

function publisherBreach(operator: AppOperator, allowed: readonly string[]): string | undefined {
  const publisher = publisherOf(operator);
  if (publisher === undefined) {
    return `the publisher of package '${operator.package}' is unknown; the allowed publishers are ${namesInQuotes(allowed)}`;
  }
  return matchesAny(allowed, publisher) ? undefined : `${nameOf(operator)} has the publisher '${publisher}', and the allowed publishers are ${namesInQuotes(allowed)}`;
}

/** Returns the name of the provider in the CSV, or in the CSV metadata of the catalog if the bundle is unknown. */
function publisherOf({ bundle, entry }: AppOperator): string | undefined {
  const metadata = entry?.properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  return bundle?.csv.provider.name ?? stringField(mapField(metadata, 'provider'), 'name');
}

/** Only OLM v0 has approvals: the other engines install what is in the manifests, or upgrade by themselves. */
function approvalBreach({ engine, package: name, isPinned }: AppOperator, allowed: readonly string[]): string | undefined {
  const approval = isPinned ? InstallPlanApproval.MANUAL : InstallPlanApproval.AUTOMATIC;
  const isAllowed = allowed.includes(approval) || (engine !== 'OlmV0' && isPinned);
  return isAllowed ? undefined : `package '${name}' has the approval ${approval}, and the allowed approvals are ${namesInQuotes(allowed)}`;
}

/** Images of objects and of the bundles that OLM installs. With the engine Plain, those of the bundle are in objects. */
const REGISTRY_RULE: PolicyRule = {
  id: 'policy-registry',
  summary: 'images come from allowed registries',
  remedy: 'mirror the image to an allowed registry, and set `registryMirror` or `mirrorsByPrefix` of the `Cluster`, or `ImageMirror.set`',
  isSet: ({ allowedRegistries }) => allowedRegistries !== undefined,
  find: ({ allowedRegistries = [] }, { view, objects, operators }) => {
    const forbidden = (images: readonly string[]): string[] => [...new Set(images)].filter((image) => image !== '' && !isInRegistry(allowedRegistries, image));
    const message = (user: string, image: string): string => `${user} has the image '${image}', and the allowed registries are ${namesInQuotes(allowedRegistries)}`;
    const ofObject = (object: ApiObject): string[] => forbidden(knownImages(view, object));
    return [
      ...objects.filter(mayHaveImages).flatMap((object) => ofObject(object).map((image) => (
        { constructs: [ownerOf(object)], message: message(`${object.kind} '${object.name}'`, image) }
      ))),
      ...operators.flatMap((operator) => (
        forbidden(imagesOfOperator(operator) ?? []).map((image) => ({ constructs: [operator.construct], message: message(nameOf(operator), image) }))
      )),
      ...operators.filter((operator) => imagesOfOperator(operator) === undefined).map((operator) => ({
        constructs: [operator.construct],
        message: `the images of ${nameOf(operator)} are unknown, and the allowed registries are ${namesInQuotes(allowedRegistries)}`,
        remedy: UNKNOWN_IMAGES_REMEDY,
      })),
    ];
  },
};

/** All rules of policies, in the order of their findings. */
export const ALL_RULES: readonly PolicyRule[] = [...OPERATOR_RULES, REGISTRY_RULE, ...RIGHTS_RULES];
