import '../../long/cli-print.test.ts';
import '../../long/labels.test.ts';
import '../../long/label-texts.test.ts';
import '../../long/goods-labels.test.ts';
