import { html } from 'hono/html';

/** Stroke paths on a 24 × 24 grid. */
const PATHS = {
  today: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  pack: 'M4 8h16v12H4zM4 8l2-4h12l2 4M9 14l2 2 4-4',
  products: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10',
  stock: 'M4 5h16v5H4zM5 10v9h14v-9M10 14h4',
  customers:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.4M17.5 14.6A6 6 0 0 1 21 20',
  reports: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  partners: 'M8 12h8M9 7H8a5 5 0 0 0 0 10h1M15 7h1a5 5 0 0 1 0 10h-1',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 5v4M7 15v4',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  filter: 'M4 6h16M7 12h10M10 18h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M20 20l-4.8-4.8',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  truck:
    'M3 6h11v10H3zM14 10h4l3 3v3h-7M7.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M17 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17v.5',
  check: 'm5 13 4.5 4.5L19 7',
  note: 'M5 4h14v12l-4 4H5zM15 20v-4h4',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8v8M12 8v8M16 8v8',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v5M15 3v5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  store: 'M4 9l2-5h12l2 5M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M6 12v8h12v-8M10 20v-5h4v5',
  pin: 'M12 21s7-6.3 7-11.5a7 7 0 1 0-14 0C5 14.7 12 21 12 21M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8v.5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  shield: 'M12 3l7 3v5.5c0 4.5-3 7.5-7 9.5-4-2-7-5-7-9.5V6zM9 12l2.2 2.2L15.5 10',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
  backup:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  next: 'm9 5 7 7-7 7',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon next to a text. */
export const Icon = ({ name }: { name: IconName }) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${PATHS[name]}"></path></svg>`;
