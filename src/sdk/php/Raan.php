<?php

// SPDX-FileCopyrightText: 2026 the authors of raan
// SPDX-License-Identifier: MIT
// The text of the license is at the end of this file.

declare(strict_types=1);

/**
 * Every failure of a call and of a webhook check. Branch on `errorCode`: a code of the API, or `connection_failed` (no
 * complete response), `unexpected_response` (not one of the API), `invalid_signature` (a webhook with another signature).
 */
final class RaanError extends RuntimeException
{
    /**
     * @param 'invalid_request'|'unsupported_grant_type'|'invalid_client'|'invalid_token'|'access_denied'|'quota_exceeded'|'not_found'|'slow_down'|'server_error'|'connection_failed'|'unexpected_response'|'invalid_signature' $errorCode
     * @param ?int $status the HTTP status; null if no response arrived
     * @param ?string $requestId value of X-Request-Id; quote it when you ask the store about a call
     * @param ?string $field the field that the message names, for example products[1].qty
     * @param ?int $retryAfter seconds to wait, as Retry-After gives them
     */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly ?string $field = null,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct($message);
    }
}

/**
 * A channel of a store. Client of the partner API of raan for PHP 8.1 or newer, without dependencies.
 *
 *     $raan = new Raan('https://shop.example', $clientId, $clientSecret, tokenFile: '/var/lib/page/raan-token.json');
 *     $order = $raan->createOrder(['external_order_id' => 'A-1', 'shipping_type' => 'ems', …])['order'];
 *
 * A method is one call: it takes the fields of the body and returns the body of the response. products, addresses, orders
 * and stockChanges read whole lists. Every failure is a RaanError. StockMirror keeps a copy of the available quantities.
 */
final class Raan
{
    private const API_CODES = [
        'invalid_request',
        'unsupported_grant_type',
        'invalid_client',
        'invalid_token',
        'access_denied',
        'quota_exceeded',
        'not_found',
        'slow_down',
        'server_error',
    ];

    /** @var ?array{text: string, renewAt: float} */
    private ?array $token = null;

    /**
     * @param ?string $tokenFile a private file that keeps the token between requests; without it each process requests one
     * @param float $timeout seconds that an attempt waits for the connection, and for more data
     * @param int $attempts most attempts of a call, the first one included
     * @param float $retryDelay seconds before the second attempt; each further pause is twice as long
     * @param int $maxRetryAfter a longer Retry-After, in seconds, is an error instead of a pause
     */
    public function __construct(
        private readonly string $baseUrl,
        private readonly string $clientId,
        #[\SensitiveParameter] private readonly string $clientSecret,
        private readonly ?string $tokenFile = null,
        private readonly float $timeout = 30.0,
        private readonly int $attempts = 5,
        private readonly float $retryDelay = 0.5,
        private readonly int $maxRetryAfter = 60,
    ) {
        if (preg_match('~^https?://~', $baseUrl) !== 1) {
            throw new InvalidArgumentException(
                "baseUrl is \"$baseUrl\", but must begin with https://, as in https://shop.example",
            );
        }
    }

    public function listProducts(array $search = []): array
    {
        return $this->call('/v1/product/list', $search);
    }

    /**
     * Each product that exists during the whole iteration, exactly once, in the order of creation. Each page starts
     * with the last product of the previous page. If it does not, earlier products were deleted and the others have
     * moved up, so the generator goes back.
     */
    public function products(?string $query = null): Generator
    {
        $seen = [];
        $offset = 0;
        $search = ['query' => $query, 'sort_by' => 'id', 'sort_order' => 'asc', 'limit' => 100];
        while (true) {
            ['products' => $products, 'has_more' => $hasMore] = $this->listProducts([...$search, 'offset' => $offset]);
            if ($offset > 0 && !isset($seen[$products[0]['id'] ?? ''])) {
                $offset = max(0, $offset - 100);
                continue;
            }
            foreach ($products as $product) {
                if (!isset($seen[$product['id']])) {
                    $seen[$product['id']] = true;
                    yield $product;
                }
            }
            if (!$hasMore) {
                return;
            }
            $offset += count($products) - 1;
        }
    }

