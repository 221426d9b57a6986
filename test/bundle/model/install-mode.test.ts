import { InstallMode, InstallModeType } from '../../lib/bundle/install-mode';

describe('an install mode', () => {
  it.each<[string, InstallMode, InstallModeType, string[]]>([
    ['own namespace', InstallMode.ownNamespace(), InstallModeType.OWN_NAMESPACE, []],
    ['one namespace', InstallMode.singleNamespace('a'), InstallModeType.SINGLE_NAMESPACE, ['a']],
    ['several namespaces', InstallMode.multiNamespace(['b', 'a']), InstallModeType.MULTI_NAMESPACE, ['b', 'a']],
    ['all namespaces', InstallMode.allNamespaces(), InstallModeType.ALL_NAMESPACES, []],
  ])('of %s has its type and its target namespaces', (_, mode, type, targetNamespaces) => {
    expect(mode).toEqual({ type, targetNamespaces });
  });

  it.each<[() => InstallMode, string]>([
    [() => InstallMode.multiNamespace([]), 'no target namespace given; name at least one, or use InstallMode.allNamespaces()'],
    [() => InstallMode.singleNamespace(''), 'a target namespace is empty; OLM would take it for all namespaces, which InstallMode.allNamespaces() says'],
    [() => InstallMode.multiNamespace(['a', '']), 'a target namespace is empty; OLM would take it for all namespaces, which InstallMode.allNamespaces() says'],
    [() => InstallMode.multiNamespace(['a', 'b', 'a']), 'target namespace a is given twice; name it once'],
  ])('%#: is refused with namespaces that OLM would take for others', (make, message) => {
    expect(make).toThrow(message);
  });
});
