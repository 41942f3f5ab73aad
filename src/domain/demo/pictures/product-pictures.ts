import { type Colors, colorsOf } from './colors.ts';
import { bag, bottle, box, gift, jar, pouch, roundTin, shirt, tin, tote } from './packages.ts';
import { cup, dripper, grinder, kettle, moka, phin, press, scale, server, sock, tumbler, whisk } from './tools.ts';

type Draw = (colors: Colors) => string;

/** The drawing of each product of `demo-products.csv`, with the hue and saturation of its colors. */
const DRAWN: Record<string, readonly [Draw, hue: number, saturation?: number]> = {
  'doi-chang': [bag, 18],
  'pang-khon': [bag, 42, 60],
  'mae-chan-tai': [bag, 345, 45],
  'khun-chang-khian': [bag, 158],
  'house-blend': [bag, 200, 30],
  'creme-brulee': [bag, 28, 62],
  decaf: [bag, 95, 28],
  'nan-robusta': [bag, 265, 26],
  'cafe-drip': [box, 12, 45],
  'freeze-dried': [jar, 22, 52],
  'cold-brew': [bottle, 24, 42],
  'oolong-12': [pouch, 150, 34],
  'oolong-17': [pouch, 170, 40],
  'jasmine-green': [pouch, 100, 40],
  'wild-assam': [pouch, 128, 24],
  'earl-grey': [tin, 222, 34],
  'the-rose': [tin, 340, 42],
  'butterfly-pea': [pouch, 245, 44],
  matcha: [tin, 98, 42],
  'thai-tea': [pouch, 22, 72],
  dripper: [dripper, 200, 12],
  'paper-filter': [box, 36, 30],
  server: [server, 200, 10],
  kettle: [kettle, 205, 16],
  'hand-grinder': [grinder, 32, 20],
  'french-press': [press, 210, 14],
  'moka-pot': [moka, 12, 20],
  scale: [scale, 174, 36],
  phin: [phin, 30, 24],
  'tea-sock': [sock, 38, 40],
  'bean-canister': [jar, 30, 26],
  chasen: [whisk, 88, 26],
  'celadon-cup': [cup, 152, 28],
  tumbler: [tumbler, 176, 48],
  'coffee-honey': [jar, 38, 78],
  syrup: [bottle, 34, 66],
  'butter-cookie': [roundTin, 40, 52],
  macadamia: [pouch, 34, 44],
  'indigo-tote': [tote, 228, 46],
  tshirt: [shirt, 196, 30],
  'gift-set': [gift, 8, 50],
};

/** The picture of a product as SVG, square. */
export function productPicture(key: string): string {
  const [draw, hue, saturation] = DRAWN[key] ?? [box, 30];
  const table = `hsl(${hue} 22% 80%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="hsl(${hue} 34% 93%)"/><rect y="172" width="240" height="68" fill="${table}"/><ellipse cx="120" cy="203" rx="74" ry="11" fill="rgba(0,0,0,0.16)"/>${draw(colorsOf(hue, saturation))}</svg>`;
}
