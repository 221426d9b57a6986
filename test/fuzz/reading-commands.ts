/** Files of the folder of commands, and the command lines that print what is in them, in every format. */
export const READING_COMMANDS: { readonly [file: string]: readonly string[] } = {
  'dump.yaml': [
    'status -A --from dump.yaml', 'status -A --from dump.yaml -o wide', 'status -A --from dump.yaml -o json', 'status -A --from dump.yaml -o yaml',
    'list operators -A --from dump.yaml', 'list operators -A --from dump.yaml -o json', 'list operands -A --from dump.yaml', 'list operands -A --from dump.yaml -o yaml',
    'list catalogs -A --from dump.yaml', 'list catalogs -A --from dump.yaml -o json',
    'explain subscription/hello-operator csv/hello-operator.v0.1.0 -n hello --from dump.yaml', 'explain subscription/hello-operator -n hello --from dump.yaml -o json',
    'explain installplan/install-a -n hello --from dump.yaml', 'explain catalogsource/registry -n olm --from dump.yaml', 'explain olm --from dump.yaml', 'explain olm --from dump.yaml -o yaml',
    'explain csv/none -n hello --from dump.yaml', 'packages -A --from dump.yaml', 'packages hello-operator -A --from dump.yaml -o json',
    'lock --from dump.yaml', 'lock --from dump.yaml -o markdown', 'lock --from dump.yaml -o json',
    'plan olm.lock.yaml --from dump.yaml', 'plan olm.lock.yaml --from dump.yaml -o markdown', 'plan olm.lock.yaml --from dump.yaml -o mermaid',
    'plan olm.lock.yaml --from dump.yaml -o svg', 'plan olm.lock.yaml --from dump.yaml -o json', 'migrate --from dump.yaml', 'migrate --from dump.yaml -o json',
    'images dump.yaml', 'images dump.yaml -o json', 'images dump.yaml -o cyclonedx', 'resolve -f dump.yaml --catalog olm/registry=catalog', 'status -A --from dump.yaml -l a=b',
  ],
  'olm.lock.yaml': [
    'plan old.lock.yaml olm.lock.yaml', 'plan old.lock.yaml olm.lock.yaml -o markdown', 'plan old.lock.yaml olm.lock.yaml -o mermaid',
    'plan old.lock.yaml olm.lock.yaml -o svg', 'plan old.lock.yaml olm.lock.yaml -o json', 'lock --from dump.yaml', 'lock --from dump.yaml -o markdown', 'lock --from dump.yaml -o json',
    'plan olm.lock.yaml --from dump.yaml -o markdown', 'images olm.lock.yaml', 'images olm.lock.yaml -o json', 'import hello-operator --lock olm.lock.yaml --catalog catalog --check',
  ],
  'manifests/pod.yaml': [
    'images manifests', 'images manifests -o json', 'images manifests -o cyclonedx', 'images manifests -o mapping --mirror mirror.example.com/olm',
    'images manifests -o itms --mirror mirror.example.com/olm', 'tree diff other manifests', 'tree diff other manifests -o markdown', 'tree diff other manifests -o json', 'tree write manifests out',
  ],
  'bundle/manifests/hello-operator.clusterserviceversion.yaml': [
    'validate bundle', 'validate bundle -o json', 'validate bundle -o sarif', 'validate bundle -o junit', 'validate bundle -o github', 'report bundle', 'report bundle -o json',
    'diff bundle bundle-next', 'diff bundle bundle-next -o json', 'rights bundle', 'rights bundle -o json', 'rights bundle -o yaml', 'rights bundle --engine plain --namespace hello',
    'images bundle', 'images bundle -o json', 'images bundle -o cyclonedx', 'images bundle -o mapping --mirror mirror.example.com/olm', 'images bundle -o itms --mirror mirror.example.com/olm',
    'catalog render bundle', 'catalog render bundle -o json', 'catalog render bundle --out out', 'migrate bundle -n shop', 'migrate bundle -n shop -o json', 'synth bundle --out out',
    'synth bundle --engine plain --out -', 'synth bundle --engine olm-v1 --repository registry.example.com/x --out out', 'init made --bundle bundle', 'import bundle --check',
    'catalog template template.yaml --bundle quay.io/example/hello-bundle:v0.1.0=bundle',
  ],
  'bundle/metadata/annotations.yaml': [
    'validate bundle', 'validate bundle -o github', 'validate bundle -o junit', 'report bundle', 'diff bundle bundle-next', 'catalog render bundle', 'init made --bundle bundle',
    'synth bundle --out out', 'migrate bundle -n shop', 'images bundle', 'rights bundle',
  ],
  'bundle/manifests/hello.example.com_greetings.yaml': [
    'validate bundle', 'validate bundle -o sarif', 'validate bundle -o github', 'report bundle', 'diff bundle bundle-next', 'migrate bundle -n shop', 'import bundle --check', 'synth bundle --out out',
  ],
  'catalog/hello-operator/catalog.yaml': [
    'packages --from catalog', 'packages --from catalog -o json', 'packages hello-operator --from catalog', 'packages hello-operator --from catalog -o yaml', 'packages hello-operator --graph --from catalog',
    'packages none --from catalog', 'catalog validate catalog', 'catalog validate catalog -o json', 'catalog diff catalog-next catalog', 'catalog diff catalog-next catalog -o json',
    'catalog graph catalog -o mermaid', 'catalog graph catalog -o svg', 'catalog filter catalog --heads-only', 'catalog filter catalog -o json', 'catalog merge catalog catalog-next --union',
    'catalog merge catalog catalog-next', 'images catalog', 'images catalog -o json', 'images catalog -o mapping --mirror mirror.example.com/olm', 'resolve hello-operator --catalog catalog',
    'resolve hello-operator --catalog catalog -o json', 'import hello-operator@0.1.0 --catalog catalog --check', 'import none --catalog catalog --check',
  ],
  'template.yaml': ['catalog template template.yaml --bundle quay.io/example/hello-bundle:v0.1.0=bundle', 'catalog template template.yaml', 'catalog template template.yaml -o json'],
};
