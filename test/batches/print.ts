import '../cli-print.test.ts';
import '../labels.test.ts';
import '../print-turns.test.ts';
import '../printed-orders.test.ts';
import '../typeset.test.ts';
