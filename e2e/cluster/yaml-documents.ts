import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { KubernetesObject } from './kubernetes-object';

/** One document of a YAML file: the text, which is what gets sent, and what it says. */
export interface YamlDocument {
  readonly text: string;
  readonly object: KubernetesObject;
}

/** The documents of YAML text, in their order. A line `---` separates them; text inside an object is never that far left. */
export function yamlDocuments(text: string): YamlDocument[] {
  return text.split(/^---[ \t]*$/m)
    .filter(document => document.trim() !== '')
    .map(document => ({ text: document, object: load(document) as KubernetesObject }));
}

/** The documents of a YAML file. */
export function readYamlDocuments(file: string): YamlDocument[] {
  return yamlDocuments(readFileSync(file, 'utf8'));
}
