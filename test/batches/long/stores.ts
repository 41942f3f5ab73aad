import '../../long/backup-s3.test.ts';
import '../../long/long-orders.test.ts';
import '../../long/office-many-lines.test.ts';
import '../../long/office-many-variants.test.ts';
import '../../long/sandbox-resets.test.ts';
import '../../long/couriers-served.test.ts';
