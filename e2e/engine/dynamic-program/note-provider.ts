import type { dynamic } from '@pulumi/pulumi';

/** A note: a file with a text. One whose text is `unclear` is written and never becomes ready. */
interface Note {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
  readonly __provider: string;
}

/** Makes notes. Its methods load what they need themselves, as those of the library's waiters do. */
export const noteProvider: dynamic.ResourceProvider<Note, Note> = {
  check: (_olds: Note, news: Note) => Promise.resolve({
    inputs: news, failures: news.text === '' ? [{ property: 'text', reason: 'a note needs a text' }] : [],
  }),
  diff: (_id: string, olds: Note, news: Note) => Promise.resolve({
    changes: olds.text !== news.text || olds.name !== news.name,
    replaces: olds.name === news.name ? [] : ['name'],
  }),
  create: (inputs: Note) => {
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    const id = `${inputs.folder}/${inputs.name}`;
    writeFileSync(id, inputs.text);
    console.log(`note ${inputs.name}: written`);
    if (inputs.text === 'unclear') {
      const failure = { id, reasons: ['the text is unclear'], properties: { ...inputs } };
      return Promise.reject(Object.assign(new Error('not ready'), failure));
    }
    return Promise.resolve({ id, outs: inputs });
  },
  update: (id: string, _olds: Note, news: Note) => {
    const { writeFileSync } = process.getBuiltinModule('node:fs');
    writeFileSync(id, news.text);
    return Promise.resolve({ outs: news });
  },
  read: (id: string, props?: Note) => {
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    return Promise.resolve(existsSync(id) ? { id, props: { ...props!, text: readFileSync(id, 'utf8') } } : { id: '' });
  },
  delete: (id: string) => {
    const { rmSync } = process.getBuiltinModule('node:fs');
    rmSync(id, { force: true });
    return Promise.resolve();
  },
};
