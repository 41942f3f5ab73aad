import {
  BLACK,
  type Colors,
  CREAM,
  DARK_STEEL,
  ellipse,
  GLASS,
  line,
  mark,
  rect,
  STEEL,
  shape,
  WOOD,
} from './colors.ts';

// Tools and cups, standing on y = 200 in a square of 240.

export const dripper = ({ accent, dark, light }: Colors): string =>
  [
    shape('M64 72 H176 L142 152 H98 Z', accent),
    shape('M64 72 H92 L112 152 H98 Z', 'rgba(255,255,255,0.18)'),
    ellipse(120, 72, 112, 22, light),
    ellipse(120, 74, 88, 14, dark),
    rect([84, 152, 72, 12], accent, 6),
    line('M168 92 C200 92 194 128 156 126', accent, 9),
    rect([104, 164, 32, 12], dark, 3),
    shape('M88 178 H152 L148 200 H92 Z', GLASS),
  ].join('');

export const server = ({ dark }: Colors): string =>
  [
    shape('M92 62 H148 L142 92 Q176 118 168 176 Q164 200 140 200 H100 Q76 200 72 176 Q64 118 98 92 Z', GLASS),
    shape('M74 150 Q120 138 166 150 Q170 198 140 198 H100 Q70 198 74 150 Z', '#6b4226'),
    rect([88, 50, 64, 14], BLACK, 5),
    line('M164 112 C204 112 204 168 168 168', dark, 9),
    line('M86 126 Q80 150 84 176', 'rgba(255,255,255,0.6)', 4),
  ].join('');

export const kettle = (): string =>
  [
    shape('M82 104 H158 L172 190 Q172 200 162 200 H78 Q68 200 68 190 Z', STEEL),
    shape('M82 104 H102 L92 200 H78 Q68 200 68 190 Z', 'rgba(255,255,255,0.35)'),
    line('M74 172 C34 168 58 84 34 74', DARK_STEEL, 8),
    rect([84, 90, 72, 16], DARK_STEEL, 6),
    `<circle cx="120" cy="82" r="9" fill="${BLACK}"/>`,
    line('M160 106 C216 104 210 180 172 182', BLACK, 11),
  ].join('');

export const grinder = (): string =>
  [
    rect([94, 82, 52, 118], STEEL, 10),
    rect([94, 82, 14, 118], 'rgba(255,255,255,0.4)', 8),
    rect([92, 130, 56, 26], BLACK, 3),
    rect([100, 68, 40, 16], DARK_STEEL, 5),
    line('M120 68 V56 H184', DARK_STEEL, 7),
    ellipse(188, 50, 26, 34, WOOD),
  ].join('');

export const press = ({ dark }: Colors): string =>
  [
    rect([82, 84, 76, 112], GLASS, 10),
    rect([86, 126, 68, 68], '#5b3a24', 8),
    rect([78, 74, 84, 16], DARK_STEEL, 6),
    line('M120 74 V36', DARK_STEEL, 5),
    `<circle cx="120" cy="34" r="10" fill="${BLACK}"/>`,
    line('M158 96 H178 Q186 96 186 106 V162 Q186 172 176 172 H158', dark, 9),
    rect([78, 150, 84, 6], DARK_STEEL, 2),
    rect([80, 192, 80, 10], DARK_STEEL, 4),
  ].join('');

export const moka = (): string =>
  [
    shape('M88 130 L80 200 H160 L152 130 Z', STEEL),
    shape('M84 66 H150 L154 130 H86 Z', STEEL),
    shape('M84 66 L62 80 L86 92 Z', DARK_STEEL),
    rect([86, 122, 68, 14], DARK_STEEL, 3),
    shape('M86 66 L120 48 L150 66 Z', DARK_STEEL),
    `<circle cx="120" cy="46" r="7" fill="${BLACK}"/>`,
    line('M152 74 H186 L178 124', BLACK, 10),
    line('M104 72 L102 118 M102 142 L98 194', 'rgba(255,255,255,0.5)', 5),
  ].join('');

export const scale = ({ accent }: Colors): string =>
  [
    rect([44, 148, 152, 44], BLACK, 10),
    rect([52, 138, 136, 14], '#4a4643', 6),
    rect([92, 162, 56, 20], '#1c2b2a', 4),
    line('M104 172 H112 M118 172 H126 M132 172 H136', '#7fe0c8', 5),
    shape('M92 84 H148 L142 138 H98 Z', CREAM),
    line('M148 98 C172 98 168 126 145 124', CREAM, 8),
    mark(120, 110, 26, accent),
  ].join('');

export const phin = (): string =>
  [
    rect([88, 76, 64, 52], STEEL, 4),
    rect([88, 76, 16, 52], 'rgba(255,255,255,0.4)', 4),
    ellipse(120, 130, 116, 16, DARK_STEEL),
    ellipse(120, 74, 72, 12, DARK_STEEL),
    `<circle cx="120" cy="66" r="6" fill="${BLACK}"/>`,
    shape('M84 142 H156 L148 200 H92 Z', GLASS),
    shape('M89 176 H151 L148 200 H92 Z', '#4d2f1d'),
  ].join('');

export const sock = (): string =>
  [
    line('M122 60 H206', WOOD, 11),
    ellipse(92, 64, 92, 18, DARK_STEEL),
    ellipse(92, 64, 78, 11, '#efe5d0'),
    shape('M50 66 Q54 168 92 202 Q130 168 134 66 Q92 84 50 66 Z', '#efe5d0'),
    shape('M60 130 Q66 176 92 202 Q118 176 124 130 Q92 146 60 130 Z', '#d9a566'),
  ].join('');

export const whisk = (): string =>
  [
    rect([102, 40, 36, 78], '#d8bd82', 8),
    line('M104 108 H136', BLACK, 4),
    ...[-38, -26, -14, 0, 14, 26, 38].map((x) =>
      line(`M120 112 C${120 + x} 130 ${120 + x * 1.5} 160 ${120 + x * 1.2} 200`, '#c9a968', 4),
    ),
  ].join('');

export const cup = ({ accent, dark, light }: Colors): string =>
  [
    shape('M70 98 H158 Q158 178 132 192 H96 Q70 178 70 98 Z', accent),
    shape('M70 98 H92 Q92 170 108 192 H96 Q70 178 70 98 Z', 'rgba(255,255,255,0.2)'),
    ellipse(114, 98, 88, 22, light),
    ellipse(114, 100, 72, 14, '#5a3823'),
    line('M156 114 C196 112 188 164 146 162', accent, 10),
    ellipse(114, 196, 112, 14, dark),
  ].join('');

export const tumbler = ({ accent, dark }: Colors): string =>
  [
    shape('M82 70 H158 L148 194 Q147 200 141 200 H99 Q93 200 92 194 Z', accent),
    shape('M82 70 H100 L106 200 H99 Q93 200 92 194 Z', 'rgba(255,255,255,0.18)'),
    rect([76, 54, 88, 20], BLACK, 8),
    line('M132 54 L140 22', dark, 6),
    mark(120, 132, 50, CREAM),
  ].join('');
