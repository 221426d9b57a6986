import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { manifestObject } from '../../constructs/model/manifest-object';
import { checkOptionsIn } from '../../constructs/model/prop-checks';
import { checkArguments } from '../../formats/options/check-arguments';
import { EXISTING, UNREFERENCED } from '../../olm/v0/transient-states';
import { printableMessage } from '../../text/printable';
import { FieldRef, HealthRule, HealthTest, HealthVerdict, KindHealth, MessagePart } from '../health/health-rule';
import { KNOWN_HEALTH } from '../health/known-health';

/** Health check of a kind, for Argo CD. */
export interface ArgoCdHealthCheck {
  /** API group of the kind. */
  readonly group: string;

  /** The kind. */
  readonly kind: string;

  /** Lua script that receives an object as `obj` and returns its status and a message. */
  readonly check: string;
}

/** Properties of the ConfigMap with the health checks. */
export interface ArgoCdHealthChecksProps {
  /**
   * Namespace of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;
}

/**
 * Health checks for all kinds of OLM v0, OLM v1 and RukPak. With them, Argo CD shows why an operator is not ready, and waits in each sync wave until
 * its operators are ready, in the version of the commit. Argo CD itself has one for Subscriptions only, which reports no reason and ignores
 * versions.
 *
 * They also work without `ArgoCd.prepare`: the wanted version is an annotation of each Subscription of this library.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#custom-health-checks
 */
export class ArgoCdHealthChecks {
  /** Returns the health checks as data: also the value of `spec.resourceHealthChecks` of an `ArgoCD` of Argo CD Operator (`argoproj.io/v1beta1`). */
  public static all(): ArgoCdHealthCheck[] {
    return KNOWN_HEALTH.map(health => ({ group: health.group, kind: health.kind, check: healthLua(health) }));
  }

  /** Returns the health checks as data of the ConfigMap `argocd-cm`: entries `resource.customizations.health.<group>_<kind>`. */
  public static configMapData(): { [key: string]: string } {
    return Object.fromEntries(ArgoCdHealthChecks.all().map(({ group, kind, check }) => [`resource.customizations.health.${group}_${kind}`, check]));
  }

  /**
   * Adds the ConfigMap `argocd-cm` with the health checks only, to apply server-side next to fields with other owners, or as a Kustomize patch.
   *
   * @param scope scope that owns the object
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown
   */
  public static configMapPatch(scope: Construct, id: string, props: ArgoCdHealthChecksProps = {}): ApiObject {
    checkArguments('ArgoCdHealthChecks.configMapPatch', { scope, id });
    checkOptionsIn(scope, 'props of ArgoCdHealthChecks.configMapPatch', 'ArgoCdHealthChecksProps', props);
    return manifestObject(scope, id, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: props.namespace ?? 'argocd', labels: { 'app.kubernetes.io/part-of': 'argocd' } },
      data: ArgoCdHealthChecks.configMapData(),
    }, {});
  }

  private constructor() {}
}

/** Names of the verdicts in Argo CD. @internal */
export const ARGO_CD_STATUS: { readonly [verdict in HealthVerdict]: string } = { ready: 'Healthy', progressing: 'Progressing', failed: 'Degraded' };

/** Characters that a message of OLM is read by; the first other one ends it. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Maximum number of characters of a message to read, because each of them takes longer than the one before. */
const MAX_CHARACTERS = 2000;

