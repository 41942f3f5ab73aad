import '../cli-accounts.test.ts';
import '../cli-counts.test.ts';
import '../cli-dry-run.test.ts';
import '../cli-load.test.ts';
import '../cli-products.test.ts';
import '../cli-stock.test.ts';
import '../cli-stock-documents.test.ts';
import '../cli-usage.test.ts';
