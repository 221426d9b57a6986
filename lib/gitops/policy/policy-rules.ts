import type { ApiObject } from 'cdk8s';
import type { Bundle } from '../../bundle/bundle';
import { policyRule } from '../../bundle/model/cluster-service-version-fields';
import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { mapField, mapListField, stringField } from '../../formats/json/json-value';
import { BundleReport } from '../../report/bundle-report';
import { ImageList } from '../../report/image-list';
import { FORBIDDEN_RIGHT_ALLOWS, ForbiddenRight, grantsForbidden } from '../../report/rbac-risks';
import { type BundleRbacRule, RbacScope } from '../../report/rbac-rule';
import { type AppOperator, nameOf } from '../checks/app-operator';
import { type CheckedCluster, ownerOf, type Problem } from '../checks/checked-cluster';
import { knownImages, mayHaveImages } from '../checks/image-digests';
import { watchedNamespaces } from '../checks/operator-groups';
import { isInRegistry, matchesAny, quoted } from './name-patterns';
import type { OperatorPolicyProps } from './operator-policy';

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
    return `package '${name}' comes from ${source}, and the allowed catalogs are ${quoted(allowed)}`;
  }
  const forbidden = catalogs.find((catalog) => !matchesAny(allowed, catalog, catalog.slice(catalog.lastIndexOf('/') + 1)));
  return forbidden === undefined ? undefined : `package '${name}' comes from catalog '${forbidden}', and the allowed catalogs are ${quoted(allowed)}`;
}

function packageBreach({ package: name }: AppOperator, allowed: readonly string[]): string | undefined {
  return matchesAny(allowed, name) ? undefined : `package '${name}' is installed, and the allowed packages are ${quoted(allowed)}`;
}

/** The other engines do not follow channels. */
function channelBreach({ engine, package: name, channels }: AppOperator, allowed: readonly string[]): string | undefined {
  if (engine === 'Plain' || engine === 'RukPak') {
    return undefined;
  }
  if (channels.length === 0) {
    const followed = engine === 'OlmV1' ? 'all channels' : 'the default channel, which the catalog can change';
    return `package '${name}' follows ${followed}, and the allowed channels are ${quoted(allowed)}`;
  }
  const forbidden = channels.find((channel) => !matchesAny(allowed, channel, `${name}/${channel}`));
  return forbidden === undefined ? undefined : `package '${name}' follows channel '${forbidden}', and the allowed channels are ${quoted(allowed)}`;
}

function publisherBreach(operator: AppOperator, allowed: readonly string[]): string | undefined {
  const publisher = publisherOf(operator);
  if (publisher === undefined) {
    return `the publisher of package '${operator.package}' is unknown; the allowed publishers are ${quoted(allowed)}`;
  }
  return matchesAny(allowed, publisher) ? undefined : `${nameOf(operator)} has the publisher '${publisher}', and the allowed publishers are ${quoted(allowed)}`;
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
  return isAllowed ? undefined : `package '${name}' has the approval ${approval}, and the allowed approvals are ${quoted(allowed)}`;
}

/** Images of bundles, cached because bundles never change. */
const IMAGES_OF_BUNDLES = new WeakMap<Bundle, readonly string[]>();

/** Images of objects and of the bundles that OLM installs. With the engine Plain, those of the bundle are in objects. */
const REGISTRY_RULE: PolicyRule = {
  id: 'policy-registry',
  summary: 'images come from allowed registries',
  remedy: 'mirror the image to an allowed registry, and refer to it there',
  isSet: ({ allowedRegistries }) => allowedRegistries !== undefined,
  find: ({ allowedRegistries = [] }, { view, objects, operators }) => {
    const forbidden = (images: readonly string[]): string[] => [...new Set(images)].filter((image) => image !== '' && !isInRegistry(allowedRegistries, image));
    const message = (user: string, image: string): string => `${user} has the image '${image}', and the allowed registries are ${quoted(allowedRegistries)}`;
    const ofObject = (object: ApiObject): string[] => forbidden(knownImages(view, object));
    return [
      ...objects.filter(mayHaveImages).flatMap((object) => ofObject(object).map((image) => (
        { constructs: [ownerOf(object)], message: message(`${object.kind} '${object.name}'`, image) }
      ))),
      ...operators.flatMap((operator) => (operator.bundle === undefined || operator.engine === 'Plain' ? [] : (
        forbidden(imagesOf(operator.bundle)).map((image) => ({ constructs: [operator.construct], message: message(nameOf(operator), image) }))
      ))),
    ];
  },
};

