"""Runs the calls of a test: reads them as lines of JSON and prints their results."""

import base64
import json
import re
import sys
import types

sys.path.insert(0, sys.argv[1])
from raan import MemoryStockStorage, Raan, RaanError, StockMirror, verify_webhook  # noqa: E402


def snake(name):
    return re.sub("[A-Z]", lambda found: "_" + found.group().lower(), name)


def open_client(options):
    """Makes a client that the next calls use, with an empty mirror."""
    global client, storage, mirror
    client = Raan(**{snake(name): value for name, value in options.items()})
    storage = MemoryStockStorage()
    mirror = StockMirror(client, storage)


def run(name, args):
    if name == "open":
        return open_client(args)
    if name == "verifyWebhook":
        return verify_webhook(base64.b64decode(args["body"]), args["headers"], args["secret"])
    if hasattr(mirror, snake(name)):
        getattr(mirror, snake(name))()
        return storage.rows()
    result = getattr(client, snake(name))(**args)
    return list(result) if isinstance(result, types.GeneratorType) else result


def outcome(call):
    try:
        return {"result": run(call["name"], call["args"])}
    except RaanError as error:
        names = {"code": "code", "status": "status", "field": "field", "requestId": "request_id", "retryAfter": "retry_after"}
        values = {name: getattr(error, attribute) for name, attribute in names.items()}
        return {"error": {name: value for name, value in values.items() if value is not None}}


open_client(json.loads(sys.argv[2]))
for line in sys.stdin:
    print(json.dumps(outcome(json.loads(line))), flush=True)
