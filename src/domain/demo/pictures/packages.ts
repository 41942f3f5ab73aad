import { BLACK, type Colors, CREAM, ellipse, GLASS, line, mark, rect, shape } from './colors.ts';

// Packed goods, standing on y = 200 in a square of 240.

export const bag = ({ accent, dark }: Colors): string =>
  [
    shape('M78 48 H162 L166 66 V190 Q166 200 156 200 H84 Q74 200 74 190 V66 Z', dark),
    shape('M78 48 H162 L166 66 H74 Z', 'rgba(0,0,0,0.22)'),
    shape('M74 66 L84 200 Q74 200 74 190 Z', 'rgba(255,255,255,0.10)'),
    rect([74, 96, 92, 70], CREAM, 0),
    mark(120, 122, 40, accent),
    rect([94, 150, 52, 4], accent, 2),
    `<circle cx="120" cy="80" r="4.5" fill="rgba(255,255,255,0.35)"/>`,
  ].join('');

export const pouch = ({ accent, dark, light }: Colors): string =>
  [
    shape('M80 62 H160 L168 182 Q168 200 150 200 H90 Q72 200 72 182 Z', light),
    rect([80, 52, 80, 14], accent, 2),
    line('M84 72 H156', 'rgba(0,0,0,0.18)', 1.5),
    `<circle cx="120" cy="132" r="34" fill="${CREAM}"/>`,
    leaf(120, 132, accent),
    rect([96, 176, 48, 4], dark, 2),
  ].join('');

const leaf = (x: number, y: number, color: string): string =>
  `<g transform="translate(${x} ${y})">${shape('M0 20 C-22 8 -18 -16 0 -22 C18 -16 22 8 0 20 Z', color)}${line('M0 22 V-12', CREAM, 2)}${line('M0 4 L8 -4 M0 8 L-8 0', CREAM, 1.6)}</g>`;

export const tin = ({ accent, dark, light }: Colors): string =>
  [
    rect([76, 74, 88, 126], accent, 8),
    rect([76, 74, 22, 126], 'rgba(255,255,255,0.16)', 8),
    rect([72, 58, 96, 24], dark, 6),
    rect([76, 108, 88, 62], CREAM, 0),
    leaf(120, 138, accent),
    rect([76, 178, 88, 4], light, 0),
  ].join('');

export const jar = ({ accent, dark, light }: Colors): string =>
  [
    rect([78, 76, 84, 124], GLASS, 16),
    rect([84, 104, 72, 92], accent, 12),
    rect([82, 56, 76, 24], BLACK, 6),
    rect([84, 124, 72, 48], CREAM, 2),
    mark(120, 144, 32, dark),
    rect([88, 84, 8, 104], 'rgba(255,255,255,0.4)', 4),
    rect([102, 164, 36, 3], light, 1),
  ].join('');

export const bottle = ({ accent, dark }: Colors): string =>
  [
    shape('M106 44 H134 V78 Q150 90 150 112 V186 Q150 200 136 200 H104 Q90 200 90 186 V112 Q90 90 106 78 Z', GLASS),
    shape('M94 112 H146 V186 Q146 196 136 196 H104 Q94 196 94 186 Z', dark),
    rect([103, 34, 34, 16], BLACK, 4),
    rect([90, 122, 60, 52], CREAM, 0),
    mark(120, 144, 34, accent),
    rect([98, 92, 5, 96], 'rgba(255,255,255,0.35)', 3),
  ].join('');

export const box = ({ accent, dark, light }: Colors): string =>
  [
    shape('M62 92 L120 74 L178 92 V186 L120 204 L62 186 Z', accent),
    shape('M62 92 L120 110 V204 L62 186 Z', light),
    shape('M62 92 L120 74 L178 92 L120 110 Z', dark),
    mark(91, 146, 34, dark),
    rect([132, 150, 34, 4], 'rgba(255,255,255,0.6)', 2),
  ].join('');

export const gift = ({ accent, dark, light }: Colors): string =>
  [
    rect([58, 92, 124, 108], light, 6),
    rect([52, 74, 136, 28], CREAM, 6),
    rect([110, 74, 20, 126], accent, 0),
    line('M120 74 C96 40 78 56 94 70 Q106 76 120 74 C144 40 162 56 146 70 Q134 76 120 74', dark, 5),
    mark(84, 150, 30, dark),
  ].join('');

export const roundTin = ({ accent, dark, light }: Colors): string =>
  [
    rect([58, 124, 124, 66], accent, 10),
    ellipse(120, 190, 124, 24, accent),
    ellipse(120, 122, 132, 42, dark),
    ellipse(120, 116, 132, 42, light),
    mark(120, 116, 34, dark),
  ].join('');

export const tote = ({ accent, dark }: Colors): string =>
  [
    line('M94 96 C94 36 146 36 146 96', dark, 7),
    shape('M66 88 H174 L180 194 Q180 202 172 202 H68 Q60 202 60 194 Z', accent),
    line('M70 100 H170', 'rgba(255,255,255,0.35)', 2),
    mark(120, 148, 54, CREAM),
  ].join('');

export const shirt = ({ accent, dark }: Colors): string =>
  [
    shape(
      'M88 56 L54 76 L40 112 L66 122 L72 108 V200 H168 V108 L174 122 L200 112 L186 76 L152 56 Q120 78 88 56 Z',
      accent,
    ),
    line('M88 56 Q120 78 152 56', dark, 5),
    mark(120, 122, 50, CREAM),
  ].join('');
