import { Terminal } from '../../lib/cli/frame/terminal';
import { tableText } from '../../lib/cli/frame/table';
import type { ApiClient } from '../../lib/cluster/client/api-client';
import { watch } from '../../lib/cluster/client/watch';

/** More items than a function can have arguments. */
const MANY = 200_000;

const many = <Item>(item: (index: number) => Item): Item[] => Array.from({ length: MANY }, (_, index) => item(index));

describe('more items than a function can have arguments', () => {
  it('are rows of a table', () => {
    const terminal = new Terminal({ write: () => undefined }, {});
    expect(tableText(terminal, ['NAME', 'MESSAGE'], many((index) => [`n${index}`, 'm']))).toHaveLength(MANY + 1);
  });

  it('are objects of a list', async () => {
    const items = many((index) => ({ metadata: { name: `o${index}` } }));
    const ending = new AbortController();
    let listed = 0;
    const client: Pick<ApiClient, 'request' | 'open'> = {
      request: () => Promise.resolve({ items, metadata: { resourceVersion: '1' } }), open: () => Promise.reject(new Error('listed')),
    };
    const ignore = (): void => undefined;
    const replaced = (objects: readonly object[]): void => {
      listed = objects.length;
      ending.abort(new Error('listed'));
    };
    await expect(watch(client, { path: '/pods' }, { replaced, changed: ignore, deleted: ignore, unknownKind: ignore }, ending.signal, () => 0)).rejects.toThrow('listed');
    expect(listed).toBe(MANY);
  });
});
