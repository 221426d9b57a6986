import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheImage } from '../../../lib/bundle/registry/cached-images';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { imagePush } from '../../../lib/pulumi/waiters';
import { UploadRegistry } from '../../bundle/registry/upload-registry';
import { HELLO } from '../hello-bundle';

/** Pushes an image to a registry of its own, and returns what the provider adds to the inputs in the state. */
export async function finishedPush(): Promise<JsonMap> {
  const registry = await UploadRegistry.start();
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'finished-push-'));
  try {
    const layout = HELLO.toImageLayout();
    const { digest, mediaType } = layout;
    cacheImage('hello', layout._image, cacheDirectory);
    // The program knows the name of the image and its digest before the push.
    const given: JsonMap = {
      image: `${registry.host}/demo/hello@${digest}`, digest, images: [{ reference: `${registry.host}/demo/hello:v1`, digest, mediaType }], cacheDirectory,
      plainHttp: true, retries: 0,
    };
    const { outs } = await imagePush.create(given);
    expect([...registry.tags]).toEqual([['demo/hello:v1', digest]]);
    expect(outs).toMatchObject(given);
    return Object.fromEntries(Object.entries(outs).filter(([key]) => !Object.hasOwn(given, key)));
  } finally {
    rmSync(cacheDirectory, { recursive: true });
    await registry.close();
  }
}
