import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IConstruct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { defined } from '../../formats/json/defined';
import { writeFiles } from '../../formats/output/write-files';
import { clusterOf } from './cluster-scope';
import { printableValidation } from './printable-validation';

/** Environment variable with a folder, in which the command `olm-constructs images` requests what the app that it runs knows about its images. */
export const IMAGES_COMMAND_VARIABLE = 'OLM_CONSTRUCTS_IMAGES';

/** What a construct knows about images that manifests do not show. */
export interface KnownImages {
  /** Contents of catalogs, by namespace and name of the CatalogSource, or by the name of the ClusterCatalog. @default - none */
  readonly contents?: ReadonlyMap<string, Catalog>;

  /** Bundles that objects install, by kind, namespace and name of the object. @default - none */
  readonly bundles?: ReadonlyMap<string, readonly Bundle[]>;

  /** Originals of images, by the reference in the mirror. @default - none */
  readonly copies?: ReadonlyMap<string, string>;

  /** Mirrors of the cluster. @default - none */
  readonly mirror?: MirrorAnswer;
}

/** Mirrors of a cluster. */
export interface MirrorAnswer {
  readonly registryMirror?: string;
  readonly mirrorsByPrefix?: { readonly [prefix: string]: string };
}

/** What the file of a construct contains. Catalogs and bundles are files of their own, as catalogs in JSON lines. */
export interface ImagesAnswer {
  /** Path of the cluster, which is that of its folder, or an empty string. */
  readonly cluster: string;
  readonly contents: { readonly [key: string]: string };
  readonly bundles: { readonly [key: string]: string };
  readonly copies: { readonly [image: string]: string };
  readonly mirror?: MirrorAnswer;
}

/** Lets a construct answer the command, if it runs the app: what the construct knows is written when the app is synthesized. */
export function answerImagesCommand(construct: IConstruct, known: () => KnownImages): void {
  const folder = process.env[IMAGES_COMMAND_VARIABLE] ?? '';
  if (folder !== '') {
    construct.node.addValidation(printableValidation(() => {
      writeAnswer(folder, construct, known());
      return [];
    }));
  }
}

function writeAnswer(
  folder: string, construct: IConstruct, { contents = new Map(), bundles = new Map(), copies = new Map(), mirror }: KnownImages,
): void {
  const written = (catalog: Catalog): string => writeCatalog(folder, catalog);
  const answer: ImagesAnswer = {
    cluster: clusterOf(construct).node.path,
    contents: Object.fromEntries([...contents].map(([key, catalog]) => [key, written(catalog)])),
    bundles: Object.fromEntries([...bundles].map(([key, each]) => [key, written(Catalog.fromBundles([...each]))])),
    copies: Object.fromEntries(copies),
    ...defined({ mirror }),
  };
  const name = createHash('sha256').update(construct.node.path).digest('hex');
  writeFiles(folder, new Map([[`${name}.${mirror === undefined ? 'operators' : 'mirror'}.json`, JSON.stringify(answer)]]));
}

/** Writes a catalog unless another construct has written it. */
function writeCatalog(folder: string, catalog: Catalog): string {
  const name = `${catalog.contentHash}.jsonl`;
  if (!existsSync(join(folder, name))) {
    writeFiles(folder, new Map([[name, catalog.toJsonLines()]]));
  }
  return name;
}
