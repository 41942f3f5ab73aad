import '../openapi-compatibility.test.ts';
import '../sdk-clients.test.ts';
import '../sdk-docs.test.ts';
import '../sdk-errors.test.ts';
import '../sdk-package.test.ts';
import '../sdk-token-file.test.ts';
import '../sdk-typescript.test.ts';
import '../typed-client.test.ts';
