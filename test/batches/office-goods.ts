import '../office-assets.test.ts';
import '../office-cod.test.ts';
import '../office-csv.test.ts';
import '../office-history.test.ts';
import '../office-product.test.ts';
import '../office-products-list.test.ts';
import '../office-stock.test.ts';
import '../office-today.test.ts';
