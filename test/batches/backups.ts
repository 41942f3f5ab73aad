import '../backup-schedule.test.ts';
import '../backups.test.ts';
