import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PICTURES } from '../../../scripts/pictures/pictures';

const ROOT = resolve(__dirname, '../../..');

/** Width of a character of a wide font (DejaVu Sans), as a part of its size, on average. */
const CHARACTER = 0.55;

const pictures = Object.entries(PICTURES).flatMap(([name, { widePicture, narrowPicture }]) => [
  { name: `${name}.svg`, svg: widePicture() }, { name: `${name}-narrow.svg`, svg: narrowPicture() },
]);

const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))]
  .map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n');

function numbers(attributes: string): { readonly [name: string]: number } {
  return Object.fromEntries([...attributes.matchAll(/(\w+)="(-?[\d.]+)"/g)].map(([, name, value]) => [name!, Number(value)]));
}

describe.each(pictures)('the picture $name', ({ name, svg }) => {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number) as [number, number, number];
  const boxes = [...svg.matchAll(/<rect([^>]*)\/>/g)].map(([, attributes]) => numbers(attributes!));
  const words = [...svg.matchAll(/<text(?: class="(?<style>\w+)")? x="(?<x>-?[\d.]+)" y="(?<y>-?[\d.]+)">(?<text>[^<]*)/g)].map(({ groups }) => {
    const [x, y, size] = [Number(groups!['x']), Number(groups!['y']), groups!['style'] === 'label' ? 14 : 16];
    const length = groups!['text']!.replaceAll(/&\w+;/g, '_').length * size * CHARACTER * (groups!['style'] === 'title' ? 1.1 : 1);
    const start = groups!['style'] === 'label' ? x - length / 2 : x;
    return { text: groups!['text']!, start, end: start + length, y };
  });

  it('has a title and a description for screen readers', () => {
    expect(svg).toMatch(/<title>.+<\/title>\n<desc>.+<\/desc>/);
  });

  it('supports the dark color scheme', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('has its words and boxes within its border', () => {
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter(({ start, end, y }) => start < 0 || end > width || y > height).map(({ text }) => text)).toEqual([]);
    expect(boxes.filter((box) => box['x']! < 0 || box['x']! + box['width']! > width || box['y']! + box['height']! > height)).toEqual([]);
  });

  it('has its words within their boxes', () => {
    const outside = words.filter(({ start, end, y }) => {
      const around = boxes.filter((box) => start > box['x']! && start < box['x']! + box['width']! && y > box['y']! && y < box['y']! + box['height']!);
      return around.some((box) => end > box['x']! + box['width']! || y > box['y']! + box['height']! - 6);
    });
    expect(outside.map(({ text }) => text)).toEqual([]);
  });

  it('is XML', () => {
    expect(svg).not.toMatch(/<(?!\/?[a-z]+[\s/>])|&(?!amp;|lt;)/);
  });

  it('loads no other resource', () => {
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|href=/);
  });

  it('is in a document', () => {
    expect(DOCUMENTS).toContain(`pictures/${name}`);
  });

  it('is as wide as a phone, or not shown on one', () => {
    expect(name.endsWith('-narrow.svg') ? width : 360).toBe(360);
  });
});
