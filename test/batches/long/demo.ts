import '../../long/cli-demo.test.ts';
import '../../long/demo.test.ts';
import '../../long/demo-features.test.ts';
