import type { dynamic } from '@pulumi/pulumi';

/** A note: a file with content. One whose content is `unclear` is written and never becomes ready. */
interface Note {
  readonly folder: string;
  readonly name: string;
  readonly content: string;
  readonly __provider: string;
}

/** Provider of notes. Its methods load what they need themselves, like the library's waiters. */
export const noteProvider: dynamic.ResourceProvider<Note, Note> = {
  check: (_olds: Note, news: Note) => Promise.resolve({
    inputs: news, failures: news.content === '' ? [{ property: 'content', reason: 'a note needs content' }] : [],
  }),
  diff: (_id: string, olds: Note, news: Note) => Promise.resolve({
    changes: olds.content !== news.content || olds.name !== news.name,
    replaces: olds.name === news.name ? [] : ['name'],
  }),
  create: (inputs: Note) => {
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    const id = `${inputs.folder}/${inputs.name}`;
    writeFileSync(id, inputs.content);
    console.log(`note ${inputs.name}: written`);
    if (inputs.content === 'unclear') {
      const failure = { id, reasons: ['the content is unclear'], properties: { ...inputs } };
      return Promise.reject(Object.assign(new Error('not ready'), failure));
    }
    return Promise.resolve({ id, outs: inputs });
  },
  update: (id: string, _olds: Note, news: Note) => {
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    writeFileSync(id, news.content);
    return Promise.resolve({ outs: news });
  },
  read: (id: string, props?: Note) => {
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    return Promise.resolve(existsSync(id) ? { id, props: { ...props!, content: readFileSync(id, 'utf8') } } : { id: '' });
  },
  delete: (id: string) => {
    const { rmSync } = process.getBuiltinModule('node:fs');
    rmSync(id, { force: true });
    return Promise.resolve();
  },
};