    /** A product with its variants, prices and stock. */
    public function readProduct(string $productId): array
    {
        return $this->call('/v1/product/detail', ['product_id' => $productId]);
    }

    public function listAddresses(array $search = []): array
    {
        return $this->call('/v1/store/address/list', $search);
    }

    /**
     * Each address of the store that exists during the whole iteration, exactly once; the first is the default sender.
     * Each page starts with the last address of the previous page. If it does not, addresses were removed or moved, so
     * the generator starts over.
     */
    public function addresses(): Generator
    {
        $seen = [];
        $offset = 0;
        $last = null;
        while (true) {
            ['addresses' => $addresses, 'has_more' => $hasMore] = $this->listAddresses(['limit' => 200, 'offset' => $offset]);
            if ($offset > 0 && ($addresses[0]['id'] ?? null) !== $last) {
                $offset = 0;
                continue;
            }
            foreach ($addresses as $address) {
                if (!isset($seen[$address['id']])) {
                    $seen[$address['id']] = true;
                    yield $address;
                }
            }
            if (!$hasMore) {
                return;
            }
            $last = $addresses[count($addresses) - 1]['id'];
            $offset += count($addresses) - 1;
        }
    }

    /**
     * Creates an order. With `external_order_id` it is repeated after a failure and never creates a second order; without,
     * a connection_failed or server_error leaves open whether the order exists. The response of a repeated call has
     * `replay`: same or differs.
     */
    public function createOrder(array $order): array
    {
        return $this->call('/v1/order/create', $order, isRepeatable: isset($order['external_order_id']));
    }

    public function readOrder(?string $orderId = null, ?string $externalOrderId = null): array
    {
        return $this->call('/v1/order/detail', ['order_id' => $orderId, 'external_order_id' => $externalOrderId]);
    }

    /** Orders of the channel, least recently changed first. */
    public function listOrders(array $search = []): array
    {
        return $this->call('/v1/order/list', $search);
    }

    /**
     * The pages of listOrders until now, each with `orders` and `cursor`. `sinceTime` is the start without a cursor. Store
     * the cursor of a page together with what you did with its orders.
     */
    public function orders(?string $cursor = null, ?int $sinceTime = null, ?string $status = null, int $limit = 100): Generator
    {
        $start = $cursor === null ? ['since_time' => $sinceTime] : ['cursor' => $cursor];
        do {
            $page = $this->listOrders(['status' => $status, 'limit' => $limit, ...$start]);
            yield ['orders' => $page['orders'], 'cursor' => $page['next_cursor']];
            $start = ['cursor' => $page['next_cursor']];
        } while ($page['has_more']);
    }

    /** Cancels an open order of the channel. Canceling it again changes nothing. */
    public function cancelOrder(?string $orderId = null, ?string $externalOrderId = null): array
    {
        return $this->call('/v1/order/cancel', ['order_id' => $orderId, 'external_order_id' => $externalOrderId]);
    }

    /** Reports a payment. It is repeated after a failure only with `external_payment_id`, like createOrder. */
    public function notifyPayment(array $payment): array
    {
        return $this->call('/v1/order/payment/notify', $payment, isRepeatable: isset($payment['external_payment_id']));
    }

    public function listStockChanges(array $search = []): array
    {
        return $this->call('/v1/stock/changes', $search);
    }

    /**
     * The pages of listStockChanges until now, each with `items` and `cursor`. Without a cursor the feed starts now. Store
     * the cursor of a page together with what you did with its items.
     */
    public function stockChanges(?string $cursor = null, int $limit = 500): Generator
    {
        do {
            $page = $this->listStockChanges(['cursor' => $cursor, 'limit' => $limit]);
            $cursor = $page['next_cursor'];
            yield ['items' => $page['items'], 'cursor' => $cursor];
        } while ($page['has_more']);
    }

