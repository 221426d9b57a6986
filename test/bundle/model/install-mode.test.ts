import { InstallMode } from '../../../lib/bundle/model/install-mode';
import { InstallModeType } from '../../../lib/bundle/model/cluster-service-version-spec';

describe('an install mode', () => {
  it.each<[string, InstallMode, InstallModeType, string[]]>([
    ['own namespace', InstallMode.ownNamespace(), InstallModeType.OWN_NAMESPACE, []],
    ['one namespace', InstallMode.singleNamespace('a'), InstallModeType.SINGLE_NAMESPACE, ['a']],
    ['several namespaces', InstallMode.multiNamespace(['b', 'a']), InstallModeType.MULTI_NAMESPACE, ['b', 'a']],
    ['all namespaces', InstallMode.allNamespaces(), InstallModeType.ALL_NAMESPACES, []],
  ])('for %s has a type and target namespaces', (_, mode, type, targetNamespaces) => {
    expect(mode).toEqual({ type, targetNamespaces });
  });

  it.each<[() => InstallMode, string]>([
    [() => InstallMode.multiNamespace([]), 'no target namespace specified; specify at least one, or use InstallMode.allNamespaces()'],
    [() => InstallMode.singleNamespace(''), 'a target namespace is empty, which OLM would read as all namespaces; use InstallMode.allNamespaces() for that'],
    [() => InstallMode.multiNamespace(['a', '']), 'a target namespace is empty, which OLM would read as all namespaces; use InstallMode.allNamespaces() for that'],
    [() => InstallMode.multiNamespace(['a', 'b', 'a']), 'target namespace a is listed twice; remove the duplicate'],
  ])('%#: refuses invalid namespaces', (make, message) => {
    expect(make).toThrow(message);
  });
});
