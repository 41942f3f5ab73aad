import type { Child } from 'hono/jsx';

/** A whole page: the frame puts it between its head and navigation. */
export interface Page {
  title: string;
  body: Child;
  /** 200 where it is left out. */
  status?: number;
  /** Without navigation: signing in, the first run. */
  bare?: boolean;
}

/** A part of a page, which htmx puts where it belongs. */
export interface Fragment {
  fragment: Child;
}

export type Answer = Page | Fragment | Response;