    /**
     * Available quantities of up to 500 variants, read at one moment. Variants that the store lacks are left out.
     *
     * @param ?list<string> $productVariantIds
     * @param ?list<string> $skus
     */
    public function availableStock(?array $productVariantIds = null, ?array $skus = null): array
    {
        return $this->call('/v1/stock/available', ['product_variant_ids' => $productVariantIds, 'skus' => $skus]);
    }

    /**
     * The event of a delivery that is signed with the app's webhook secret.
     *
     * @param string $body the raw bytes as received: file_get_contents('php://input')
     * @param array $headers getallheaders(), $_SERVER, or the headers of a PSR-7 request
     * @param string $secret also in the form of a Standard Webhooks key, which starts with whsec_
     * @throws RaanError invalid_signature
     */
    public static function verifyWebhook(string $body, array $headers, #[\SensitiveParameter] string $secret): array
    {
        // A key is the secret in base64.
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
        if ($key === '') {
            throw new InvalidArgumentException('The webhook secret is empty'); // anybody could sign with it
        }
        $expected = hash_hmac('sha256', $body, $key);
        foreach ($headers as $name => $value) {
            // The old one is sent for a while after a reset of the secret.
            $isSignature = preg_match('/^(http[-_])?x[-_]service[-_]signature([-_]old)?$/i', (string) $name) === 1;
            $signature = is_array($value) ? reset($value) : $value;
            if ($isSignature && is_string($signature) && hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new RaanError('invalid_signature', 'The webhook is not signed with your secret');
    }

    private function call(string $path, array $fields, bool $isRepeatable = true): array
    {
        $given = array_filter($fields, fn ($value) => $value !== null);
        $body = json_encode((object) $given, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        $send = fn (string $token) => $this->withRetries(
            fn () => $this->send($path, $body, ['Content-Type: application/json', "Authorization: Bearer $token"]),
            $isRepeatable,
        );
        $token = $this->currentToken();
        try {
            return $send($token);
        } catch (RaanError $error) {
            if ($error->errorCode !== 'invalid_token') {
                throw $error;
            }
        }
        return $send($this->currentToken(rejected: $token));
    }

    /** Renewed shortly before it expires. */
    private function currentToken(?string $rejected = null): string
    {
        if (!$this->isUsable($this->token, $rejected)) {
            $this->token = $this->tokenFile === null ? $this->requestToken() : $this->sharedToken($this->tokenFile, $rejected);
        }
        return $this->token['text'];
    }

    private function isUsable(?array $token, ?string $rejected): bool
    {
        return $token !== null && $token['text'] !== $rejected && microtime(true) < $token['renewAt'];
    }

    /** The token in the file. Only one process at a time requests another. */
    private function sharedToken(string $path, ?string $rejected): array
    {
        $owner = hash('sha256', json_encode([$this->baseUrl, $this->clientId, $this->clientSecret], JSON_THROW_ON_ERROR));
        $file = fopen($path, 'c+') ?: throw new RuntimeException("The token file $path cannot be opened");
        try {
            @chmod($path, 0600); // fails if another user owns it
            flock($file, LOCK_EX);
            $stored = json_decode((string) stream_get_contents($file), true);
            if (($stored['owner'] ?? null) === $owner && $this->isUsable($stored, $rejected)) {
                return $stored;
            }
            $token = $this->requestToken();
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, json_encode([...$token, 'owner' => $owner], JSON_THROW_ON_ERROR));
            return $token;
        } finally {
            fclose($file);
        }
    }

    /** @return array{text: string, renewAt: float} */
    private function requestToken(): array
    {
        $form = http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
        ], '', '&');
        $started = microtime(true);
        $issued = $this->withRetries(
            fn () => $this->send('/oauth/token', $form, ['Content-Type: application/x-www-form-urlencoded']),
            isRepeatable: true,
        );
        $lifetime = $issued['expires_in'];
        return ['text' => $issued['access_token'], 'renewAt' => $started + $lifetime - min(60, $lifetime / 10)];
    }

    private function withRetries(callable $attempt, bool $isRepeatable): array
    {
        for ($made = 1; ; $made++) {
            try {
                return $attempt();
            } catch (RaanError $error) {
                $pause = $made < $this->attempts ? $this->pauseAfter($error, $made, $isRepeatable) : null;
                if ($pause === null) {
                    throw $error;
                }
                usleep((int) ($pause * 1_000_000));
            }
        }
    }

    /** Seconds until the next attempt; null if there is none. */
    private function pauseAfter(RaanError $error, int $made, bool $isRepeatable): ?float
    {
        $isUnknown = in_array($error->errorCode, ['server_error', 'connection_failed'], true); // it may have been done
        $retryAfter = $error->retryAfter ?? 0;
        if (($error->errorCode !== 'slow_down' && !($isRepeatable && $isUnknown)) || $retryAfter > $this->maxRetryAfter) {
            return null;
        }
        $spread = 0.5 + mt_rand() / mt_getrandmax(); // clients that failed together do not come back together
        return max($retryAfter, $this->retryDelay * 2 ** ($made - 1) * $spread);
    }

    /** Sends a request once. */
    private function send(string $path, string $body, array $headers): array
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => ['Accept: application/json', 'User-Agent: raan-php', ...$headers],
            'content' => $body,
            'timeout' => $this->timeout,
            'ignore_errors' => true, // returns the body of an error
            'follow_location' => 0, // a redirect would repeat the request, and its token, at another address
            'protocol_version' => 1.1,
        ]]);
        $stream = @fopen(rtrim($this->baseUrl, '/') . $path, 'r', false, $context);
        if ($stream === false) {
            throw $this->connectionFailed(error_get_last()['message'] ?? '');
        }
        $text = @stream_get_contents($stream);
        $meta = stream_get_meta_data($stream);
        fclose($stream);
        [$status, $received] = self::parseHeaders($meta['wrapper_data']);
        $length = $received['content-length'] ?? null;
        if ($text === false || $meta['timed_out'] || ($length !== null && strlen($text) < (int) $length)) {
            throw $this->connectionFailed('the response is incomplete');
        }
        $isJson = str_starts_with($received['content-type'] ?? '', 'application/json');
        if ($isJson && $status < 300 && json_decode($text) === null && trim($text) !== 'null') {
            throw $this->connectionFailed('the response is incomplete'); // a proxy has cut it off
        }
        return self::resultOf($status, $received, $text);
    }

    private function connectionFailed(string $reason): RaanError
    {
        return new RaanError('connection_failed', "No complete response from {$this->baseUrl}: $reason");
    }

    /** @return array{int, array<string, string>} the status and the headers, with their names in lower case */
    private static function parseHeaders(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found)) {
                [$status, $headers] = [(int) $found[1], []];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return [$status, $headers];
    }

    private static function resultOf(int $status, array $headers, string $text): array
    {
        $body = json_decode($text, true);
        if (!is_array($body) || $status >= 300) {
            throw self::errorOf($status, $headers, is_array($body) ? $body : []);
        }
        $replay = $headers['x-idempotent-replay'] ?? null;
        return $replay === null ? $body : [...$body, 'replay' => $replay];
    }

    private static function errorOf(int $status, array $headers, array $body): RaanError
    {
        $code = $body['error'] ?? null;
        $isApiCode = in_array($code, self::API_CODES, true);
        $description = $isApiCode ? $body['error_description'] ?? null : null;
        $message = is_string($description) ? $description : "Unexpected response with status $status";
        $isNamed = preg_match('/^([a-z]\w*(?:\[\d+\]|\.[a-z]\w*)*): /', $message, $field) === 1;
        $retryAfter = $headers['retry-after'] ?? '';
        return new RaanError(
            // A proxy in front of the service answers in its own words.
            match (true) {
                $isApiCode => $code,
                $status === 429 => 'slow_down',
                $status >= 500 => 'server_error',
                default => 'unexpected_response',
            },
            $message,
            $status,
            $headers['x-request-id'] ?? null,
            $isNamed ? $field[1] : null,
            ctype_digit($retryAfter) ? (int) $retryAfter : null,
        );
    }
}