function imagesOf(bundle: Bundle): readonly string[] {
  const images = IMAGES_OF_BUNDLES.get(bundle) ?? ImageList.ofBundle(bundle).images.map(({ image }) => image);
  IMAGES_OF_BUNDLES.set(bundle, images);
  return images;
}

const RBAC = 'rbac.authorization.k8s.io';

/** A forbidden right. */
interface Ceiling {
  readonly id: string;
  readonly right: ForbiddenRight;
  readonly summary: string;
}

const CEILINGS: readonly Ceiling[] = [
  { id: 'policy-wildcards', right: ForbiddenRight.WILDCARDS, summary: 'operators have no wildcards in their rights' },
  { id: 'policy-escalation', right: ForbiddenRight.ESCALATION, summary: 'operators cannot get more rights than they have' },
  { id: 'policy-secrets', right: ForbiddenRight.SECRETS_ACROSS_NAMESPACES, summary: 'operators do not read all Secrets of other namespaces' },
];

/** Rules that bundles grant to accounts, cached because bundles never change. */
const RIGHTS_OF_BUNDLES = new WeakMap<Bundle, readonly BundleRbacRule[]>();

/** Rules about the rights of operators. */
const RIGHTS_RULES: readonly PolicyRule[] = CEILINGS.map((ceiling) => ({
  id: ceiling.id,
  summary: ceiling.summary,
  remedy: 'use an operator or a version that needs less, or waive the finding with a reason',
  isSet: ({ forbiddenRights }) => forbiddenRights?.includes(ceiling.right) === true,
  find: (_, subject) => [...subject.operators.flatMap((operator) => bundleProblems(subject, operator, ceiling)), ...roleProblems(subject, ceiling)],
}));

/** With the engine Plain, the roles of a bundle are objects of the app. */
function bundleProblems({ view }: PolicySubject, operator: AppOperator, { right }: Ceiling): Problem[] {
  if (operator.bundle === undefined || operator.engine === 'Plain') {
    return [];
  }
  const watched = operator.engine === 'OlmV0' ? watchedNamespaces(view, operator) : undefined;
  // Two that are known later may turn out to be one.
  const isOne = watched !== undefined && (watched.length === 1 || (watched.length === 2 && view.isUnknown(...watched)));
  const inSeveral = (scope: RbacScope): boolean => scope === RbacScope.CLUSTER || (scope === RbacScope.WATCHED_NAMESPACES && !isOne);
  const found = rulesOf(operator.bundle).filter((rule) => grantsForbidden(right, rule, inSeveral(rule.scope)));
  return problem(operator.construct, `${nameOf(operator)} ${FORBIDDEN_RIGHT_ALLOWS[right]}`, found);
}

function roleProblems({ view, objects }: PolicySubject, { right }: Ceiling): Problem[] {
  const roles = objects.filter(({ apiGroup, kind }) => apiGroup === RBAC && (kind === 'Role' || kind === 'ClusterRole'));
  const bindings = roles.length === 0 ? [] : view.ofKind(RBAC, 'ClusterRoleBinding');
  const everywhere = new Set(bindings.map((binding) => stringField(mapField(view.manifestOf(binding), 'roleRef'), 'name')));
  return roles.flatMap((role) => {
    const inSeveral = role.kind === 'ClusterRole' && everywhere.has(role.name);
    const found = mapListField(view.manifestOf(role), 'rules').map(policyRule).filter((rule) => grantsForbidden(right, rule, inSeveral));
    return problem(ownerOf(role), `${role.kind} '${role.name}' ${FORBIDDEN_RIGHT_ALLOWS[right]}`, found);
  });
}

/** Returns one problem for all rules of an operator or a role. */
function problem(construct: Problem['constructs'][number], subject: string, found: readonly OperatorPolicyRule[]): Problem[] {
  const [first] = found;
  return first === undefined ? [] : [{
    constructs: [construct], message: `${subject}: ${describe(first)}${found.length === 1 ? '' : `, and ${found.length - 1} more`}`,
  }];
}

function rulesOf(bundle: Bundle): readonly BundleRbacRule[] {
  const rules = RIGHTS_OF_BUNDLES.get(bundle) ?? BundleReport.of(bundle).content.rbac.filter(({ holders }) => holders.length > 0);
  RIGHTS_OF_BUNDLES.set(bundle, rules);
  return rules;
}

function describe({ verbs, apiGroups, resources }: OperatorPolicyRule): string {
  return `${verbs.join(', ')} on ${resources.join(', ')} of ${apiGroups.map((group) => (group === '' ? 'the core group' : group)).join(', ')}`;
}

/** All rules of policies, in the order of their findings. */
export const ALL_RULES: readonly PolicyRule[] = [...OPERATOR_RULES, REGISTRY_RULE, ...RIGHTS_RULES];
