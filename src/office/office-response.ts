import type { Child } from 'hono/jsx';

/** A whole page; the layout adds its head and navigation. */
export interface Page {
  title: string;
  body: Child;
  /** 200 by default. */
  status?: number;
  /** Seconds to wait before the next attempt, for a status of 429. */
  retryAfter?: number | undefined;
  /** Seconds after which a browser without JavaScript loads the page again. */
  refreshEvery?: number;
  /** Without navigation: sign-in, setup wizard. */
  bare?: boolean;
  /** The body has a sign-out, which other pages without navigation get below it. */
  signsOut?: boolean;
}

/** A part of a page for htmx to swap in. */
export interface Fragment {
  fragment: Child;
}

/** A page or fragment that a thread has rendered. */
export interface RenderedPage extends Pick<Page, 'status' | 'retryAfter'> {
  html: string;
}

export type OfficeResponse = Page | Fragment | RenderedPage | Response;