/**
 * Where a mirror keeps quantities. Write rows and cursor in one transaction, so that a crash loses no change.
 *
 * A row has `product_variant_id`, `warehouse_id` and `available_qty`. There is at most one row per variant and warehouse.
 */
interface StockStorage
{
    /** The cursor of the last write; null if there was none. */
    public function readCursor(): ?string;

    /**
     * Sets the quantities of the rows and keeps all others.
     *
     * @param list<array{product_variant_id: string, warehouse_id: string, available_qty: int}> $rows
     */
    public function update(array $rows, string $cursor): void;

    /**
     * Replaces all quantities by the rows.
     *
     * @param list<array{product_variant_id: string, warehouse_id: string, available_qty: int}> $rows
     */
    public function replace(array $rows, string $cursor): void;
}

/** A storage that lasts as long as the process. */
final class MemoryStockStorage implements StockStorage
{
    private array $quantities = [];
    private ?string $cursor = null;

    /** The available quantity in the warehouse; 0 if it is unknown. */
    public function quantity(string $variantId, string $warehouseId): int
    {
        return $this->quantities["$variantId $warehouseId"]['available_qty'] ?? 0;
    }

    /** @return list<array{product_variant_id: string, warehouse_id: string, available_qty: int}> */
    public function rows(): array
    {
        return array_values($this->quantities);
    }

