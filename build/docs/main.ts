import { writeSchema } from '../sdk/schema.ts';
import { GENERATED_PAGES } from './generated-pages.ts';
import { writeGeneratedPart } from './generated-part.ts';

// `npm run docs`: rewrites the generated parts of the pages in src/docs, and the types of the TypeScript client.

for (const [page, generate] of Object.entries(GENERATED_PAGES)) writeGeneratedPart(page, generate());
await writeSchema();
