/** Segments or chunks of a picture. Copying millions of tiny ones would block the event loop for seconds. */
export const MAX_PARTS = 10_000;
