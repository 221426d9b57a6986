import { arrow, box, type Box, label, picture, type Point, type Size } from './drawing';

/** A question, and the engine if the answer is yes. With no, the next question follows. */
interface Question {
  readonly question: Box;
  readonly engine: Box;
}

const OLM_V0: Box = { title: 'OLM v0', lines: ['OlmV0Engine'] };
const OLM_V1: Box = { title: 'OLM v1', lines: ['OlmV1Engine'] };
const PLAIN: Box = { title: 'Plain manifests', lines: ['PlainEngine'] };

const QUESTIONS: readonly Question[] = [
  { question: { title: 'Must it run without OLM?', lines: ['No controller with all rights, a', 'very large bundle, or GitOps', 'applies every object.'] }, engine: PLAIN },
  { question: { title: 'Does it need OLM v0?', lines: ['Dependencies, some namespaces', 'only, an approval per upgrade,', 'a bundle without an image.'] }, engine: OLM_V0 },
  { question: { title: 'Can you have OLM v1?', lines: ['OpenShift has it since 4.18;', 'elsewhere you install it. The', 'bundle is in a catalog image.'] }, engine: OLM_V1 },
];

/** The engine if all answers are no. */
const OTHERWISE = OLM_V0;

const WORDS = {
  title: 'Which engine to choose',
  description: 'Must it run without OLM? Then plain manifests. Otherwise: does it need OLM v0, for dependencies, some namespaces only, an approval per upgrade or a '
    + 'bundle without an image? Then OLM v0. Otherwise: can you have OLM v1? Then OLM v1, and if not, OLM v0.',
};

const QUESTION = { width: 316, height: 122 };
const ENGINE = { width: 184, height: 78 };

/** Returns the diagram for large screens: engines on the right of their questions. */
export function widePicture(): string {
  const gap = { x: 84, y: 40 };
  const top = (index: number): number => 4 + index * (QUESTION.height + gap.y);
  const right = 4 + QUESTION.width + gap.x;
  const last = top(QUESTIONS.length);
  return picture({ width: right + ENGINE.width + 4, height: last + ENGINE.height + 4 }, WORDS, [
    ...QUESTIONS.flatMap(({ question, engine }, index) => {
      const middle = top(index) + QUESTION.height / 2;
      return [
        box({ x: 4, y: top(index) }, QUESTION, question),
        ...yes({ x: 4 + QUESTION.width + 4, y: middle }, { x: right - 4, y: middle }),
        box({ x: right, y: middle - ENGINE.height / 2 }, ENGINE, engine),
        ...no(index, top, gap.y),
      ];
    }),
    box({ x: 4 + (QUESTION.width - ENGINE.width) / 2, y: last }, ENGINE, OTHERWISE),
  ]);
}

/** Returns the diagram for phones: each engine below its question. */
export function narrowPicture(): string {
  const [width, gap] = [360, 46];
  const step = QUESTION.height + ENGINE.height + 2 * gap - 26;
  const top = (index: number): number => 4 + index * step;
  const left = width - ENGINE.width - 4;
  const last = top(QUESTIONS.length);
  return picture({ width, height: last + ENGINE.height + 4 }, WORDS, [
    ...QUESTIONS.flatMap(({ question, engine }, index) => {
      const below = top(index) + QUESTION.height;
      const middle = left + ENGINE.width / 2;
      return [
        box({ x: 4, y: top(index) }, QUESTION, question),
        arrow({ x: middle, y: below + 4 }, { x: middle, y: below + gap - 4 }),
        label({ x: middle + 26, y: below + gap / 2 + 5 }, 'yes'),
        box({ x: left, y: below + gap }, ENGINE, engine),
        arrow({ x: 60, y: below + 4 }, { x: 60, y: top(index + 1) - 4 }),
        label({ x: 82, y: below + gap / 2 + 5 }, 'no'),
      ];
    }),
    box({ x: 4, y: last }, ENGINE, OTHERWISE),
  ]);
}

function yes(from: Point, to: Point): string[] {
  return [arrow(from, to), label({ x: (from.x + to.x) / 2, y: from.y - 12 }, 'yes')];
}

function no(index: number, top: (index: number) => number, gap: Size['height']): string[] {
  const x = 4 + QUESTION.width / 2;
  return [arrow({ x, y: top(index + 1) - gap + 4 }, { x, y: top(index + 1) - 4 }), label({ x: x + 22, y: top(index + 1) - gap / 2 + 5 }, 'no')];
}
