import '../backup-crash.test.ts';
import '../backup-s3.test.ts';
import '../backup-schedule.test.ts';
import '../backups.test.ts';
import '../foreign-folder.test.ts';
