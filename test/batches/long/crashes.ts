import '../../faults/backup-crash.test.ts';
import '../../faults/booking-crash.test.ts';
import '../../faults/count-crashes.test.ts';
import '../../faults/stock-mirror-model.test.ts';
import '../../faults/webhook-crash.test.ts';
import '../../long/cli-doctor-backups.test.ts';