/** Functions of the script, each of which uses only earlier ones. Argo CD does not load the Lua string library. */
const FUNCTIONS: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'at', text: `local function at(value, ...)
  for _, key in ipairs({...}) do
    if type(value) ~= "table" then return nil end
    value = value[key]
  end
  return value
end`,
  },
  {
    name: 'text', text: `local function text(value)
  if value == nil or type(value) == "table" then return "" end
  return tostring(value)
end`,
  },
  {
    name: 'set', text: `local function set(value)
  return value ~= nil and value ~= ""
end`,
  },
  {
    name: 'is', text: `local function is(value, ...)
  for _, expected in ipairs({...}) do
    if value == expected then return true end
  end
  return false
end`,
  },
  {
    name: 'same', text: `local function same(left, right)
  return type(left) == "string" and left ~= "" and left == right
end`,
  },
  {
    name: 'less', text: `local function less(left, right)
  return type(left) == "number" and type(right) == "number" and left < right
end`,
  },
  {
    name: 'find', text: `local function find(list, passes)
  if type(list) ~= "table" then return nil end
  for _, item in ipairs(list) do
    if type(item) == "table" and passes(item) then return item end
  end
  return nil
end`,
  },
  {
    name: 'lately', text: `local function lately(list, passes, ends)
  return find(list, function(item)
    return passes(item) and find(list, function(later)
      return ends(later) and text(later.lastTransitionTime) >= text(item.lastTransitionTime)
    end) == nil
  end) ~= nil
end`,
  },
  {
    // Strings can only be compared and concatenated: the longest prefix that is not greater than the value is found character by character.
    name: 'characters', text: `local function characters(value)
  local all = {${PRINTABLE.map(luaString).join(', ')}}
  local found, prefix = {}, ""
  for _ = 1, #value < ${MAX_CHARACTERS} and #value or ${MAX_CHARACTERS} do
    if value < prefix .. all[1] or value >= prefix .. "\\127" then break end
    local low, high = 1, #all
    while low < high do
      local middle = (low + high + (low + high) % 2) / 2
      if value >= prefix .. all[middle] then low = middle else high = middle - 1 end
    end
    prefix = prefix .. all[low]
    found[#found + 1] = all[low]
  end
  return found
end`,
  },
  {
    name: 'version', text: `local function version(name)
  local numbers, digits, inside = {}, "", false
  local list = characters(type(name) == "string" and name or "")
  if type(name) == "string" and #list < #name then return nil end
  list[#list + 1] = "end"
  for _, character in ipairs(list) do
    if not inside then
      inside = character == "."
    elseif #numbers == 3 then
      break
    elseif tonumber(character) ~= nil then
      digits = digits .. character
    elseif character ~= "v" or digits ~= "" or #numbers > 0 then
      if digits == "" or (#numbers < 2 and character ~= ".") then return nil end
      numbers[#numbers + 1] = tonumber(digits)
      digits = ""
    end
  end
  return #numbers == 3 and numbers or nil
end`,
  },
  {
    name: 'newer', text: `local function newer(left, right)
  local one, other = version(left), version(right)
  for index = 1, one ~= nil and other ~= nil and 3 or 0 do
    if one[index] ~= other[index] then return one[index] > other[index] end
  end
  return false
end`,
  },
  {
    name: 'words', text: `local function words(value)
  local found, word, root, name = {}, "", nil, ""
  local list = characters(type(value) == "string" and value or "")
  list[#list + 1] = " "
  for _, character in ipairs(list) do
    if character == " " then
      found[#found + 1] = {word = word, root = root, name = name}
      word, root, name = "", nil, ""
    elseif character == "/" then
      root, word, name = root or word, word .. character, ""
    elseif character ~= "," then
      word, name = word .. character, name .. character
    end
  end
  return found
end`,
  },
  {
    name: 'replacement', text: `local function replacement(message)
  local list, unreferenced = words(message), {}
  for index, part in ipairs(list) do
    if part.word == ${luaString(UNREFERENCED[0])} then
      local is = true
      for offset, expected in ipairs({${UNREFERENCED[1].split(' ').map(luaString).join(', ')}}) do
        local next = list[index + 1 + offset]
        is = is and next ~= nil and next.word == expected
      end
      if is then unreferenced[list[index + 1].name] = true end
    end
  end
  local is, other = false, false
  for _, part in ipairs(list) do
    if part.root == ${luaString(EXISTING)} then
      if unreferenced[part.name] then is = true else other = true end
    end
  end
  return is and other
end`,
  },
  {
    name: 'condition', text: `local function condition(name)
  return find(at(obj, "status", "conditions"), function(item) return item.type == name end)
end`,
  },
  {
    name: 'has', text: `local function has(name, status, ...)
  local found = condition(name)
  return found ~= nil and (status == nil or found.status == status) and (#{...} == 0 or is(found.reason, ...))
end`,
  },
  {
    name: 'current', text: `local function current(name)
  local found = condition(name)
  return found ~= nil and not less(found.observedGeneration or 0, at(obj, "metadata", "generation"))
end`,
  },
  {
    name: 'health', text: `local function health(status, message)
  return { status = status, message = message }
end`,
  },
];

/**
 * Returns a health check as a script of Argo CD, which receives one object as the global `obj` and returns a status and a message.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#custom-health-checks
 * @internal
 */
