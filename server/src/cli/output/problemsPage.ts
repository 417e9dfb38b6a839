import { allProblemCodes, type ProblemCode, problemHref } from '../../core/index.js';

/** The paragraphs of docs/problems.md about each code, in Markdown. */
export type Explanations = ReadonlyMap<ProblemCode, string>;

/** The page in the package, from its root. */
export const problemsPage = 'docs/problems.md';

/** Reads docs/problems.md, in which each code is a heading of the third level. Links lead to the page on the web. */
export function readExplanations(page: string): Explanations {
  const [, ...sections] = page.split(/^### /m);
  const codes = new Map(allProblemCodes.map((code): [string, ProblemCode] => [code, code]));
  return new Map(
    sections.flatMap((section): [ProblemCode, string][] => {
      const [title = '', ...lines] = section.split('\n');
      const code = codes.get(title.trim());
      if (code === undefined) return [];
      // The next heading of the second level belongs to other codes.
      const [text = ''] = lines.join('\n').split(/^## /m);
      const href = problemHref(code);
      const folder = href.slice(0, href.lastIndexOf('/') + 1);
      return [[code, text.trim().replace(/\]\((?!https?:)/g, `](${folder}`)]];
    }),
  );
}

/** The paragraphs without the marks of links; what is code keeps its backticks. */
export function plainText(markdown: string): string {
  return markdown.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1');
}
