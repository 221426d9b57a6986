import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders } from './slim-dependency';

/** Software bill of materials in the format CycloneDX 1.5, as `npm sbom` prints it. */
interface Sbom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } & object; readonly [field: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly [field: string]: unknown;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

/** What a bill of materials describes. */
export interface SbomSubject {
  readonly name: string;
  readonly version: string;
  readonly type: 'application' | 'library';

  /** Files that it was bundled from, relative to the checkout. */
  readonly inputs: readonly string[];
}

/**
 * Returns the software bill of materials of something bundled: the packages whose code is really in it, with the hashes of the lock file. `npm sbom`
 * lists the whole lock file; the bundler knows which packages it used. It has no time and no random number: the same content gives the same bytes.
 *
 * @param root checkout with its lock file
 * @throws Error if a package is not in the lock file
 */
export function sbomOf(root: string, { name, version, type, inputs }: SbomSubject): string {
  const { metadata, components, dependencies, ...rest } = lockedPackages(root);
  const bundled = packageFolders(inputs).map((folder) => {
    const { name: packageName, version: packageVersion } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Component;
    const found = components.find((component) => component.name === packageName && component.version === packageVersion);
    if (found === undefined) {
      throw new Error(`${folder}: ${packageName} ${packageVersion} is bundled, and is not in package-lock.json; run \`npm ci\``);
    }
    // Where the package is in the checkout, and that it is a development dependency there, is of no interest to users.
    return { ...found, scope: 'required', properties: [] };
  });
  const refs = new Set(bundled.map((component) => component['bom-ref']));
  const ref = `${name}@${version}`;
  return `${JSON.stringify({
    ...rest,
    serialNumber: undefined,
    metadata: { ...metadata, timestamp: undefined, component: { ...metadata.component, 'bom-ref': ref, type, name, version, purl: `pkg:npm/${ref}` } },
    components: bundled,
    dependencies: [
      { ref, dependsOn: [...refs] },
      ...dependencies.filter((dependency) => refs.has(dependency.ref))
        .map((dependency) => ({ ref: dependency.ref, dependsOn: dependency.dependsOn.filter((other) => refs.has(other)) })),
    ],
  }, undefined, 2)}\n`;
}

function lockedPackages(root: string): Sbom {
  const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  return JSON.parse(output) as Sbom;
}
