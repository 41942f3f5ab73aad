import '../cli-help.test.ts';
import '../cli-backup.test.ts';
import '../cli-config.test.ts';
import '../cli-init.test.ts';
import '../cli-install.test.ts';
import '../cli-serve.test.ts';
