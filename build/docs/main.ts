import { GENERATED_PAGES, writeGeneratedPage } from './generated.ts';

// `npm run docs`: rewrites the generated parts of the pages in src/docs.

for (const page of GENERATED_PAGES) writeGeneratedPage(page);
