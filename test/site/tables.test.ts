import { breakableCode, labelTables } from '../../site/content/tables';

/** A token of markdown-it, and the attributes that it receives. */
function token(type: string, content = ''): { readonly type: string; readonly content: string; readonly attributes: string[]; attrSet(name: string, value: string): void } {
  const attributes: string[] = [];
  return { type, content, attributes, attrSet: (name, value) => { attributes.push(`${name}=${value}`); } };
}

function row(cell: 'th' | 'td', ...contents: string[]): ReturnType<typeof token>[] {
  return [token('tr_open'), ...contents.flatMap((content) => [token(`${cell}_open`), token('inline', content)])];
}

function attributesOf(tokens: readonly ReturnType<typeof token>[]): string[] {
  labelTables(tokens);
  return tokens.flatMap(({ attributes }) => attributes);
}

describe('a table', () => {
  it('has the heading before it as its name, and the columns as names of the cells', () => {
    const heading = [token('heading_open'), token('inline', 'What `wait` does')];
    const table = [token('table_open'), ...row('th', '', 'in `up`', '[on](a.md)'), ...row('td', 'a', 'b', 'c')];
    expect(attributesOf([...heading, ...table, ...table.map(({ type, content }) => token(type, content))])).toEqual([
      'aria-label=Table: What wait does', 'data-label=in up', 'data-label=on',
      'aria-label=Table: What wait does (2)', 'data-label=in up', 'data-label=on',
    ]);
  });

  it('without a header row has no names of cells', () => {
    expect(attributesOf([token('table_open'), ...row('th', '', ''), ...row('td', 'a', 'b')])).toEqual(['aria-label=Table: ']);
  });
});

describe('code in a table', () => {
  it.each([
    ['a short word', 'olm.operatorGroup', 'olm.operatorGroup'],
    ['short words', 'spec.startingCSV of the Subscription, which is not in the catalog', 'spec.startingCSV of the Subscription, which is not in the catalog'],
    ['a long word', 'the urn:pulumi:dev::shop::kubernetes:apiextensions.k8s.io', 'the urn:<wbr>pulumi:<wbr>dev::<wbr>shop::<wbr>kubernetes:<wbr>apiextensions.<wbr>k8s.<wbr>io'],
    ['entities', `&quot;${'x'.repeat(40)}.y&quot;`, `&quot;${'x'.repeat(40)}.<wbr>y&quot;`],
  ])('breaks only where it is longer than a line can be: %s', (_what, html, expected) => { expect(breakableCode(html)).toBe(expected); });
});
