import '../cli-print.test.ts';
import '../labels.test.ts';
import '../print-queue.test.ts';
import '../printed-orders.test.ts';
import '../typeset.test.ts';
import '../print-fonts.test.ts';
import '../goods-labels.test.ts';
