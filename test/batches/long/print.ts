import '../../long/cli-print.test.ts';
import '../../long/labels.test.ts';
import '../../long/label-texts.test.ts';
