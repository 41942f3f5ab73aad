/** The colors of a drawn product. */
export interface Colors {
  /** Color of its label. */
  accent: string;
  dark: string;
  light: string;
}

export const colorsOf = (hue: number, saturation = 38): Colors => ({
  accent: `hsl(${hue} ${saturation}% 45%)`,
  dark: `hsl(${hue} ${Math.round(saturation * 0.8)}% 26%)`,
  light: `hsl(${hue} ${Math.round(saturation * 0.9)}% 82%)`,
});

export const CREAM = '#f6efe2';
export const STEEL = '#c3c9cf';
export const DARK_STEEL = '#8d969e';
export const BLACK = '#33302e';
export const GLASS = 'rgba(255,255,255,0.42)';
export const WOOD = '#b98a5a';

/** The mark of the store: a mountain in the morning mist, `size` wide, around a point. */
export const mark = (x: number, y: number, size: number, color: string): string =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 40})"><path d="M2 28 L15 9 L22 19 L27 13 L38 28 Z" fill="${color}"/><path d="M5 33h30M11 38h18" stroke="${color}" stroke-width="2.4" stroke-linecap="round"/></g>`;

/** Left edge, top edge, width and height, as in a viewBox. */
type Box = readonly [x: number, y: number, width: number, height: number];

export const rect = ([x, y, width, height]: Box, fill: string, radius = 4): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

export const line = (d: string, color: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const ellipse = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="${fill}"/>`;
