import { GENERATED_PAGES } from './generated-pages.ts';
import { writeGeneratedPart } from './generated-part.ts';

// `npm run docs`: rewrites the generated parts of the pages in src/docs.

for (const [page, generate] of Object.entries(GENERATED_PAGES)) writeGeneratedPart(page, generate());
