/** Something that the search of the site finds. Short names, because there are thousands of them. */
export interface SearchEntry {
  /** Address within the site, with the fragment of a section. */
  readonly u: string;
  /** Title of the page. */
  readonly p: string;
  /** Heading of the section. @default - the beginning of the page */
  readonly h?: string;
  /** Text. */
  readonly t: string;
  /** Programs and outputs. @default - none */
  readonly c?: string;
  /** Kind of the page. @default PageKind.GUIDE */
  readonly k?: PageKind;
  /** Messages that the section explains, literally, with `…` for what changes. @default - none */
  readonly m?: readonly string[];
  /** Names of members, of a page of the API: those of properties begin with a dot. @default - none */
  readonly n?: readonly string[];
}

/** What a page is for. */
export enum PageKind {
  /** Somebody who wants to do something reads it. */
  GUIDE = 0,
  /** Somebody for whom something failed reads it. */
  TROUBLESHOOTING = 1,
  /** Somebody who wants to understand something reads it. */
  EXPLANATION = 2,
  /** Tables and facts. */
  REFERENCE = 3,
  /** Programs with little text. */
  EXAMPLE = 4,
  /** A class or struct of the API. */
  API = 5,
  /** About the project itself: decisions, changes, contributing. */
  PROJECT = 6,
  /** A row of a table with an anchor of its own, such as a rule. */
  ROW = 7,
}
