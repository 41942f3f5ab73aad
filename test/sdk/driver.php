<?php

// Runs the calls of a test: reads them as lines of JSON and prints their results.

error_reporting(E_ALL);
set_error_handler(function (int $level, string $message, string $file, int $line) {
    if (error_reporting() & $level) {
        throw new ErrorException($message, 0, $level, $file, $line);
    }
});
require $argv[1];

/** Makes a client that the next calls use, with an empty mirror. */
function open(array $options): void
{
    global $client, $storage, $mirror;
    $client = new Raan(...$options);
    $storage = new MemoryStockStorage();
    $mirror = new StockMirror($client, $storage);
}

open(json_decode($argv[2], true));

const TAKES_FIELDS = ['listProducts', 'listAddresses', 'createOrder', 'listOrders', 'notifyPayment', 'listStockChanges'];

function camel(string $name): string
{
    return lcfirst(str_replace('_', '', ucwords($name, '_')));
}

function run(string $name, array $args): mixed
{
    global $client, $storage, $mirror;
    if ($name === 'open') {
        open($args);
        return null;
    }
    if ($name === 'verifyWebhook') {
        return Raan::verifyWebhook(base64_decode($args['body']), $args['headers'], $args['secret']);
    }
    if (method_exists($mirror, $name)) {
        $mirror->$name();
        return $storage->rows();
    }
    if (in_array($name, TAKES_FIELDS, true)) {
        return $client->$name($args);
    }
    $named = array_combine(array_map('camel', array_keys($args)), $args);
    $result = $client->$name(...$named);
    return $result instanceof Generator ? iterator_to_array($result, false) : $result;
}

function outcome(array $call): array
{
    try {
        return ['result' => run($call['name'], $call['args'])];
    } catch (RaanError $error) {
        return ['error' => array_filter([
            'code' => $error->errorCode,
            'status' => $error->status,
            'field' => $error->field,
            'requestId' => $error->requestId,
            'retryAfter' => $error->retryAfter,
        ], fn ($value) => $value !== null)];
    }
}

while (($line = fgets(STDIN)) !== false) {
    echo json_encode(outcome(json_decode($line, true)), JSON_THROW_ON_ERROR), "\n";
    flush();
}
