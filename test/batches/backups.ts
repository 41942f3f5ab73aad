import '../backup-s3.test.ts';
import '../backup-schedule.test.ts';
import '../backups.test.ts';
