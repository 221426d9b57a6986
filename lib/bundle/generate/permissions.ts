import { compareUtf8 } from '../../formats/json/go-json';
import { type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { JsonValues } from '../../formats/json/json-values';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { LabelIndex } from '../../formats/schema/label-index';
import { groupBy } from '../../text/group-by';
import { quoted, quotedList } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import type { CollectedObjects } from './collect-objects';
import { homeNamespaces, type InstalledDeployment } from './deployments';
import type { GenerationNotes } from './generation-notes';
import type { InputObject } from './input-object';
import type { LostFields } from './lost-fields';

/** Rules of a service account in the install strategy. */
export interface AccountRules {
  readonly serviceAccountName: string;
  readonly rules: readonly JsonMap[];
}

/** Permissions of the install strategy, and the roles and bindings that remain manifests. */
export interface Permissions {
  /** Rules in the watched namespaces, sorted by service account. */
  readonly permissions: readonly AccountRules[];

  /** Rules in the cluster, sorted by service account. */
  readonly clusterPermissions: readonly AccountRules[];
  readonly manifests: readonly InputObject[];
}

/** The account that each namespace has. */
const DEFAULT_ACCOUNT = 'default';

/** User that a service account is for the API server. */
const ACCOUNT_USER = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** Group of the service accounts in a namespace. */
const ACCOUNTS_GROUP = /^system:serviceaccounts:([^:]+)$/;

/** Labels with which Kubernetes and OpenShift add a role to their own roles, so that it needs no binding. */
const AGGREGATED_BY_CLUSTER = /^rbac\.authorization\.k8s\.io\/aggregate-to-(admin|edit|view|cluster-reader)$/;

/**
 * Returns what the service accounts of the Deployments may do. The rules of a role go into the permissions of each account that a binding gives it
 * to; roles and bindings for anyone else remain manifests.
 *
 * @param extraAccounts further service accounts whose roles go into the permissions
 */
export function collectPermissions(
  objects: CollectedObjects, deployments: readonly InstalledDeployment[], extraAccounts: readonly string[], notes: GenerationNotes, lost: LostFields,
): Permissions {
  return new PermissionCollector(objects, deployments, extraAccounts, notes, lost).collect();
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

class PermissionCollector {
  readonly #home: ReadonlySet<string>;
  readonly #accounts: ReadonlySet<string>;
  readonly #permissions = new Map<string, JsonMap[]>();
  readonly #clusterPermissions = new Map<string, JsonMap[]>();
  readonly #manifests = new Set<InputObject>();
  readonly #bound = new Set<InputObject>();
  readonly #aggregated = new Set<InputObject>();
  readonly #known = new Map<JsonMap[], JsonValues>();
  readonly #rolesByName: ReadonlyMap<string, readonly InputObject[]>;
  readonly #clusterRolesByName: ReadonlyMap<string, readonly InputObject[]>;
  readonly #accountsByName: ReadonlyMap<string, readonly InputObject[]>;
  readonly #labeledClusterRoles: LabelIndex<InputObject>;

  public constructor(
    private readonly objects: CollectedObjects,
    private readonly deployments: readonly InstalledDeployment[],
    extraAccounts: readonly string[],
    private readonly notes: GenerationNotes,
    private readonly lost: LostFields,
  ) {
    this.#home = homeNamespaces(objects.deployments);
    this.#rolesByName = groupBy(objects.roles, ({ name }) => name);
    this.#clusterRolesByName = groupBy(objects.clusterRoles, ({ name }) => name);
    this.#accountsByName = groupBy(objects.serviceAccounts, ({ name }) => name);
    this.#labeledClusterRoles = new LabelIndex(objects.clusterRoles, ({ labels }) => labels);
    this.#accounts = new Set([...deployments.map(({ account }) => account), ...extraAccounts]);
  }

  public collect(): Permissions {
    const { roles, clusterRoles, roleBindings, clusterRoleBindings } = this.objects;
    roleBindings.forEach((binding) => this.#bind(binding, this.#permissions));
    clusterRoleBindings.forEach((binding) => this.#bind(binding, this.#clusterPermissions));
    for (const role of [...roles, ...clusterRoles]) {
      if (!this.#bound.has(role)) {
        this.#manifests.add(role);
        this.#noteUnbound(role);
      }
    }
    this.#keepAggregated();
    const used = new Set(this.deployments.map(({ account }) => account));
    for (const account of this.#accounts) {
      this.#ensureAccount(account, used.has(account));
    }
    const order = [...roles, ...clusterRoles, ...roleBindings, ...clusterRoleBindings];
    order.filter((object) => !this.#manifests.has(object)).forEach((object) => this.lost.add(object, {
      kept: ['rules', 'aggregationRule', 'roleRef', 'subjects'], code: GenerationNoteCode.FIELDS,
      message: (fields) => `becomes permissions, without its ${fields}: OLM creates roles and bindings of its own; accept this, or create the object beside the operator`,
    }));
    return {
      permissions: sorted(this.#permissions), clusterPermissions: sorted(this.#clusterPermissions),
      manifests: order.filter((object) => this.#manifests.has(object)),
    };
  }

  #bind(binding: InputObject, permissions: Map<string, JsonMap[]>): void {
    const subjects = subjectsOf(binding);
    const own = subjects.filter((subject) => this.#isOwn(subject, binding));
    const role = this.#roleOf(binding);
    if (role === undefined) {
      this.#manifests.add(binding);
      this.#noteUnknownRole(binding, own);
      this.#noteSubjects(binding, subjects, own);
      return;
    }
    this.#bound.add(role);
    if (own.length > 0) {
      this.#noteNamespace(binding, role);
    }
    const rules = own.length === 0 ? [] : this.#rulesOf(role);
    for (const { name } of own) {
      const found = permissions.get(name) ?? [];
      permissions.set(name, found);
      const known = this.#known.get(found) ?? new JsonValues();
      this.#known.set(found, known);
      // A role that lists a rule twice keeps both.
      const added = rules.filter((rule) => !known.has(rule));
      for (const rule of added) {
        found.push(rule);
        known.add(rule);
      }
    }
    if (own.length < subjects.length || subjects.length === 0) {
      // Others have the role too, so the binding and its role are in the bundle as they are.
      this.#manifests.add(binding);
      this.#manifests.add(role);
      this.#noteSubjects(binding, subjects, own);
    }
  }

  /** Whether a subject is a service account of a Deployment. One without a namespace is in that of its binding. */
  #isOwn({ kind, name, namespace }: Subject, binding: InputObject): boolean {
    const given = namespace === '' ? binding.namespace ?? '' : namespace;
    return kind === 'ServiceAccount' && this.#accounts.has(name) && (given === '' || this.#home.size === 0 || this.#home.has(given));
  }

  #roleOf(binding: InputObject): InputObject | undefined {
    const reference = mapField(binding.content, 'roleRef');
    const name = stringField(reference, 'name');
    const group = stringField(reference, 'apiGroup') ?? '';
    const isRole = stringField(reference, 'kind') === 'Role';
    const candidates = isRole && binding.kind === 'RoleBinding' ? this.#rolesByName : stringField(reference, 'kind') === 'ClusterRole' ? this.#clusterRolesByName : undefined;
    return group !== '' && group !== RBAC_GROUP ? undefined : candidates?.get(name ?? '')?.find((role) => (
      (!isRole || role.namespace === undefined || binding.namespace === undefined || role.namespace === binding.namespace)
    ));
  }

  /** Returns the rules of a role. Those of an aggregated ClusterRole are the rules of the roles that it selects. */
  #rulesOf(role: InputObject): JsonMap[] {
    if (aggregationSelectors(role).length === 0) {
      return mapListField(role.content, 'rules');
    }
    const selected = this.#selectedBy(role).filter((other) => other !== role);
    if (selected.length === 0) {
      this.notes.decide(GenerationNoteCode.UNKNOWN_ROLE, 'gets its rules from other ClusterRoles by its aggregationRule, and none of the manifests matches; add these roles to the manifests', role);
    } else {
      this.notes.inform(GenerationNoteCode.UNKNOWN_ROLE, `is aggregated, so the bundle has the rules of ${quotedList(selected.map(({ name }) => name))}; those of roles that are not among the `
        + 'manifests are unknown', role);
    }
    const known = new JsonValues();
    return this.#aggregatedBy(role).flatMap(({ content }) => mapListField(content, 'rules')).filter((rule) => known.add(rule));
  }

  /** Returns the ClusterRoles whose rules an aggregated one gets. In place of another aggregated one, these are those that this one selects. */
  #aggregatedBy(role: InputObject): InputObject[] {
    const found: InputObject[] = [];
    const visited = new Set<InputObject>();
    const read = new Set<readonly InputObject[]>();
    const waiting = [role];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (visited.has(next)) {
        continue;
      }
      visited.add(next);
      if (aggregationSelectors(next).length === 0) {
        found.push(next);
        continue;
      }
      const selected = this.#selectedBy(next);
      if (!read.has(selected)) {
        read.add(selected);
        selected.filter((other) => other !== next).forEach((other) => this.#aggregated.add(other));
        selected.toReversed().forEach((other) => waiting.push(other));
      }
    }
    return found;
  }

  /** Returns the ClusterRoles that an aggregated one selects: the same list for the same selectors. */
  #selectedBy(role: InputObject): readonly InputObject[] {
    return this.#labeledClusterRoles.matching(aggregationSelectors(role));
  }

  /** Keeps the ClusterRoles that roles of the bundle or of the cluster aggregate, although their rules are in the permissions too. */
  #keepAggregated(): void {
    const { clusterRoles } = this.objects;
    // A role that is kept may itself aggregate others, so the list grows while it is read.
    const kept = new Set(clusterRoles.filter((role) => this.#manifests.has(role) || isAggregatedByCluster(role)));
    const read = new Set<readonly InputObject[]>();
    for (const role of kept) {
      this.#manifests.add(role);
      const selected = this.#selectedBy(role);
      (read.has(selected) ? [] : selected).forEach((other) => kept.add(other));
      read.add(selected);
    }
  }

  #noteUnbound(role: InputObject): void {
    if (this.#aggregated.has(role) || isAggregatedByCluster(role)) {
      this.notes.inform(GenerationNoteCode.UNBOUND_ROLE, 'is in the bundle as it is: it needs no binding, because other roles aggregate it', role);
    } else {
      this.notes.decide(GenerationNoteCode.UNBOUND_ROLE, 'is in the bundle as it is, because no binding gives it to a service account of a Deployment; if the operator needs it, bind it, '
        + 'and if it is for users, accept this', role);
    }
  }

  #noteUnknownRole(binding: InputObject, own: readonly Subject[]): void {
    const reference = mapField(binding.content, 'roleRef');
    const name = `${stringField(reference, 'kind') ?? 'role'} ${quoted(stringField(reference, 'name') ?? '')}`;
    const effect = own.length === 0 ? '' : `, so that the permissions of ${quotedList(own.map((subject) => subject.name))} lack its rules`;
    this.notes.decide(GenerationNoteCode.UNKNOWN_ROLE, `is in the bundle as it is: it refers to the ${name}, which is not among the manifests${effect}; add the role, or bind one that lists the `
      + 'rules', binding);
  }

  /** Notes the subjects of a binding that remains a manifest, and that may not exist where the operator is installed. */
  #noteSubjects(binding: InputObject, subjects: readonly Subject[], own: readonly Subject[]): void {
    for (const { name } of subjects.filter(({ kind }) => kind === 'Group')) {
      const namespace = ACCOUNTS_GROUP.exec(name)?.[1];
      if (namespace !== undefined && (this.#home.size === 0 || this.#home.has(namespace))) {
        this.notes.decide(GenerationNoteCode.NAMESPACE, `is in the bundle as it is, and binds the service accounts of the namespace ${quoted(namespace)}; install the operator there, or bind `
          + 'accounts by their names, because OLM does not change it', binding);
      }
    }
    const ownSubjects = new Set(own);
    for (const subject of subjects.filter(({ kind }) => kind === 'ServiceAccount')) {
      const isOwn = ownSubjects.has(subject);
      const isKnown = isOwn || this.#accountsByName.get(subject.name)?.some(({ namespace }) => (
        namespace === undefined || subject.namespace === '' || namespace === subject.namespace
      )) === true;
      if (!isKnown) {
        const where = subject.namespace === '' ? '' : ` of namespace ${quoted(subject.namespace)}`;
        this.notes.decide(GenerationNoteCode.UNMATCHED_SUBJECT, `is in the bundle as it is: it names the service account ${quoted(subject.name)}${where}, which no Deployment uses and which is not `
          + `among the manifests; correct the name if it is the operator's (${quotedList([...this.#accounts])}), or accept this if it exists in the cluster`, binding);
      } else if (!isOwn && subject.namespace !== '') {
        this.notes.decide(GenerationNoteCode.NAMESPACE, `is in the bundle as it is, and binds ${quoted(subject.name)} in the namespace ${quoted(subject.namespace)}; install the operator there, because OLM `
          + 'does not change it', binding);
      }
    }
  }

  /** Notes a role of another namespace, whose rules OLM grants in the watched namespaces instead. */
  #noteNamespace(binding: InputObject, role: InputObject): void {
    const namespace = binding.namespace ?? (role.kind === 'Role' ? role.namespace : undefined);
    if (binding.kind === 'RoleBinding' && namespace !== undefined && !this.#home.has(namespace) && this.#home.size > 0) {
      this.notes.decide(GenerationNoteCode.NAMESPACE, `grants the ${role.text} in the namespace ${quoted(namespace)}, and OLM grants it in the namespaces that the operator watches instead; `
        + 'if the operator needs it there, create the role and its binding beside the operator', binding);
    }
  }

  /** OLM creates the service accounts that have permissions, and no others, so an account without rules gets an empty list. */
  #ensureAccount(account: string, isUsed: boolean): void {
    const isGranted = this.#permissions.has(account) || this.#clusterPermissions.has(account);
    if (isGranted || account === DEFAULT_ACCOUNT || !isUsed) {
      return;
    }
    this.#permissions.set(account, []);
    this.notes.inform(GenerationNoteCode.SERVICE_ACCOUNT, `no binding gives a role to the service account ${quoted(account)}; the permissions have an empty list for it, so that OLM creates it`);
  }
}

