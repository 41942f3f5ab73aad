import '../../long/openapi-types.test.ts';
import '../../long/sdk-mirror.test.ts';
import '../../long/sdk-package.test.ts';
