import { narrowPicture, widePicture } from '../../../scripts/pictures/bundle-to-cluster';

/** Width of a character of a common font, as a part of its size, on average. */
const CHARACTER = 0.52;

describe.each([['wide', widePicture()], ['narrow', narrowPicture()]])('the %s picture', (_name, svg) => {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number) as [number, number, number];

  it('has a title and a description for screen readers', () => {
    expect(svg).toMatch(/<title>.+<\/title>\n<desc>.+<\/desc>/);
  });

  it('supports the dark color scheme', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('has its words within its border', () => {
    const words = [...svg.matchAll(/<text(?<style> class="\w+")? x="(?<x>[\d.]+)" y="(?<y>[\d.]+)">(?<text>[^<]*)/g)].map(({ groups }) => ({
      text: groups!['text']!, end: Number(groups!['x']) + groups!['text']!.length * 16 * CHARACTER * (groups!['style'] === ' class="label"' ? 0.5 : 1), y: Number(groups!['y']),
    }));
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter(({ end, y }) => end > width || y > height).map(({ text }) => text)).toEqual([]);
  });

  it('loads no other resource', () => {
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|href=/);
  });
});

test('on phones the picture is as wide as the screen', () => {
  expect(narrowPicture()).toContain('width="360"');
});