function isAggregatedByCluster({ labels }: InputObject): boolean {
  return Object.keys(labels).some((label) => AGGREGATED_BY_CLUSTER.test(label));
}

/** Returns the selectors of the roles whose rules a ClusterRole gets. */
function aggregationSelectors({ content }: InputObject): JsonMap[] {
  return mapListField(mapField(content, 'aggregationRule'), 'clusterRoleSelectors');
}

/** Returns the subjects of a binding. A service account may also be named as the user that it is for the API server. */
function subjectsOf(binding: InputObject): Subject[] {
  return mapListField(binding.content, 'subjects').map((subject) => {
    const [kind, name, namespace] = ['kind', 'name', 'namespace'].map((key) => stringField(subject, key) ?? '') as [string, string, string];
    const user = kind === 'User' ? ACCOUNT_USER.exec(name) : null;
    return user === null ? { kind, name, namespace } : { kind: 'ServiceAccount', name: user[2]!, namespace: user[1]! };
  });
}

function sorted(permissions: ReadonlyMap<string, readonly JsonMap[]>): AccountRules[] {
  return [...permissions].map(([serviceAccountName, rules]) => ({ serviceAccountName, rules }))
    .sort((left, right) => compareUtf8(left.serviceAccountName, right.serviceAccountName));
}