    public function readCursor(): ?string
    {
        return $this->cursor;
    }

    public function update(array $rows, string $cursor): void
    {
        foreach ($rows as $row) {
            $this->quantities["{$row['product_variant_id']} {$row['warehouse_id']}"] = $row;
        }
        $this->cursor = $cursor;
    }

    public function replace(array $rows, string $cursor): void
    {
        $this->quantities = [];
        $this->update($rows, $cursor);
    }
}

/** Keeps a copy of a store's available quantities. Let one process at a time run it, for example with flock. */
final class StockMirror
{
    private const MAX_STARTS = 3; // a store whose cursors keep expiring is broken
    private const VARIANTS_PER_CALL = 500;

    public function __construct(
        private readonly Raan $client,
        private readonly StockStorage $storage = new MemoryStockStorage(),
    ) {
    }

    /**
     * Applies the changes since the last call; call it every few seconds or minutes. The first call, and a call after the
     * cursor has expired, reconciles.
     */
    public function catchUp(): void
    {
        $cursor = $this->storage->readCursor();
        if ($cursor === null) {
            $this->reconcile();
            return;
        }
        try {
            foreach ($this->client->stockChanges($cursor) as $page) {
                if ($page['cursor'] !== $cursor) {
                    $rows = [];
                    self::applyChanges($rows, $page['items']);
                    $this->storage->update(array_values($rows), $page['cursor']);
                }
            }
        } catch (RaanError $error) {
            if (!self::isExpiredCursor($error)) {
                throw $error;
            }
            $this->reconcile();
        }
    }

    /**
     * Reads all quantities again, applies what has changed meanwhile, and removes what the store has deleted. Call it once
     * a day: deleted and restored products are not in the feed.
     */
    public function reconcile(): void
    {
        for ($start = 1; ; $start++) {
            try {
                $this->readAndFollow();
                return;
            } catch (RaanError $error) {
                if (!self::isExpiredCursor($error) || $start === self::MAX_STARTS) {
                    throw $error;
                }
            }
        }
    }