export function healthLua({ group, kind, rules }: KindHealth): string {
  const body = rules.map(ruleLua).join('\n');
  const functions: string[] = [];
  for (const { name, text } of [...FUNCTIONS].reverse()) {
    if ([body, ...functions].some(code => new RegExp(`\\b${name}\\(`).test(code))) {
      functions.unshift(text);
    }
  }
  return `-- Health of ${kind} (${group}), written by olm-constructs.\n${functions.join('\n')}\n${body}\n`;
}

function ruleLua({ verdict, when, message }: HealthRule): string {
  const result = `return health("${ARGO_CD_STATUS[verdict]}", ${messageLua(message)})`;
  return when.length === 0 ? result : `if ${when.map(test => testLua(test)).join('\n  and ')} then\n  ${result}\nend`;
}

function testLua(test: HealthTest): string {
  switch (test.is) {
    case 'set':
      return `set(${fieldLua(test.field)})`;
    case 'true':
      return `${fieldLua(test.field)} == true`;
    case 'oneOf':
      return `is(${[fieldLua(test.field), ...test.values.map(luaString)].join(', ')})`;
    case 'same':
      return `same(${fieldLua(test.field)}, ${fieldLua(test.as)})`;
    case 'less':
      return `less(${fieldLua(test.field)}, ${fieldLua(test.than)})`;
    case 'condition': {
      const { type, statuses = [], reasons = [], current } = test;
      if (statuses.length > 1) {
        throw new Error(printableMessage(`a test of condition ${type} has more than one status`));
      }
      const name = luaString(type);
      const args = [name, ...(statuses.length + reasons.length === 0 ? [] : [statuses[0] === undefined ? 'nil' : luaString(statuses[0])]), ...reasons.map(luaString)];
      return current === true ? `(current(${name}) and has(${args.join(', ')}))` : `has(${args.join(', ')})`;
    }
    case 'some':
      return `find(${fieldLua(test.list)}, ${predicateLua(test.where)}) ~= nil`;
    case 'lately':
      return `lately(${fieldLua(test.list)}, ${predicateLua(test.where)}, ${predicateLua(test.until)})`;
    case 'message':
      return `text(at(condition(${luaString(test.of)}), "message")) == ${test.parts.map(part => (typeof part === 'string' ? luaString(part) : `text(${fieldLua(part)})`)).join(' .. ')}`;
    case 'replacement':
      return `replacement(at(condition(${luaString(test.of)}), "message"))`;
    case 'not':
      return `not (${testLua(test.test)})`;
    case 'any':
      return `(${test.of.map(testLua).join(' or ')})`;
  }
}

function predicateLua(where: readonly HealthTest[]): string {
  return `function(item) return ${where.length === 0 ? 'true' : where.map(testLua).join(' and ')} end`;
}

function messageLua(parts: readonly MessagePart[]): string {
  return parts.length === 0 ? '""' : parts.map(partLua).join(' .. ');
}

function partLua(part: MessagePart): string {
  if (typeof part === 'string') {
    return luaString(part);
  }
  if ('messageOf' in part) {
    return `text(at(condition(${luaString(part.messageOf)}), "message"))`;
  }
  if ('newer' in part) {
    return `(newer(${fieldLua(part.newer)}, ${fieldLua(part.than)}) and ${messageLua(part.show)} or ${messageLua(part.otherwise)})`;
  }
  if ('firstOf' in part) {
    const [only] = part.show;
    const isField = part.show.length === 1 && typeof only === 'object' && 'path' in only;
    const found = `find(${fieldLua(part.firstOf)}, ${predicateLua(part.where)})`;
    return isField ? `text(at(${[found, ...only.path.map(luaString)].join(', ')}))`
      : `(function(item) if item == nil then return "" end return ${messageLua(part.show)} end)(${found})`;
  }
  return `text(${fieldLua(part)})`;
}

function fieldLua({ in: place, path }: FieldRef): string {
  return `at(${[place === 'object' ? 'obj' : 'item', ...path.map(luaString)].join(', ')})`;
}

/** Returns a string as a Lua literal. */
function luaString(value: string): string {
  const escaped = value.replace(/[\\"\n\r\0]/g, character => ({ '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\0': '\\0' })[character]!);
  return `"${escaped}"`;
}
