import { Testing } from 'cdk8s';
import { ArgoCdHealthChecks } from 'olm-constructs/gitops';
import { healthLua } from '../../../lib/gitops/argocd/health-checks';
import {
  anyOf, failed, field, firstOf, hasCondition, hasCurrent, isLess, isOneOf, isSame, isSet, isTrue, item, KindHealth, messageOf, not, progressing,
  ready, some,
} from '../../../lib/gitops/health/health-rule';
import { one, synth } from '../../builders/synthesized';

const KINDS = [
  'operators.coreos.com_Subscription', 'operators.coreos.com_ClusterServiceVersion', 'operators.coreos.com_InstallPlan', 'operators.coreos.com_CatalogSource',
  'operators.coreos.com_OperatorGroup', 'operators.coreos.com_OLMConfig', 'operators.coreos.com_Operator', 'operators.coreos.com_OperatorCondition',
  'olm.operatorframework.io_ClusterExtension', 'olm.operatorframework.io_ClusterCatalog', 'core.rukpak.io_Bundle', 'core.rukpak.io_BundleDeployment',
  'core.rukpak.io_BundleInstance',
];

describe('ArgoCdHealthChecks', () => {
  test('are data of argocd-cm', () => {
    expect(Object.keys(ArgoCdHealthChecks.configMapData())).toEqual(KINDS.map(kind => `resource.customizations.health.${kind}`));
  });

  test('are a list for the ArgoCD resource', () => {
    expect(ArgoCdHealthChecks.all().map(({ group, kind }) => `${group}_${kind}`)).toEqual(KINDS);
    expect(ArgoCdHealthChecks.all().map(({ check }) => check)).toEqual(Object.values(ArgoCdHealthChecks.configMapData()));
  });

  test('are a patch of the ConfigMap, without its other data', () => {
    const chart = Testing.chart();
    ArgoCdHealthChecks.configMapPatch(chart, 'health', { namespace: 'gitops' });

    expect(one(synth(chart), 'ConfigMap')).toEqual({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace: 'gitops', labels: { 'app.kubernetes.io/part-of': 'argocd' } },
      data: ArgoCdHealthChecks.configMapData(),
    });
  });
});

describe('the Lua of a health check', () => {
  const lua = (...rules: KindHealth['rules']) => healthLua({ group: 'example.test', kind: 'Demo', rules }).split('\n');

  test('has a function for each form that it uses, and no others', () => {
    expect(lua(ready([isOneOf(field('status', 'phase'), 'Ready')], 'it is ready'), progressing([], ''))).toEqual([
      '-- Health of Demo (example.test), written by olm-constructs.',
      'local function at(value, ...)',
      '  for _, key in ipairs({...}) do',
      '    if type(value) ~= "table" then return nil end',
      '    value = value[key]',
      '  end',
      '  return value',
      'end',
      'local function is(value, ...)',
      '  for _, expected in ipairs({...}) do',
      '    if value == expected then return true end',
      '  end',
      '  return false',
      'end',
      'local function health(status, message)',
      '  return { status = status, message = message }',
      'end',
      'if is(at(obj, "status", "phase"), "Ready") then',
      '  return health("Healthy", "it is ready")',
      'end',
      'return health("Progressing", "")',
      '',
    ]);
  });

  test.each<[string, KindHealth['rules'][number], string[]]>([
    ['a field that is set', failed([isSet(field('a'))], 'x'), ['if set(at(obj, "a")) then', '  return health("Degraded", "x")', 'end']],
    ['true', ready([isTrue(field('a'))], ''), ['if at(obj, "a") == true then', '  return health("Healthy", "")', 'end']],
    ['all of several tests', ready([isSame(field('a'), field('b')), isLess(field('c'), field('d'))], ''),
      ['if same(at(obj, "a"), at(obj, "b"))', '  and less(at(obj, "c"), at(obj, "d")) then', '  return health("Healthy", "")', 'end']],
    ['conditions', ready([hasCondition('A'), hasCondition('B', 'True'), hasCondition('C', undefined, 'r1', 'r2'), hasCurrent('D', 'False')], ''),
      ['if has("A")', '  and has("B", "True")', '  and has("C", nil, "r1", "r2")', '  and (current("D") and has("D", "False")) then', '  return health("Healthy", "")', 'end']],
    ['lists, negation and alternatives', ready([not(anyOf(some(field('l'), isSet(item('x'))), isSet(field('y'))))], ''),
      ['if not ((find(at(obj, "l"), function(item) return set(at(item, "x")) end) ~= nil or set(at(obj, "y")))) then', '  return health("Healthy", "")', 'end']],
    ['messages', ready([], 'quote " and \\ and\nline ', field('a'), messageOf('B'), firstOf(field('l'), [], item('x')), firstOf(field('l'), [], item('x'), '!')), [
      'return health("Healthy", "quote \\" and \\\\ and\\nline " .. text(at(obj, "a")) .. text(at(condition("B"), "message"))'
      + ' .. text(at(find(at(obj, "l"), function(item) return true end), "x"))'
      + ' .. (function(item) if item == nil then return "" end return text(at(item, "x")) .. "!" end)(find(at(obj, "l"), function(item) return true end)))',
    ]],
  ])('writes %s', (_, rule, expected) => {
    expect(lua(rule).join('\n')).toContain(expected.join('\n'));
  });
});

describe('the ConfigMap of ArgoCdHealthChecks', () => {
  it('is refused with an unknown prop', () => {
    const props: object = { name: 'argocd-cm' };
    expect(() => ArgoCdHealthChecks.configMapPatch(Testing.chart(), 'cm', props)).toThrow("unknown key 'name' in props of ArgoCdHealthChecks.configMapPatch");
  });
});
