import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonMap } from '../../lib/formats/json/json-value';
import type { WatchSink } from '../../lib/cluster/client/watch';

/** A collection that every API server serves. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** An empty ConfigMap. */
export function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
}

const PAUSE_MILLISECONDS = 20;
const TRIES = 1500;

/** Collects the names of the objects that a watch reports, and waits for what a test expects of them. */
export class SeenObjects implements WatchSink {
  public readonly names = new Set<string>();
  public readonly failures: string[] = [];
  public lists = 0;
  public unknown = 0;

  public replaced(objects: readonly JsonMap[]): void {
    this.lists++;
    this.names.clear();
    objects.forEach(object => this.changed(object));
  }

  public changed(object: JsonMap): void {
    this.names.add(nameOf(object));
  }

  public deleted(object: JsonMap): void {
    this.names.delete(nameOf(object));
  }

  public unknownKind(): void {
    this.unknown++;
  }

  public broken(message: string): void {
    this.failures.push(message);
  }

  /** Waits until a condition holds. */
  public async until(holds: () => boolean): Promise<void> {
    for (let tries = 0; !holds(); tries++) {
      if (tries > TRIES) {
        throw new Error(`seen ${[...this.names].join(', ')}; ${this.lists} lists, ${this.unknown} times unknown; failures: ${this.failures.join('; ')}`);
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

function nameOf(object: JsonMap): string {
  return (object['metadata'] as { name: string }).name;
}
