import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { KubernetesObject } from './kubernetes-object';

/** A document of a YAML file: the source, which is sent, and the parsed object. */
export interface YamlDocument {
  readonly content: string;
  readonly object: KubernetesObject;
}

/** Splits YAML into its documents. A line `---` separates them; strings inside an object are always indented. */
export function yamlDocuments(yaml: string): YamlDocument[] {
  return yaml.split(/^---[ \t]*$/m)
    .filter(document => document.trim() !== '')
    .map(document => ({ content: document, object: load(document) as KubernetesObject }));
}

/** Reads the documents of a YAML file. */
export function readYamlDocuments(file: string): YamlDocument[] {
  return yamlDocuments(readFileSync(file, 'utf8'));
}
