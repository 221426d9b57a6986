import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { OperatorPolicy } from 'olm-constructs/gitops';
import { appChecksPage } from '../../scripts/app-checks-page/app-checks-page';

const ROOT = join(__dirname, '..', '..');

/** Returns the cells of the rows of the first table of a guide. */
function rowsOf(guide: string): string[][] {
  const [, table] = /\n\| ID [^\n]*\n\|[- |]*\n((?:\|[^\n]*\n)*)/.exec(readFileSync(join(ROOT, 'docs', 'guides', guide), 'utf8'))!;
  return table!.trim().split('\n').map((row) => row.slice(1, -1).split('|').map((cell) => cell.trim()));
}

describe('the list of checks', () => {
  it('is what `npm run generate` writes', () => {
    expect(readFileSync(join(ROOT, 'docs', 'reference', 'app-checks.md'), 'utf8')).toBe(appChecksPage());
  });
});

describe('the guide to policies', () => {
  it('has a row for each rule, with its property', () => {
    const rulesOf = (props: object): string[] => (
      new OperatorPolicy({ name: 'guide', ...props }).report(new App()).checks.map(({ id }) => id).filter((id) => id !== 'waiver-unused')
    );
    const lists = ['Catalogs', 'Packages', 'Channels', 'Publishers', 'Registries'].map((name) => `allowed${name}`);
    const expected = [
      ...lists.flatMap((prop) => rulesOf({ [prop]: ['x'] }).map((id) => [id, prop])),
      ...rulesOf({ allowedApprovals: ['Manual'] }).map((id) => [id, 'allowedApprovals']),
      ...rulesOf({ forbiddenRights: ['wildcards', 'escalation', 'secrets-across-namespaces'] }).map((id) => [id, 'forbiddenRights']),
    ];
    expect(rowsOf('policies.md').map(([id, prop]) => [id, prop]).sort()).toEqual(expected.map((cells) => cells.map((cell) => `\`${cell}\``)).sort());
  });
});