    /** The feed starts before the quantities are read, so no change is missed. A change that is applied twice does no harm. */
    private function readAndFollow(): void
    {
        $cursor = $this->client->listStockChanges()['next_cursor'];
        $quantities = $this->readAllStock();
        $this->follow($cursor, $quantities);
        $this->removeDeleted($cursor, $quantities);
        $this->storage->replace(array_values($quantities), $cursor);
    }

    /** All quantities of the store, each as it was when its product was read. */
    private function readAllStock(): array
    {
        $quantities = [];
        foreach ($this->client->products() as ['id' => $id]) {
            foreach ($this->readVariants($id) as $variant) {
                foreach ($variant['warehouses'] as $warehouse) {
                    self::set($quantities, $variant['product_variant_id'], $warehouse['wh_id'], $warehouse['available_qty']);
                }
            }
        }
        return $quantities;
    }

    private function readVariants(string $productId): array
    {
        try {
            return $this->client->readProduct($productId)['product']['variants'];
        } catch (RaanError $error) {
            if ($error->errorCode === 'not_found') {
                return []; // deleted since it was listed
            }
            throw $error;
        }
    }

    /**
     * Removes variants that the store no longer has. The feed may still contain their changes from before the deletion.
     * So the feed is read to its end before they are removed, and variants with changes in that part are checked again.
     */
    private function removeDeleted(string &$cursor, array &$quantities): void
    {
        $existing = [];
        $unchecked = array_fill_keys(array_column($quantities, 'product_variant_id'), true);
        while ($unchecked !== []) {
            $missing = $this->missingVariants($unchecked);
            $existing += array_diff_key($unchecked, $missing);
            $changed = $this->follow($cursor, $quantities);
            $deleted = array_diff_key($missing, $changed);
            $quantities = array_filter($quantities, fn ($row) => !isset($deleted[$row['product_variant_id']]));
            $unchecked = array_diff_key($changed, $existing);
        }
    }

    /** Those of the variants that the store does not have; ids are the keys. */
    private function missingVariants(array $variants): array
    {
        $missing = $variants;
        foreach (array_chunk(array_map(strval(...), array_keys($variants)), self::VARIANTS_PER_CALL) as $ids) {
            foreach ($this->client->availableStock(productVariantIds: $ids)['items'] as $item) {
                unset($missing[$item['product_variant_id']]);
            }
        }
        return $missing;
    }

    /**
     * Applies the feed from the cursor to its end, and moves the cursor there.
     *
     * @return array the ids of the variants with changes, as keys
     */
    private function follow(string &$cursor, array &$quantities): array
    {
        $changed = [];
        foreach ($this->client->stockChanges($cursor) as $page) {
            self::applyChanges($quantities, $page['items']);
            $changed += array_fill_keys(array_column($page['items'], 'id'), true);
            $cursor = $page['cursor'];
        }
        return $changed;
    }

    private static function applyChanges(array &$quantities, array $items): void
    {
        foreach ($items as $item) {
            self::set($quantities, $item['id'], $item['warehouse_id'], $item['new']);
        }
    }

    private static function set(array &$quantities, string $variantId, string $warehouseId, int $available): void
    {
        $row = ['product_variant_id' => $variantId, 'warehouse_id' => $warehouseId, 'available_qty' => $available];
        $quantities["$variantId $warehouseId"] = $row;
    }

    private static function isExpiredCursor(RaanError $error): bool
    {
        return $error->errorCode === 'invalid_request' && $error->field === 'cursor';
    }
}

// MIT License
//
// Copyright (c) 2026 the authors of raan
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of
// this software and associated documentation files (the "Software"), to deal in
// the Software without restriction, including without limitation the rights to
// use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
// the Software, and to permit persons to whom the Software is furnished to do so,
// subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
// FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
// COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
// IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
// CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
