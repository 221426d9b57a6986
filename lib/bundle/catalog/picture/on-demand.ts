import type * as drawing from './channel-drawing';
import type * as mermaid from './mermaid';
import type * as svg from './svg';
import type * as path from './upgrade-path';

// Drawing, loaded at the first use.

/** What a picture of a channel shows. */
export const channelDrawing: typeof drawing.channelDrawing = (...args) => (
  (require('./channel-drawing') as typeof drawing).channelDrawing(...args)
);

/** Channels as a mermaid flowchart. */
export const mermaidText: typeof mermaid.mermaidText = (drawings) => (
  (require('./mermaid') as typeof mermaid).mermaidText(drawings)
);

/** Channels as an SVG picture. */
export const svgText: typeof svg.svgText = (drawings) => (
  (require('./svg') as typeof svg).svgText(drawings)
);

/** The upgrades that OLM makes one after the other. */
export const upgradePath: typeof path.upgradePath = (...args) => (
  (require('./upgrade-path') as typeof path).upgradePath(...args)
);
