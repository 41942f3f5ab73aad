import '../faults/kill.test.ts';
import '../faults/webhook-kill.test.ts';
